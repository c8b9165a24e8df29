import type { Context } from "hono";
import { parseGeoTextQuery } from "#domain/geo/parse-text-query.ts";
import type { Geo } from "#server/geo/geo.ts";
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
  const { text, near, session } = parsed.query;
  const answer = await ask(text, {
    language: parsed.query.language ?? requestLanguage(context.req.raw),
    near,
    sessionToken: session,
    signal: context.req.raw.signal,
  });
  return answerGeo<unknown>(context, answer, {
    keepSeconds: 300,
    respond: (value) => context.json(value),
  });
}
