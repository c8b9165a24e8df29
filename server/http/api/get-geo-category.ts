import type { Context } from "hono";
import { parseGeoCategoryQuery } from "#domain/geo/parse-category-query.ts";
import type { Services } from "#server/services.ts";
import { answerGeo, refuseGeoQuery } from "../answer-geo.ts";
import { searchOptionsOf } from "../answer-geo-text.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";

/** `GET /api/v1/geo/category/{category}`: places of a kind; 404 where the map has no such kind. */
export async function getGeoCategory(context: Context<AppEnvironment>, services: Services) {
  const parsed = parseGeoCategoryQuery(new URL(context.req.url).searchParams);
  if (!parsed.ok) return refuseGeoQuery(context, parsed.faults);
  const category = context.req.param("category") ?? "";
  if (!/^[a-z][a-z0-9_-]{0,63}$/.test(category)) return problem(context, "error.notfound");
  const options = searchOptionsOf(context, parsed.query);
  const answer = await services.geo.category(category, options);
  return answerGeo(context, answer, {
    keepSeconds: 300,
    respond: (value) => context.json(value),
  });
}
