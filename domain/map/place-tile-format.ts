import { type Feature, fromVectorTileJs, GeoJSONWrapper } from "@maplibre/vt-pbf";
import { type PlaceTile, tileExtent } from "#domain/place-index/place-tile.ts";

/** The only layer of the places' vector tiles. */
const placeLayer = "places";

/**
 * Encodes a place tile as a Mapbox vector tile (version 2): points with `id`, `accepted`, `open` (an opening
 * status, see `open-status.ts`), `likely` where visitors found it open or closed, and `small` where they are small
 * dots; clusters with `count`, `open_count`, and `waiting`, the number of pending places, where there are any. An
 * empty tile has an empty layer.
 */
export function encodePlaceTile({ points, clusters }: PlaceTile): Uint8Array<ArrayBuffer> {
  const features = [
    ...points.map(({ id, x, y, accepted, status: open, likely, isSmall }) =>
      feature(x, y, {
        ...{ id, accepted, open },
        ...(likely !== undefined && { likely }),
        ...(isSmall && { small: true }),
      }),
    ),
    ...clusters.map(({ x, y, count, openCount, pendingCount }) =>
      feature(x, y, {
        count,
        open_count: openCount,
        ...(pendingCount > 0 && { waiting: pendingCount }),
      }),
    ),
  ];
  const layer = new GeoJSONWrapper(features, { version: 2, extent: tileExtent });
  layer.name = placeLayer;
  return new Uint8Array(fromVectorTileJs({ layers: { [placeLayer]: layer } }));
}

function feature(x: number, y: number, tags: Record<string, string | number | boolean>): Feature {
  return { type: 1, geometry: [[x, y]], tags };
}

/** Coordinates of a tile of the Web Mercator pyramid: zoom 0–22, column and row from the north-west. */
export interface TileCoordinates {
  z: number;
  x: number;
  y: number;
}

const maxTileZoom = 22;
const number = /^(0|[1-9]\d{0,7})$/;

/** Parses `{z}/{x}/{y}.mvt` of a path; null for a tile that does not exist. */
export function parseTileCoordinates(z: string, x: string, file: string): TileCoordinates | null {
  const y = file.endsWith(".mvt") ? file.slice(0, -".mvt".length) : "";
  if (![z, x, y].every((part) => number.test(part))) return null;
  const tile = { z: Number(z), x: Number(x), y: Number(y) };
  const side = 2 ** tile.z;
  const exists = tile.z <= maxTileZoom && tile.x < side && tile.y < side;
  return exists ? tile : null;
}
