import type { Context } from "hono";
import { parseGeoTextQuery } from "#domain/geo/parse-text-query.ts";
import type { GeoSearchScope } from "#domain/geo/search-scope.ts";
import type { Geo } from "#server/geo/geo.ts";
import type { GeoSearchOptions } from "#server/geo/geo-provider.ts";
import { answerGeo, refuseGeoQuery } from "./answer-geo.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { requestLanguage } from "./request-language.ts";

/** Answers a question by text as `ask` does; the parameters are those of every such question. */
export async function answerGeoText(
  context: Context<AppEnvironment>,
  ask: Geo["search"] | Geo["suggest"],
) {
  const parsed = parseGeoTextQuery(new URL(context.req.url).searchParams);
  if (!parsed.ok) return refuseGeoQuery(context, parsed.faults);
  const { text, ...scope } = parsed.query;
  const answer = await ask(text, searchOptionsOf(context, scope));
  return answerGeo<unknown>(context, answer, {
    keepSeconds: 300,
    respond: (value) => context.json(value),
  });
}

/** What a request says of its search, as the levels of the map take it. */
export function searchOptionsOf(
  context: Context<AppEnvironment>,
  { language, session, ...scope }: GeoSearchScope,
): GeoSearchOptions {
  const { raw } = context.req;
  const spoken = language ?? requestLanguage(raw);
  return { ...scope, language: spoken, sessionToken: session, signal: raw.signal };
}
