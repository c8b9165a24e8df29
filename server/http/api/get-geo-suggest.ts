import type { Context } from "hono";
import { parseGeoTextQuery } from "#domain/geo/parse-text-query.ts";
import type { Services } from "#server/services.ts";
import { answerGeo, refuseGeoQuery } from "../answer-geo.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { requestLanguage } from "../request-language.ts";

/** `GET /api/v1/geo/suggest`: what someone who is typing may mean; none below three characters. */
export async function getGeoSuggest(context: Context<AppEnvironment>, services: Services) {
  const parsed = parseGeoTextQuery(new URL(context.req.url).searchParams);
  if (!parsed.ok) return refuseGeoQuery(context, parsed.faults);
  const { text, near, session } = parsed.query;
  const answer = await services.geo.suggest(text, {
    language: parsed.query.language ?? requestLanguage(context.req.raw),
    near,
    sessionToken: session,
    signal: context.req.raw.signal,
  });
  return answerGeo(context, answer, {
    keepSeconds: 300,
    respond: (value) => context.json(value),
  });
}
