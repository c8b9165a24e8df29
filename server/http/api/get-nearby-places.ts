import type { Context } from "hono";
import { parseSimilarPlacesQuery } from "#domain/similar-places-query.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";

/**
 * `GET /api/v1/places/nearby`: 'is it one of these?', for who is about to add a place
 * (docs/product#similar-places).
 */
export async function getNearbyPlaces(context: Context<AppEnvironment>, services: Services) {
  const refusal = refusalOf(context.var.viewer, "findSimilarPlaces");
  if (refusal !== null) return problem(context, refusal);
  const parsed = parseSimilarPlacesQuery(new URL(context.req.url).searchParams);
  if (!parsed.ok) return problem(context, "error.parameter", parsed.faults);
  const result = await services.findSimilarPlaces(parsed.query, context.var.viewer);
  if (!result.ok) return problem(context, result.code);
  context.header("Cache-Control", "private, no-store");
  return context.json({ places: result.places });
}
