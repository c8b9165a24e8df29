import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { OsmPbfFile } from "#server/import/osm/osm-file.ts";
import { isInArea, oceanAt, streetFeaturesAt } from "#tests/support/map-data/read-street-map.ts";
import { sharedData } from "#tests/support/map-data/shared-data.ts";
import { makeStreetMap } from "./make-street-map.ts";

/* Street maps of real extracts. Their rules are tested on an invented country in `make-street-map.integration.test.ts`. */

const helsinki = sharedData("helsinki.osm.pbf");
const liechtenstein = sharedData("liechtenstein-2015.osm.pbf");

const root = mkdtempSync(join(tmpdir(), "mosdo-street-map-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Makes the street map of an extract. @returns the data directory */
async function makeOf(name: string, path: string): Promise<string> {
  const data = join(root, name);
  const files = new ExtractFiles(data);
  files.store(path, { name, digest: "0".repeat(64) });
  await makeStreetMap(data, files.list());
  return data;
}

test.skipIf(helsinki === null)(
  "the sea is that of the coast in Helsinki, at random points (skipped without ../shared/data/helsinki.osm.pbf)",
  async () => {
    const data = await makeOf("helsinki", helsinki!);
    const lines = await coastOf(helsinki!);
    const [west, south, east, north] = [24.9352, 60.1642, 24.9534, 60.1791];
    let waters = 0;
    for (let at = 0; at < 400; at++) {
      const lng = west + ((at * 0.618_033_988_75) % 1) * (east - west);
      const lat = south + ((at + 0.5) / 400) * (north - south);
      const isWater = isRightOf(lines, [lng, lat]);
      if (isWater === null) continue;
      if (isWater) waters++;
      const ocean = await oceanAt(data, [lng, lat], 14);
      expect(isInArea(ocean, [lng, lat], 14), `${lng} ${lat}`).toBe(isWater);
    }
    expect(waters).toBeGreaterThan(10);
  },
);

test.skipIf(liechtenstein === null)(
  "the map of Liechtenstein has the features that a visitor of Vaduz needs (skipped without ../shared/data/liechtenstein-2015.osm.pbf)",
  async () => {
    const data = await makeOf("liechtenstein", liechtenstein!);
    const vaduz: Coordinates = [9.5215, 47.141];
    const layerAt = async (layer: string, z = 14) =>
      (await streetFeaturesAt(data, vaduz, layer, z)).map(({ properties }) => properties);
    const layers = await Promise.all(
      ["transportation", "transportation_name", "building", "landuse", "housenumber"].map((layer) =>
        layerAt(layer),
      ),
    );
    for (const features of layers) expect(features.length).toBeGreaterThan(0);
    expect(layers[1].map(({ name }) => name)).toContain("Städtle");
    // Equal features are one, so there are few kinds of roads.
    expect(layers[0].length).toBeLessThan(30);
    expect((await layerAt("transportation", 8)).length).toBeGreaterThan(0);
    expect(await layerAt("building", 12)).toEqual([]);
  },
);

type Position = readonly [x: number, y: number];

/** The coast of an extract, as pieces whose points it has, in a plane. */
async function coastOf(path: string): Promise<Position[][]> {
  await using file = await OsmPbfFile.open(path);
  const positions = new Map<number, Position>();
  const lines: Position[][] = [];
  await file.visit({
    position: (id, lng, lat) => positions.set(id, [lng / 1e7, lat / 1e7]),
    way(_, refs, tags) {
      if (tags.natural !== "coastline") return;
      let line: Position[] = [];
      for (const ref of refs) {
        const position = positions.get(ref);
        if (position) line.push(position);
        else if (line.length > 0) {
          lines.push(line);
          line = [];
        }
      }
      lines.push(line);
    },
  });
  return lines.filter(({ length }) => length > 1);
}

/** Whether a point is on the right of the nearest segment; null where that is nearest at the cut end of a line. */
function isRightOf(lines: readonly (readonly Position[])[], [lng, lat]: Position): boolean | null {
  const shrink = Math.cos((lat * Math.PI) / 180);
  let [least, isRight]: [number, boolean | null] = [Number.POSITIVE_INFINITY, null];
  for (const line of lines) {
    const flat = line.map(([x, y]): Position => [(x - lng) * shrink, y - lat]);
    const turn = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position) =>
      (bx - ax) * (cy - by) - (by - ay) * (cx - bx);
    for (let at = 1; at < flat.length; at++) {
      const [from, to] = [flat[at - 1], flat[at]];
      const [byX, byY] = [to[0] - from[0], to[1] - from[1]];
      const share = -(from[0] * byX + from[1] * byY) / (byX ** 2 + byY ** 2);
      const along = Math.min(1, Math.max(0, share));
      const distance = Math.hypot(from[0] + along * byX, from[1] + along * byY);
      if (distance >= least) continue;
      least = distance;
      const corner = share <= 0 ? at - 1 : at;
      if (share > 0 && share < 1) isRight = turn(from, to, [0, 0]) < 0;
      // A point nearest to a corner is on its outer side.
      else if (corner === 0 || corner === flat.length - 1) isRight = null;
      else isRight = turn(flat[corner - 1], flat[corner], flat[corner + 1]) > 0;
    }
  }
  return isRight;
}
