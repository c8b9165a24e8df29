import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { findValhalla } from "#server/geo/walking/valhalla-installation.ts";
import { walkingRequest } from "#server/geo/walking/valhalla-route.ts";
import { WalkingRouter } from "#server/geo/walking/walking-router.ts";
import { buildWalkingTiles, WalkingTiles } from "#server/geo/walking/walking-tiles.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

const valhalla = findValhalla();

/** Streets a side; more crossings than the router wants of ways that lead anywhere. */
const side = 10;
const spacingDegrees = 0.001;

/** A square of crossing streets from a corner on, numbered from `id`. */
function grid(id: number, [lng, lat]: Coordinates): TestExtract {
  const at = (column: number, row: number) => id + row * side + column;
  const lines = [...Array(side).keys()];
  const nodes = lines.flatMap((row) =>
    lines.map((column): [number, readonly [number, number]] => [
      at(column, row),
      [lng + column * spacingDegrees, lat + row * spacingDegrees],
    ]),
  );
  const ways = lines.flatMap((line) => [
    [id + line, [lines.map((column) => at(column, line)), street(`Row ${line}`)]] as const,
    [id + side + line, [lines.map((row) => at(line, row)), street(`Column ${line}`)]] as const,
  ]);
  return { nodes: Object.fromEntries(nodes), ways: Object.fromEntries(ways) };
}

const street = (name: string) => ({ highway: "residential", name });

const both = (one: TestExtract, other: TestExtract): TestExtract => ({
  nodes: { ...one.nodes, ...other.nodes },
  ways: { ...one.ways, ...other.ways },
});

const pest: Coordinates = [19.05, 47.5];
/** Two kilometres off, without a bridge. */
const island: Coordinates = [19.09, 47.5];
const vienna: Coordinates = [16.37, 48.2];
const nowhere: Coordinates = [15, 45];

const inside = ([lng, lat]: Coordinates, columns: number, rows: number): Coordinates => [
  lng + columns * spacingDegrees,
  lat + rows * spacingDegrees,
];

describe.skipIf(valhalla === null)(
  "the router on two extracts (skipped without npm run routing:install)",
  () => {
    const dataDirectory = mkdtempSync(path.join(tmpdir(), "mosdo-extracts-"));
    let router: WalkingRouter;

    beforeAll(async () => {
      if (!valhalla) return;
      const extracts = {
        "hungary-1": both(grid(1, pest), grid(1001, island)),
        "austria-1": grid(1, vienna),
      };
      for (const [version, extract] of Object.entries(extracts)) {
        const file = path.join(dataDirectory, `${version}.osm.pbf`);
        writeFileSync(file, writeOsmPbf(extract));
        await buildWalkingTiles({ dataDirectory, valhalla }, { file, version });
      }
      const tiles = new WalkingTiles(dataDirectory);
      router = new WalkingRouter({ valhalla, tiles, log: silentLog, timeoutMs: 30_000 });
    });
    afterAll(async () => {
      await router?.[Symbol.asyncDispose]();
      rmSync(dataDirectory, { recursive: true });
    });

    const walk = (from: Coordinates, to: Coordinates) => router.route(walkingRequest(from, to));

    it.each([
      ["the first", pest],
      ["the second", vienna],
    ])("finds a way on %s", async (_, corner) => {
      expect(await walk(inside(corner, 1, 1), inside(corner, 7, 8))).toMatchObject({ ok: true });
    });

    it("answers that no way exists between ways that are not connected", async () => {
      const result = await walk(inside(pest, 1, 1), inside(island, 5, 5));
      expect(result).toEqual({ ok: false, code: "notfound" });
    });

    it.each([
      ["off all ways", inside(pest, 1, 1), nowhere],
      ["from one extract into the other", inside(pest, 1, 1), inside(vienna, 1, 1)],
      ["between ends that no extract has", nowhere, inside(nowhere, 3, 3)],
    ])("leaves it to the next level %s", async (_, from, to) => {
      expect(await walk(from, to)).toEqual({ ok: false, code: "unsupported" });
    });
  },
);
