import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { VectorTile, type VectorTileFeature } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { PMTiles } from "pmtiles";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { worldTiles } from "#domain/map/world-tiles.ts";
import { TileArchive, worldMapFile } from "#server/base-map/tile-archive.ts";

/** Reader of the embedded base map's tiles. */
export const baseMapTiles = new TileArchive(worldMapFile);

const file = readFileSync(worldMapFile);
/** The file in memory, for tests that read all tiles of a zoom. */
const archive = new PMTiles(
  {
    getKey: () => worldMapFile,
    getBytes: async (offset, length) => ({
      data: Uint8Array.from(file.subarray(offset, offset + length)).buffer,
    }),
  },
  undefined,
  async (packed) => Uint8Array.from(gunzipSync(new Uint8Array(packed))).buffer,
);

/** Feature of a tile, in degrees. */
export interface BaseMapFeature {
  readonly layer: string;
  readonly properties: Readonly<Record<string, string | number>>;
  /** Lines or rings; a point is one of one position. */
  readonly lines: readonly (readonly (readonly [longitude: number, latitude: number])[])[];
}

/** Layers of a tile; empty where there is nothing but sea. */
async function readTile(z: number, x: number, y: number): Promise<VectorTile["layers"]> {
  const tile = await archive.getZxy(z, x, y);
  return tile ? new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers : {};
}

const finest = worldTiles.maxZoom;
/** Columns and rows of the finest zoom with names, from 80 degrees in the north to 63 in the south. */
const inhabited = [0, 30, 2 ** finest - 1, 190] as const;

/** Features of some layers in the tiles from a column and row to others, at the finest zoom. */
export async function readFeatures(
  layers: readonly string[],
  [left, top, right, bottom]: readonly [number, number, number, number] = inhabited,
): Promise<BaseMapFeature[]> {
  const features: BaseMapFeature[] = [];
  for (let x = left; x <= right; x++) {
    for (let y = top; y <= bottom; y++) {
      const tile = await readTile(finest, x, y);
      for (const layer of layers) {
        const { [layer]: found } = tile;
        for (let at = 0; at < (found?.length ?? 0); at++) {
          features.push(toFeature(layer, found.feature(at), [x, y]));
        }
      }
    }
  }
  return features;
}

/** The feature, whose lines are read where a test looks at them. */
function toFeature(
  layer: string,
  feature: VectorTileFeature,
  tile: readonly [number, number],
): BaseMapFeature {
  let lines: BaseMapFeature["lines"] | undefined;
  return {
    layer,
    properties: feature.properties as BaseMapFeature["properties"],
    get lines() {
      lines ??= toDegrees(feature, tile);
      return lines;
    },
  };
}

function toDegrees(
  feature: VectorTileFeature,
  [x, y]: readonly [number, number],
): BaseMapFeature["lines"] {
  const { geometry } = feature.toGeoJSON(x, y, finest);
  if (geometry.type === "Point") return [[geometry.coordinates as [number, number]]];
  const nested = JSON.stringify((geometry as { coordinates: unknown }).coordinates);
  return [...nested.matchAll(/\[(?:\[-?[\d.e-]+,-?[\d.e-]+\],?)+\]/g)].map(([line]) =>
    JSON.parse(line),
  );
}

/** What the tile of a zoom has at a point: its inland water before its land. */
export async function groundAt(
  [longitude, latitude]: readonly [number, number],
  z: number,
): Promise<"sea" | "land" | "lake"> {
  const [x, y] = [worldX(longitude) * 2 ** z, worldY(latitude) * 2 ** z];
  const layers = await readTile(z, Math.floor(x), Math.floor(y));
  const isIn = (name: string) => {
    const layer = layers[name];
    if (!layer) return false;
    const at = { x: (x % 1) * layer.extent, y: (y % 1) * layer.extent };
    let isInside = false;
    for (let index = 0; index < layer.length; index++) {
      for (const ring of layer.feature(index).loadGeometry()) {
        for (let end = 1; end < ring.length; end++) {
          const [from, to] = [ring[end - 1], ring[end]];
          if (from.y > at.y === to.y > at.y) continue;
          if (at.x < from.x + ((at.y - from.y) / (to.y - from.y)) * (to.x - from.x)) {
            isInside = !isInside;
          }
        }
      }
    }
    return isInside;
  };
  return isIn("lake") ? "lake" : isIn("land") ? "land" : "sea";
}
