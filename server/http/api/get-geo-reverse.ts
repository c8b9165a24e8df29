import type { Context } from "hono";
import { parseGeoPositionQuery } from "#domain/geo/parse-position-query.ts";
import type { Services } from "#server/services.ts";
import { answerGeo, refuseGeoQuery } from "../answer-geo.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { requestLanguage } from "../request-language.ts";

/** `GET /api/v1/geo/reverse`: the address at a point, as exact as it is known; 404 where nothing is near. */
export async function getGeoReverse(context: Context<AppEnvironment>, services: Services) {
  const parsed = parseGeoPositionQuery(new URL(context.req.url).searchParams);
  if (!parsed.ok) return refuseGeoQuery(context, parsed.faults);
  const answer = await services.geo.reverse(parsed.query.position, {
    language: parsed.query.language ?? requestLanguage(context.req.raw),
    signal: context.req.raw.signal,
  });
  return answerGeo(context, answer, {
    keepSeconds: 300,
    respond: (value) => context.json(value),
  });
}
