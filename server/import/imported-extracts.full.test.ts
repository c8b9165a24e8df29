import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { hasStreetMap } from "#server/base-map/tile-archive.ts";
import { createGeo, type ExtractProviders, openExtract } from "#server/geo/create-geo.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import { createInstructionLocales, findValhalla } from "#server/geo/walking/walking-router.ts";
import { readTranslations } from "#server/i18n.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { importFile } from "#server/import/import-file.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { writeHalves } from "#tests/support/map-data/cut-extract.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { sharedData } from "#tests/support/map-data/shared-data.ts";
import { encodePolyline } from "#tests/support/peers/encode-polyline.ts";
import { type StubService, startStubService } from "#tests/support/peers/stub-service.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { listExtracts, removeExtract, renewWaysAndMap } from "./imported-extracts.ts";

/*
 * Routes over two real extracts, from the import of the first to the removal of both, with the real router. The rules
 * are tested without either in `imported-extracts.integration.test.ts`, `make-walking-tiles.test.ts` and
 * `invented-country.integration.test.ts`.
 */

const liechtenstein = sharedData("liechtenstein-2015.osm.pbf");
const hasRouter = findValhalla() !== null;
const root = mkdtempSync(join(tmpdir(), "mosdo-imported-extracts-"));

describe.skipIf(liechtenstein === null || !hasRouter)(
  "two halves of Liechtenstein (skipped without ../shared/data/liechtenstein-2015.osm.pbf and npm run routing:install)",
  () => {
    const balzers: Coordinates = [9.503, 47.067];
    const triesen: Coordinates = [9.523, 47.11];
    const vaduz: Coordinates = [9.5215, 47.141];
    const schaan: Coordinates = [9.509, 47.165];
    const eschen: Coordinates = [9.522, 47.211];
    const ruggell: Coordinates = [9.5275, 47.238];
    const dornbirn: Coordinates = [9.74, 47.41];
    const nearDornbirn: Coordinates = [9.745, 47.412];
    const found = {
      json: {
        trip: {
          summary: { length: 1.5, time: 1000 },
          legs: [
            {
              shape: encodePolyline([dornbirn, nearDornbirn], 6),
              maneuvers: [{ type: 1, length: 1.5 }],
            },
          ],
        },
      },
    };
    const options = searchOptions();
    const embedded = createEmbeddedProvider();
    const localeOf = createInstructionLocales(readTranslations());
    let db: TestDatabase;
    let instance: { readonly database: TestDatabase["database"]; readonly dataDirectory: string };
    let extracts: ExtractProviders;
    let service: StubService;
    let halves: Awaited<ReturnType<typeof writeHalves>>;

    /** Imports an extract as the command does. */
    async function importExtract(path: string): Promise<void> {
      const { database, dataDirectory } = instance;
      const now = new Date("2026-06-01T10:00:00Z");
      const options = { database, path, country: null, now, onProgress: () => {} };
      const { source, digest } = await importFile(options);
      new ExtractFiles(dataDirectory).store(path, { name: source, digest: digest ?? "" });
      await renewWaysAndMap(dataDirectory);
    }

    beforeAll(async () => {
      if (!liechtenstein || !hasRouter) return;
      db = await createTestDatabase();
      instance = { database: db.database, dataDirectory: join(root, "data") };
      halves = await writeHalves(liechtenstein, root);
      service = await startStubService();
      extracts = openExtract({ ...instance, localeOf, log: silentLog });
      await importExtract(halves.north);
    });
    afterAll(async () => {
      await extracts?.[Symbol.asyncDispose]();
      await service?.[Symbol.asyncDispose]();
      await db?.[Symbol.asyncDispose]();
      rmSync(root, { recursive: true });
    });
    beforeEach(() => {
      service.requests.length = 0;
      service.answer = () => found;
    });

    /** A route from a server with that setting, whose only outside service is ours. */
    function walk(geoProvider: "auto" | "embedded", from: Coordinates, to: Coordinates) {
      const geo = createGeo({
        config: {
          geoProvider,
          photonUrl: service.url,
          valhallaUrl: service.url,
          mapboxAccessToken: null,
          publicUrl: null,
          contactEmail: null,
        },
        log: silentLog,
        embedded,
        local: extracts,
        localeOf,
      });
      return geo.directions(from, to, options);
    }

    const ours = { ok: true, provider: "local", isFallback: false, value: { kind: "route" } };
    const theirs = { ok: true, provider: "open", isFallback: false, value: { kind: "route" } };
    const line = { ok: true, provider: "embedded", isFallback: false, value: { kind: "straight" } };

    describe("with the first alone", () => {
      it("finds its own routes, and those beyond it from the open service", async () => {
        expect(await walk("auto", schaan, ruggell)).toMatchObject(ours);
        expect(service.requests).toEqual([]);
        expect(await walk("auto", schaan, balzers)).toMatchObject(theirs);
        expect(service.requests).toHaveLength(1);
      });

      it("gives a straight line beyond it where no service may be used", async () => {
        expect(await walk("embedded", schaan, balzers)).toMatchObject(line);
        expect(service.requests).toEqual([]);
      });
    });

    describe("with both", () => {
      beforeAll(() => importExtract(halves.south));

      it.each([
        ["the first, as before the second", schaan, ruggell],
        ["the second", vaduz, balzers],
        ["the first into the second", schaan, vaduz],
        ["the second into the first", balzers, ruggell],
      ])("finds routes in %s, without other services", async (_, from, to) => {
        const result = await walk("auto", from, to);
        expect(result).toMatchObject(ours);
        const route = result.ok && result.value.kind === "route" ? result.value : null;
        expect(route?.steps.length).toBeGreaterThan(2);
        expect(service.requests).toEqual([]);
      });

      it("searches both", async () => {
        for (const town of ["Schaan", "Balzers"]) {
          const result = await extracts.provider.suggest(town, options);
          expect(result.ok && result.value[0].name).toBe(town);
        }
      });

      it.each([
        ["both ends", dornbirn, nearDornbirn],
        ["the beginning", dornbirn, ruggell],
        ["the end", ruggell, dornbirn],
      ])("requests the open service where %s of a route is outside", async (_, from, to) => {
        expect(await walk("auto", from, to)).toMatchObject(theirs);
        expect(service.requests.map(({ path }) => path)).toEqual(["/route"]);
        expect(await walk("embedded", from, to)).toMatchObject(line);
        expect(service.requests).toHaveLength(1);
      });

      it("gives a straight line where the open service has no ways there, or is unavailable", async () => {
        service.answer = () => ({ status: 400, json: { error_code: 171 } });
        expect(await walk("auto", dornbirn, ruggell)).toMatchObject(line);
        service.answer = () => ({ status: 500 });
        expect(await walk("auto", dornbirn, ruggell)).toMatchObject({ ...line, isFallback: true });
      });

      it("lists the imported extracts", async () => {
        const present = { streetMap: "present", ways: "present", fileBytes: expect.any(Number) };
        expect(await listExtracts(instance)).toMatchObject([
          { name: "north", ...present },
          { name: "south", ...present },
        ]);
      });
    });

    describe("with the first removed", () => {
      let toilets: number;
      const countToilets = async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from place where osm_id is not null`.execute(
          instance.database,
        );
        return rows[0].count;
      };

      beforeAll(async () => {
        toilets = await countToilets();
        expect(await removeExtract(instance, "north")).toMatchObject({
          extracts: ["south"],
          ways: { kind: "made" },
          streetMap: { kind: "made" },
        });
      });

      it("finds routes in the second alone", async () => {
        expect(await walk("auto", vaduz, balzers)).toMatchObject(ours);
        expect(await walk("embedded", eschen, ruggell)).toMatchObject(line);
        expect(service.requests).toEqual([]);
        expect(await walk("auto", eschen, ruggell)).toMatchObject(theirs);
        expect(await walk("auto", triesen, balzers)).toMatchObject(ours);
      });

      it("finds nothing of it, stores no file of it, and keeps its places", async () => {
        expect(await extracts.provider.suggest("Ruggell", options)).toEqual({
          ok: true,
          value: [],
        });
        expect(new ExtractFiles(instance.dataDirectory).list()).toMatchObject([{ name: "south" }]);
        expect((await listExtracts(instance)).map(({ name }) => name)).toEqual(["south"]);
        expect(await countToilets()).toBe(toilets);
        expect(toilets).toBeGreaterThan(0);
      });

      it("has neither ways nor street map once the last is removed", async () => {
        expect(await removeExtract(instance, "south")).toMatchObject({
          extracts: [],
          ways: { kind: "removed" },
          streetMap: { kind: "removed" },
        });
        expect(await walk("embedded", vaduz, balzers)).toMatchObject(line);
        expect(hasStreetMap(instance.dataDirectory)).toBe(false);
        expect(await listExtracts(instance)).toEqual([]);
      });
    });
  },
);
