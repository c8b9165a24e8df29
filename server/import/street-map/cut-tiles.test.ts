import { gunzipSync } from "node:zlib";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { describe, expect, it } from "vitest";
import { type PlacedFeature, worldUnits } from "./cell-store.ts";
import { cutTiles, joinLines } from "./cut-tiles.ts";
import { thinPoints } from "./tile-labels.ts";

type Point = readonly [x: number, y: number];

/** A list of points that are given in units of the tile 14/8192/8192. */
const list = (...points: readonly Point[]) =>
  Uint32Array.from(
    points.flatMap(([x, y]) =>
      [x, y].map((unit) => worldUnits / 2 + (unit * worldUnits) / 2 ** 14 / 4096),
    ),
  );

const square = (from: number, to: number) =>
  list([from, from], [to, from], [to, to], [from, to], [from, from]);

let lastId = 0;
const feature = (given: Partial<PlacedFeature>): PlacedFeature => ({
  id: ++lastId,
  layer: "transportation",
  type: "line",
  minZoom: 14,
  properties: road,
  outline: [list([0, 100], [4096, 100])],
  ...given,
});
const road = { class: "minor" };

const cell = { z: 11, x: 1024, y: 1024, lastZoom: 14 };

function tileAt(features: readonly PlacedFeature[], z = 14) {
  const at = 2 ** (z - 1);
  const tile = [...cutTiles(cell, features)].find(
    (one) => one.z === z && one.x === at && one.y === at,
  );
  return tile && new VectorTile(new PbfReader(gunzipSync(tile.data)));
}

describe("a cell's tiles", () => {
  it("have a feature from its zoom on, and are left out where they are empty", () => {
    expect(tileAt([feature({ minZoom: 14 })], 13)).toBeUndefined();
    expect(tileAt([feature({ minZoom: 13 })], 13)?.layers.transportation.length).toBe(1);
    expect([...cutTiles(cell, [feature({})])].map(({ x, y }) => `${x}/${y}`)).toEqual([
      "8192/8192",
      "8193/8192",
    ]);
    expect([...cutTiles(cell, [])]).toEqual([]);
  });

  it("name a pedestrian area that is part of a street by the street alone, and a square by itself", () => {
    const point = (subclass: string, name: string) =>
      feature({
        layer: "poi",
        type: "point",
        properties: { subclass, name },
        outline: [list([100, 100])],
      });
    const street = feature({ layer: "transportation_name", properties: { name: "Fő utca" } });
    const namesWith = (features: readonly PlacedFeature[]) => {
      const layer = tileAt(features)?.layers.poi;
      return Array.from(
        { length: layer?.length ?? 0 },
        (_, at) => layer?.feature(at).properties.name,
      );
    };
    const area = point("pedestrian", "Fő utca");
    expect(namesWith([area])).toEqual(["Fő utca"]);
    expect(namesWith([area, point("pedestrian", "Fő tér"), street])).toEqual(["Fő tér"]);
    expect(namesWith([point("square", "Fő utca"), street])).toEqual(["Fő utca"]);
  });

  it("join features of equal properties, and keep others apart", () => {
    const other = { class: "path" };
    const second = feature({ outline: [list([0, 200], [4096, 200])] });
    const third = feature({ properties: other });
    const layer = tileAt([feature({}), second, third])?.layers.transportation;
    expect(layer?.length).toBe(2);
    expect(layer?.feature(0).loadGeometry()).toHaveLength(2);
  });

  it("preserve holes, and areas within a hole", () => {
    const outline = [square(100, 3000), square(500, 2500), square(1000, 1500), square(3200, 3400)];
    const wood = feature({
      type: "area",
      layer: "landcover",
      properties: { class: "wood" },
      outline,
    });
    const rings = tileAt([wood])?.layers.landcover.feature(0).toGeoJSON(8192, 8192, 14).geometry;
    expect(rings?.type).toBe("MultiPolygon");
    expect(
      Object(rings)
        .coordinates.map((polygon: unknown[]) => polygon.length)
        .toSorted(),
    ).toEqual([1, 1, 2]);
  });

  it("have points with their properties", () => {
    const point = feature({
      type: "point",
      layer: "housenumber",
      properties: { housenumber: "3" },
      outline: [list([7, 9])],
    });
    const read = tileAt([point])?.layers.housenumber.feature(0);
    expect(read?.properties).toEqual({ housenumber: "3" });
    expect(read?.loadGeometry()).toEqual([[expect.objectContaining({ x: 7, y: 9 })]]);
  });
});

describe("joinLines", () => {
  const line = (...points: readonly Point[]) => points.map(([x, y]) => [x, y] as [number, number]);

  it("joins lines at their ends, in either direction", () => {
    const joined = joinLines([line([0, 0], [1, 0]), line([2, 0], [1, 0]), line([2, 0], [3, 1])]);
    expect(joined).toHaveLength(1);
    expect(joined[0]).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 1],
    ]);
  });

  it("joins none where three of them end, nor where they only cross", () => {
    const star = [line([0, 0], [1, 0]), line([0, 0], [0, 1]), line([0, 0], [-1, 0])];
    expect(joinLines(star)).toHaveLength(3);
    expect(joinLines([line([0, 0], [2, 0]), line([1, -1], [1, 1])])).toHaveLength(2);
  });

  it("preserves a ring of lines, and one that ends where it began", () => {
    const ring = [line([0, 0], [1, 0]), line([1, 0], [1, 1]), line([1, 1], [0, 0])];
    expect(joinLines(ring)).toHaveLength(1);
    expect(joinLines([line([0, 0], [1, 0], [1, 1], [0, 0])])).toHaveLength(1);
    expect(joinLines([])).toEqual([]);
  });
});

describe("equal points", () => {
  it("nearer than the distance are one: the first", () => {
    expect(
      thinPoints(
        [
          [0, 0],
          [63, 0],
          [0, 64],
          [45, 46],
          [128, 0],
        ],
        64,
      ),
    ).toEqual([
      [0, 0],
      [0, 64],
      [128, 0],
    ]);
  });

  it.each([
    ["poi", { subclass: "tram_stop", name: "Oktogon" }, 1],
    ["place", { class: "village", name: "Vác" }, 2],
  ] as const)(
    "of the layer %s are thinned where they are of one thing",
    (layer, properties, expected) => {
      const points = [list([100, 100]), list([130, 100])].map((point) =>
        feature({ layer, type: "point", properties, outline: [point] }),
      );
      const written = tileAt(points)?.layers[layer].feature(0).loadGeometry();
      expect(written?.flat()).toHaveLength(expected);
    },
  );
});

describe("house numbers", () => {
  const number = (at: Point, street?: string, housenumber = "20") =>
    feature({
      layer: "housenumber",
      type: "point",
      properties: { housenumber, ...(street && { street }) },
      outline: [list(at)],
    });
  const building = (from: number, to: number) =>
    feature({ layer: "building", type: "area", properties: {}, outline: [square(from, to)] });
  const block = building(1000, 2000);
  const pointsOf = (features: readonly PlacedFeature[]) => {
    const layer = tileAt(features)?.layers.housenumber;
    const all = Array.from({ length: layer?.length ?? 0 }, (_, at) => layer?.feature(at));
    return all.flatMap((one) =>
      one!.loadGeometry().map(([{ x, y }]) => `${one?.properties.housenumber}: ${x}, ${y}`),
    );
  };

  it("are once in a building, and once in each of its streets", () => {
    const doors = [number([1010, 1010], "A"), number([1990, 1990], "A")];
    expect(pointsOf([block, ...doors])).toHaveLength(1);
    expect(pointsOf([block, ...doors, number([1500, 1010], "B")])).toHaveLength(2);
    expect(pointsOf([block, ...doors, number([1500, 1010], "A", "22")])).toHaveLength(2);
    expect(pointsOf([block, ...doors, number([1500, 1010])])).toHaveLength(1);
    expect(
      pointsOf([block, building(2500, 3500), ...doors, number([3000, 3000], "A")]),
    ).toHaveLength(2);
  });

  it("are in the middle of a building that has the number itself", () => {
    const middle = number([1500, 1500], "A");
    expect(pointsOf([number([1010, 1010], "A"), block, middle])).toEqual(["20: 1500, 1500"]);
  });

  it("of doors on the wall are within the building, and those beyond are not", () => {
    const middle = number([1500, 1500], "A");
    expect(pointsOf([block, number([1500, 2001], "A"), middle])).toHaveLength(1);
    expect(pointsOf([block, number([1500, 2010], "A"), middle])).toHaveLength(2);
  });

  it("of shops are those of their houses, which may be several of a block", () => {
    const shop = (at: Point, street: string) =>
      feature({
        layer: "housenumber",
        type: "point",
        properties: { housenumber: "20", street, isNamed: 1 },
        outline: [list(at)],
      });
    const door = number([1010, 1010], "A");
    expect(pointsOf([block, shop([1500, 1500], "A")])).toEqual(["20: 1500, 1500"]);
    expect(pointsOf([block, door, shop([1500, 1500], "A")])).toEqual(["20: 1010, 1010"]);
    expect(pointsOf([block, door, shop([1500, 1500], "B")])).toHaveLength(2);
    expect(pointsOf([block, door, shop([700, 1010], "A")])).toHaveLength(1);
    expect(pointsOf([block, door, shop([500, 1010], "A")])).toHaveLength(2);
  });

  it("near each other without a building are once in a street", () => {
    expect(pointsOf([number([100, 100], "A"), number([130, 100], "A")])).toHaveLength(1);
    expect(pointsOf([number([100, 100], "A"), number([130, 100], "B")])).toHaveLength(2);
    expect(pointsOf([number([100, 100], "A"), number([130, 100], "A", "22")])).toHaveLength(2);
  });

  it("that are equal are one feature, without their street", () => {
    const layer = tileAt([number([100, 100], "A"), number([2000, 100], "B")])?.layers.housenumber;
    expect(layer?.length).toBe(1);
    expect(layer?.feature(0).properties).toEqual({ housenumber: "20" });
  });
});

describe("stops", () => {
  const stop = (at: Point, name: string, subclass = "tram_stop") =>
    feature({
      layer: "poi",
      type: "point",
      properties: { subclass, name },
      outline: [list(at)],
    });
  /** Names of the stops with their points, the signs alone as `-`. */
  const stopsOf = (features: readonly PlacedFeature[]) => {
    const layer = tileAt(features)?.layers.poi;
    const all = Array.from({ length: layer?.length ?? 0 }, (_, at) => layer?.feature(at));
    return all.flatMap((one) =>
      one!.loadGeometry().map(([{ x, y }]) => `${one?.properties.name ?? "-"} ${x}, ${y}`),
    );
  };

  it("near each other have their name once, and each its sign", () => {
    const pair = [stop([300, 100], "Oktogon"), stop([100, 100], "Oktogon")];
    expect(stopsOf(pair)).toEqual(["Oktogon 100, 100", "- 300, 100"]);
    expect(stopsOf([...pair, stop([360, 100], "Oktogon")])).toHaveLength(3);
    expect(stopsOf([stop([100, 100], "Oktogon"), stop([400, 100], "Oktogon")])).toEqual([
      "Oktogon 100, 100",
      "Oktogon 400, 100",
    ]);
    expect(stopsOf([stop([100, 100], "Oktogon"), stop([300, 100], "Opera")])).toEqual([
      "Oktogon 100, 100",
      "Opera 300, 100",
    ]);
  });

  it("of trams are named before those of buses, and stay beside them", () => {
    const bus = stop([100, 100], "Oktogon", "bus_stop");
    expect(stopsOf([bus, stop([150, 100], "Oktogon")])).toEqual(["Oktogon 150, 100", "- 100, 100"]);
  });
});
