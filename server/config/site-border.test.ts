import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { borderOf, maxSentBytes, readSiteBorder } from "./site-border.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "mosdo-border-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

function fileOf(content: unknown): string {
  const path = join(directory, "town.geojson");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const square = (west: number, side = 0.1) => [
  [west, 47.4],
  [west + side, 47.4],
  [west + side, 47.4 + side],
  [west, 47.4 + side],
  [west, 47.4],
];
const polygon = { type: "Polygon", coordinates: [square(19), square(19.02, 0.02)] };
const multiPolygon = { type: "MultiPolygon", coordinates: [[square(19)], [square(19.3)]] };
const feature = (geometry: object | null) => ({ type: "Feature", properties: {}, geometry });
const collection = (...features: object[]) => ({ type: "FeatureCollection", features });
const label = feature({ type: "Point", coordinates: [19.05, 47.45] });

describe("readSiteBorder", () => {
  test.each([
    ["a Polygon with a hole", polygon, 2, 19.1],
    ["a MultiPolygon", multiPolygon, 2, 19.4],
    ["a Feature", feature(polygon), 2, 19.1],
    [
      "a FeatureCollection with one area and its label",
      collection(feature(polygon), label),
      2,
      19.1,
    ],
    [
      "positions with a height",
      { type: "Polygon", coordinates: [square(19).map((at) => [...at, 120])] },
      1,
      19.1,
    ],
    ["a file that begins with a byte order mark", `\uFEFF${JSON.stringify(polygon)}`, 2, 19.1],
  ])("accepts %s", (_, content, rings, east) => {
    const border = readSiteBorder(fileOf(content));
    expect(border.rings).toHaveLength(rings);
    expect(border.box).toEqual({
      west: 19,
      south: 47.4,
      east: expect.closeTo(east, 9),
      north: 47.5,
    });
    const { type, coordinates } = JSON.parse(border.json);
    expect([type, coordinates.length]).toEqual(["MultiLineString", rings]);
    expect(coordinates[0]).toEqual(square(19));
  });

  test.each([
    ["something that is not JSON", "<kml/>"],
    ["a line", { type: "LineString", coordinates: square(19) }],
    ["two areas", collection(feature(polygon), feature(multiPolygon))],
    ["no area", collection(label)],
    ["a feature without a place", feature(null)],
    ["a ring that is open", { type: "Polygon", coordinates: [square(19).slice(0, 4)] }],
    [
      "a ring of three positions",
      {
        type: "Polygon",
        coordinates: [
          [
            [19, 47],
            [20, 47],
            [19, 47],
          ],
        ],
      },
    ],
    ["a polygon without a ring", { type: "Polygon", coordinates: [] }],
    [
      "a latitude beyond the pole",
      {
        type: "Polygon",
        coordinates: [
          [
            [19, 47],
            [20, 90.1],
            [20, 48],
            [19, 47],
          ],
        ],
      },
    ],
    [
      "metres in place of degrees",
      {
        type: "Polygon",
        coordinates: [
          [
            [650_000, 240_000],
            [651_000, 240_000],
            [651_000, 241_000],
            [650_000, 240_000],
          ],
        ],
      },
    ],
    ["null", "null"],
  ])("refuses %s with the name of the setting", (_, content) => {
    const path = fileOf(content);
    expect(() => readSiteBorder(path)).toThrow(
      `SITE_BORDER is '${path}': it must be GeoJSON with the border of one area, a Polygon or MultiPolygon.`,
    );
  });

  test("reports an unreadable or too large file", () => {
    const missing = join(directory, "missing.json");
    expect(() => readSiteBorder(missing)).toThrow(
      `SITE_BORDER is '${missing}': it can't be read (ENOENT).`,
    );
    const large = fileOf("");
    truncateSync(large, 20 * 1024 * 1024 + 1);
    expect(() => readSiteBorder(large)).toThrow(`'${large}': it must have at most 20 MB.`);
  });
});

describe("borderOf", () => {
  /** A ragged ring: each point is off a circle by its own amount. */
  function raggedRing(points: number, degrees: number): number[] {
    const ring = Array.from({ length: points }, (_, at) => {
      const angle = (2 * Math.PI * at) / points;
      const radius = degrees * (1 + 0.1 * Math.sin(at * 12.9898) * Math.sin(at * 78.233));
      return [19 + radius * Math.cos(angle), 47 + radius * Math.sin(angle)];
    }).flat();
    return [...ring, ring[0], ring[1]];
  }

  test("sends a border of any length in 20 KB at most, closed", () => {
    const ring = raggedRing(10_000, 1);
    const { rings, json } = borderOf([ring]);
    expect(gzipSync(json).byteLength).toBeLessThanOrEqual(maxSentBytes);
    expect(rings[0].length).toBeGreaterThan(200);
    expect(rings[0].slice(0, 2)).toEqual(rings[0].slice(-2));
  });

  test("has the same path each time, and another one for another border", () => {
    const { path: address } = borderOf([raggedRing(400, 1)]);
    expect(borderOf([raggedRing(400, 1)]).path).toBe(address);
    expect(borderOf([raggedRing(400, 1.01)]).path).not.toBe(address);
  });

  test("leaves a short border as it is, to the metre", () => {
    const ring = [19, 47, 19.000_1, 47, 19.000_1, 47.000_1, 19, 47];
    expect(borderOf([ring]).rings).toEqual([ring]);
  });

  test("leaves out specks, but never all of it", () => {
    const speck = [19, 47, 19.000_001, 47, 19.000_001, 47.000_001, 19, 47];
    const land = [19, 47, 19.1, 47, 19.1, 47.1, 19, 47];
    expect(borderOf([speck, land]).rings).toEqual([land]);
    expect(borderOf([speck]).rings).toHaveLength(1);
  });
});
