import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import {
  createInstructionLocales,
  findValhalla,
  type TileSource,
  toWalkingRoute,
  WalkingRouter,
  WalkingTiles,
  walkingRequest,
} from "#server/geo/walking/walking-router.ts";
import { readTranslations } from "#server/i18n.ts";
import { writeHalves } from "#tests/support/map-data/cut-extract.ts";
import { sharedData } from "#tests/support/map-data/shared-data.ts";
import { spacingDegrees, streetGrid } from "#tests/support/map-data/street-grid.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { makeWalkingTiles } from "./make-walking-tiles.ts";

const valhalla = findValhalla();
const liechtenstein = sharedData("liechtenstein-2015.osm.pbf");

const locale = createInstructionLocales(readTranslations())("en");

const sourceOf = (name: string, file: string): TileSource => ({ name, version: "1", path: file });

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
      const written = {
        austria: streetGrid(5001, vienna),
        hungary: both(streetGrid(1, pest), streetGrid(1001, island)),
      };
      const extracts: TileSource[] = [];
      for (const [name, extract] of Object.entries(written)) {
        const file = path.join(dataDirectory, `${name}.osm.pbf`);
        writeFileSync(file, writeOsmPbf(extract));
        extracts.push(sourceOf(name, file));
        await makeWalkingTiles({ dataDirectory, valhalla }, extracts);
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
    ])("finds a route on %s", async (_, corner) => {
      expect(await walk(inside(corner, 1, 1), inside(corner, 7, 8))).toMatchObject({ ok: true });
    });

    it("finds no route between ways that are not connected", async () => {
      const result = await walk(inside(pest, 1, 1), inside(island, 5, 5));
      expect(result).toEqual({ ok: false, code: "notfound" });
    });

    it.each([
      ["off all ways", inside(pest, 1, 1), nowhere],
      ["from one extract into the other", inside(pest, 1, 1), inside(vienna, 1, 1)],
      ["between ends that no extract has", nowhere, inside(nowhere, 3, 3)],
    ])("leaves it to the next provider %s", async (_, from, to) => {
      expect(await walk(from, to)).toEqual({ ok: false, code: "unsupported" });
    });
  },
);

describe.skipIf(valhalla === null || liechtenstein === null)(
  "the router on two halves of Liechtenstein (skipped without npm run routing:install and ../shared/data/liechtenstein-2015.osm.pbf)",
  () => {
    const vaduz: Coordinates = [9.5215, 47.141];
    const schaan: Coordinates = [9.509, 47.165];
    const walks: readonly (readonly [string, Coordinates, Coordinates])[] = [
      ["over the border", vaduz, schaan],
      ["over the border, the other way", schaan, vaduz],
      ["from end to end of the country", [9.503, 47.067], [9.5275, 47.238]],
      ["within the northern half", schaan, [9.5155, 47.21]],
      ["within the southern half", vaduz, [9.51, 47.07]],
    ];

    const folder = mkdtempSync(path.join(tmpdir(), "mosdo-halves-"));
    afterAll(() => rmSync(folder, { recursive: true }));

    /** Walks on the tiles of some files, without their instructions. */
    async function walkOn(name: string, ...files: readonly string[]): Promise<unknown[]> {
      const dataDirectory = path.join(folder, name);
      mkdirSync(dataDirectory);
      const extracts = files.map((file, at) => sourceOf(`half${at}`, file));
      await makeWalkingTiles({ dataDirectory, valhalla }, extracts);
      const tiles = new WalkingTiles(dataDirectory);
      const options = { valhalla: valhalla!, tiles, log: silentLog, timeoutMs: 30_000 };
      await using router = new WalkingRouter(options);
      const found = [];
      for (const [, from, to] of walks) {
        const result = await router.route(walkingRequest(from, to));
        const route = result.ok ? toWalkingRoute(result.response, locale) : result.code;
        found.push(route);
      }
      return found;
    }

    let complete: unknown[];
    let halves: Awaited<ReturnType<typeof writeHalves>>;

    beforeAll(async () => {
      if (!valhalla || !liechtenstein) return;
      complete = await walkOn("whole", liechtenstein);
      halves = await writeHalves(liechtenstein, folder);
    });

    it("finds the same routes as on the complete file", async () => {
      for (const route of complete) expect(route).toMatchObject({ kind: "route" });
      expect(await walkOn("halves", halves.north, halves.south)).toEqual(complete);
    });

    it("finds them where each half has only its own points of the common ways", async () => {
      const cutFolder = path.join(folder, "cut-files");
      mkdirSync(cutFolder);
      const { north, south } = await writeHalves(liechtenstein!, cutFolder, false);
      expect(await walkOn("cut-off", south, north)).toEqual(complete);
    });

    it("finds them where one file lies within the other", async () => {
      expect(await walkOn("within", halves.south, liechtenstein!)).toEqual(complete);
    });

    it("has no route over the border on one half alone", async () => {
      const [over, back, through, inNorth, inSouth] = await walkOn("north", halves.north);
      expect([over, back, through, inSouth]).toEqual(Array(4).fill("unsupported"));
      expect(inNorth).toEqual(complete[3]);
    });
  },
);
