import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { expect, it } from "vitest";
import type { PlaceTile } from "#domain/place-index/place-tile.ts";
import { encodePlaceTile, parseTileCoordinates } from "./place-tile-format.ts";

function decode(bytes: Uint8Array) {
  const { layers } = new VectorTile(new PbfReader(bytes));
  const { places } = layers;
  const features = Array.from({ length: places?.length ?? 0 }, (_, index) => {
    const feature = places.feature(index);
    const [[{ x, y }]] = feature.loadGeometry();
    return { x, y, type: feature.type, properties: { ...feature.properties } };
  });
  return { names: Object.keys(layers), extent: places?.extent, version: places?.version, features };
}

it("encodes points and clusters, decoded by a vector tile parser", () => {
  const tile: PlaceTile = {
    points: [
      { id: 4_294_967_295, x: 0, y: 4095, accepted: true, status: "closes-soon", isSmall: true },
      { id: 1, x: 4095, y: 0, accepted: false, status: "none", isSmall: false },
    ],
    clusters: [
      { x: 2048, y: 17, count: 1_000_000, openCount: 0, pendingCount: 0 },
      { x: 7, y: 8, count: 5, openCount: 4, pendingCount: 2 },
    ],
  };
  expect(decode(encodePlaceTile(tile))).toEqual({
    names: ["places"],
    extent: 4096,
    version: 2,
    features: [
      {
        x: 0,
        y: 4095,
        type: 1,
        properties: { id: 4_294_967_295, accepted: true, open: "closes-soon", small: true },
      },
      { x: 4095, y: 0, type: 1, properties: { id: 1, accepted: false, open: "none" } },
      { x: 2048, y: 17, type: 1, properties: { count: 1_000_000, open_count: 0 } },
      { x: 7, y: 8, type: 1, properties: { count: 5, open_count: 4, waiting: 2 } },
    ],
  });
});

it("encodes a valid tile without places", () => {
  expect(decode(encodePlaceTile({ points: [], clusters: [] })).features).toEqual([]);
});

it.each([
  ["0", "0", "0.mvt", { z: 0, x: 0, y: 0 }],
  ["1", "1", "1.mvt", { z: 1, x: 1, y: 1 }],
  ["22", "4194303", "4194303.mvt", { z: 22, x: 4194303, y: 4194303 }],
  ["22", "4194304", "0.mvt", null],
  ["23", "0", "0.mvt", null],
  ["0", "1", "0.mvt", null],
  ["0", "0", "0", null],
  ["0", "0", "0.png", null],
  ["0", "-1", "0.mvt", null],
  ["01", "0", "0.mvt", null],
  ["a", "0", "0.mvt", null],
])("%s/%s/%s → %j", (z, x, file, expected) => {
  expect(parseTileCoordinates(z, x, file)).toEqual(expected);
});
