import type { Context } from "hono";
import { parsePlaceListQuery } from "#domain/place-list-query.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";

/**
 * `GET /api/v1/places`: one page of the list, filtered and ordered (docs/product#filters,
 * docs/product#orders-of-places).
 */
export async function getPlaces(context: Context<AppEnvironment>, services: Services) {
  const parameters = new URL(context.req.url).searchParams;
  const parsed = parsePlaceListQuery(parameters, { ignoreUnknownParameters: false });
  if (!parsed.ok) return problem(context, "error.parameter", parsed.faults);
  const { open_now_count: _, ...page } = await services.listPlaces(
    parsed.query,
    context.var.viewer,
  );
  context.header("Cache-Control", "private, no-cache");
  context.header("Vary", "Cookie");
  return context.json(page);
}
