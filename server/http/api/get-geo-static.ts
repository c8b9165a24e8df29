import type { Context } from "hono";
import { parseStaticImageQuery } from "#domain/geo/parse-static-image-query.ts";
import type { Services } from "#server/services.ts";
import { answerGeo, refuseGeoQuery } from "../answer-geo.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { requestLanguage } from "../request-language.ts";

/** `GET /api/v1/geo/static`: a picture of the map around a point; 404 where the map has no pictures. */
export async function getGeoStatic(context: Context<AppEnvironment>, services: Services) {
  const parsed = parseStaticImageQuery(new URL(context.req.url).searchParams);
  if (!parsed.ok) return refuseGeoQuery(context, parsed.faults);
  const answer = await services.geo.staticImage(parsed.query, {
    language: requestLanguage(context.req.raw),
    signal: context.req.raw.signal,
  });
  return answerGeo(context, answer, {
    keepSeconds: 86_400,
    respond: ({ bytes, type }) => context.body(bytes, 200, { "Content-Type": type }),
  });
}
