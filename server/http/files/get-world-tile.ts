import type { Context } from "hono";
import { parseTileCoordinates } from "#domain/map/place-tile-format.ts";
import { worldMapVersion } from "#domain/map/world-map-version.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { gzippedResponse } from "#server/http/caching.ts";
import { problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

/** Pattern of the paths of the embedded base map's tiles. */
export const worldTilePattern = "/basemap/world/:z/:x/:file";

const hourSeconds = 3600;
const yearSeconds = 365 * 24 * hourSeconds;

/**
 * `GET /basemap/world/{z}/{x}/{y}.mvt`: a tile of the embedded base map (docs/decisions/005), the same
 * for every visitor. 204 where there is nothing but sea. With the map's version in `v` it never
 * changes.
 */
export async function getWorldTile(
  context: Context<AppEnvironment>,
  { worldTiles }: Pick<Services, "worldTiles">,
): Promise<Response> {
  const { z = "", x = "", file = "" } = context.req.param() as Record<string, string>;
  const tile = parseTileCoordinates(z, x, file);
  if (!tile) return problem(context, "error.notfound");
  const isCurrent = context.req.query("v") === worldMapVersion;
  const cacheControl = isCurrent
    ? `public, max-age=${yearSeconds}, immutable`
    : `public, max-age=${hourSeconds}`;
  const gzip = await worldTiles.packedTile(tile);
  if (gzip === null) return context.body(null, 204, { "Cache-Control": cacheControl });
  const digest = [worldMapVersion, tile.z, tile.x, tile.y].join("-");
  const type = "application/vnd.mapbox-vector-tile";
  const response = await gzippedResponse(context, { gzip, digest }, { type, cacheControl });
  response.headers.set("Vary", "Accept-Encoding");
  return response;
}
