import type { Context } from "hono";
import { parseDirectionsQuery } from "#domain/geo/parse-directions-query.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Services } from "#server/services.ts";
import { answerGeo, refuseGeoQuery } from "../answer-geo.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";
import { requestLanguage } from "../request-language.ts";

/**
 * `GET /api/v1/geo/directions`: the way on foot, or the straight line where nobody knows the streets; 404
 * where there is no way. For those who are signed in (docs/product#directions).
 */
export async function getGeoDirections(context: Context<AppEnvironment>, services: Services) {
  const refusal = refusalOf(context.var.viewer, "getDirections");
  if (refusal) return problem(context, refusal);
  const parsed = parseDirectionsQuery(new URL(context.req.url).searchParams);
  if (!parsed.ok) return refuseGeoQuery(context, parsed.faults);
  const { from, to, language } = parsed.query;
  const answer = await services.geo.directions(from, to, {
    language: language ?? requestLanguage(context.req.raw),
    signal: context.req.raw.signal,
  });
  return answerGeo(context, answer, { keepSeconds: 0, respond: (value) => context.json(value) });
}
