import { readFileSync } from "node:fs";
import { VectorTile, type VectorTileFeature } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { PMTiles } from "pmtiles";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { streetMapPath } from "#server/base-map/tile-archive.ts";

/** Street map of a data directory. */
export function openStreetMap(dataDirectory: string): PMTiles {
  const bytes = readFileSync(streetMapPath(dataDirectory));
  return new PMTiles({
    getKey: () => dataDirectory,
    getBytes: async (offset, length) => ({
      data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer,
    }),
  });
}

/** Features of a layer in the tile at a point. */
export async function streetFeaturesAt(
  dataDirectory: string,
  [longitude, latitude]: Coordinates,
  layer: string,
  z: number,
): Promise<VectorTileFeature[]> {
  const [x, y] = [worldX(longitude), worldY(latitude)].map((share) => Math.floor(share * 2 ** z));
  const tile = await openStreetMap(dataDirectory).getZxy(z, x, y);
  const read = tile && new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers[layer];
  return Array.from({ length: read?.length ?? 0 }, (_, index) => read!.feature(index));
}

/** Areas of the sea in the tile at a point. */
export async function oceanAt(dataDirectory: string, point: Coordinates, z: number) {
  const features = await streetFeaturesAt(dataDirectory, point, "water", z);
  return features.filter(({ properties }) => properties.class === "ocean");
}

/** Whether areas of the tile at a point contain it. */
export function isInArea(
  areas: readonly VectorTileFeature[],
  [longitude, latitude]: Coordinates,
  z: number,
): boolean {
  const [x, y] = [worldX(longitude), worldY(latitude)].map((at) => ((at * 2 ** z) % 1) * 4096);
  let isInside = false;
  for (const area of areas) {
    for (const ring of area.loadGeometry()) {
      for (let at = 1; at < ring.length; at++) {
        const [from, to] = [ring[at - 1], ring[at]];
        const isCrossed = from.y > y !== to.y > y;
        const share = (y - from.y) / (to.y - from.y);
        if (isCrossed && x < from.x + share * (to.x - from.x)) isInside = !isInside;
      }
    }
  }
  return isInside;
}
