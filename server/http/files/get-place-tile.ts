import type { Context } from "hono";
import { encodePlaceTile, parseTileCoordinates } from "#domain/map/place-tile-format.ts";
import { filterQuerySchema } from "#domain/place/place-list-query.ts";
import { parseQuery } from "#domain/validation/parse-query.ts";
import type { CallDescription } from "#server/http/api-call.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { contentResponse } from "#server/http/caching.ts";
import { problem, validationProblem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

const tileType = "application/vnd.mapbox-vector-tile";

/**
 * `GET /tiles/places/{z}/{x}/{y}.mvt`: the places of one map tile as a Mapbox vector tile; staff's show pending
 * places too.
 */
export async function getPlaceTile(context: Context<AppEnvironment>, services: Services) {
  const { z = "", x = "", file = "" } = context.req.param() as Record<string, string>;
  const tile = parseTileCoordinates(z, x, file);
  if (!tile) return problem(context, "error.notfound");
  const parsed = parseQuery(filterQuerySchema, new URL(context.req.url).searchParams);
  if (!parsed.ok) return validationProblem(context, parsed.errors);
  const { viewer } = context.var;
  const bytes = encodePlaceTile(services.places.placeTile(tile, parsed.query, viewer));
  return contentResponse(context, bytes, { type: tileType });
}

/** The call in the OpenAPI document. */
export const getPlaceTileCall: CallDescription = {
  method: "get",
  path: "/tiles/places/:z/:x/:y.mvt",
  summary:
    "Places of one map tile: points with id, accepted and open, or clusters with count, open_count and, for staff, the number of waiting places",
  query: filterQuerySchema,
  responses: {
    200: {
      description: "Mapbox vector tile, layer 'places'; fresh at most until the minute turns",
      mediaType: tileType,
    },
  },
  failures: { "error.notfound": "", "error.parameter": "each faulty parameter is named" },
};
