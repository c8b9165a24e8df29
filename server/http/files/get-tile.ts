import type { Context } from "hono";
import { encodePlaceTile, parseTileCoordinates } from "#domain/map/place-tile-format.ts";
import { worldMapVersion } from "#domain/map/world-tiles.ts";
import { filterQuerySchema } from "#domain/place/place-list-query.ts";
import { parseQuery } from "#domain/validation/parse-query.ts";
import type { CallDescription } from "#server/http/api-call.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { contentResponse, fileCaching, gzippedResponse } from "#server/http/caching.ts";
import { problem, validationProblem, wrongTime } from "#server/http/problem.ts";
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
  if (!services.isAskable(parsed.query.at)) return validationProblem(context, [wrongTime]);
  const { viewer } = context.var;
  const bytes = encodePlaceTile(await services.places.placeTile(tile, parsed.query, viewer));
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

/** Pattern of the paths of the embedded base map's tiles. */
export const worldTilePattern = "/basemap/world/:z/:x/:file";

/**
 * `GET /basemap/world/{z}/{x}/{y}.mvt`: a tile of the embedded base map (docs/decisions/005), the same for every
 * visitor. 204 where there is nothing but sea. With the map's version in `v` it never changes.
 */
export async function getWorldTile(
  context: Context<AppEnvironment>,
  { worldTiles }: Pick<Services, "worldTiles">,
): Promise<Response> {
  const { z = "", x = "", file = "" } = context.req.param() as Record<string, string>;
  const tile = parseTileCoordinates(z, x, file);
  if (!tile) return problem(context, "error.notfound");
  const isNamedByContent = context.req.query("v") === worldMapVersion;
  const cacheControl = fileCaching({ isNamedByContent });
  const gzip = await worldTiles.packedTile(tile);
  if (gzip === null) return context.body(null, 204, { "Cache-Control": cacheControl });
  const digest = [worldMapVersion, tile.z, tile.x, tile.y].join("-");
  const options = { type: tileType, cacheControl };
  const response = await gzippedResponse(context, { gzip, digest }, options);
  response.headers.set("Vary", "Accept-Encoding");
  return response;
}
