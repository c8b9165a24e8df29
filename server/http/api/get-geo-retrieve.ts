import type { Context } from "hono";
import { parseRetrieveQuery } from "#domain/geo/parse-retrieve-query.ts";
import type { Services } from "#server/services.ts";
import { answerGeo, refuseGeoQuery } from "../answer-geo.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { requestLanguage } from "../request-language.ts";

/** `GET /api/v1/geo/retrieve/{id}`: the address of a suggestion; 404 where there is no such suggestion. */
export async function getGeoRetrieve(context: Context<AppEnvironment>, services: Services) {
  const parsed = parseRetrieveQuery(new URL(context.req.url).searchParams);
  if (!parsed.ok) return refuseGeoQuery(context, parsed.faults);
  const answer = await services.geo.retrieve(context.req.param("id") ?? "", {
    language: parsed.query.language ?? requestLanguage(context.req.raw),
    sessionToken: parsed.query.session,
    signal: context.req.raw.signal,
  });
  return answerGeo(context, answer, {
    keepSeconds: 300,
    respond: (value) => context.json(value),
  });
}
