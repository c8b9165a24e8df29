import type { Context } from "hono";
import { parseNearestPlacesQuery } from "#domain/nearest-places.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";

/** `GET /api/v1/places/nearest`: where to go now, for everyone and within a walk. */
export async function getNearestPlaces(context: Context<AppEnvironment>, services: Services) {
  const parsed = parseNearestPlacesQuery(new URL(context.req.url).searchParams);
  if (!parsed.ok) return problem(context, "error.parameter", parsed.faults);
  const nearest = await services.findNearestPlaces(parsed.query, context.var.viewer);
  context.header("Cache-Control", "private, no-cache");
  context.header("Vary", "Cookie");
  return context.json(nearest);
}
