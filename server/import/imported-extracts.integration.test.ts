import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { hasStreetMap } from "#server/base-map/street-map-file.ts";
import { createGeo } from "#server/geo/create-geo.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import { type ExtractProviders, openExtract } from "#server/geo/extract/open-extract.ts";
import { createInstructionLocales } from "#server/geo/walking/instructions.ts";
import { findValhalla } from "#server/geo/walking/valhalla-installation.ts";
import { readTranslations } from "#server/i18n.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { importFile } from "#server/import/import-file.ts";
import { whileNoOtherImports } from "#server/import/import-lock.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { writeHalves } from "#tests/support/map-data/cut-extract.ts";
import { hungarianExtract } from "#tests/support/map-data/hungarian-extract.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { sharedData } from "#tests/support/map-data/shared-data.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { encodePolyline } from "#tests/support/peers/encode-polyline.ts";
import { type StubService, startStubService } from "#tests/support/peers/stub-service.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { renewWaysAndMap } from "./extract/renew-ways-and-map.ts";
import {
  countPlacesInNoFile,
  listExtracts,
  removeExtract,
  removePlaces,
} from "./imported-extracts.ts";

const root = mkdtempSync(join(tmpdir(), "mosdo-imported-extracts-"));
afterAll(() => rmSync(root, { recursive: true }));

interface Instance extends AsyncDisposable {
  readonly database: TestDatabase["database"];
  readonly dataDirectory: string;
}

async function createInstance(): Promise<Instance> {
  const db = await createTestDatabase();
  const dataDirectory = mkdtempSync(join(root, "data-"));
  return {
    database: db.database,
    dataDirectory,
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  };
}

/** Imports an extract as the command does. */
async function importExtract({ database, dataDirectory }: Instance, path: string): Promise<void> {
  const now = new Date("2026-06-01T10:00:00Z");
  const options = { database, path, country: null, now, onProgress: () => {} };
  const { source, digest } = await importFile(options);
  new ExtractFiles(dataDirectory).store(path, { name: source, digest: digest ?? "" });
  await renewWaysAndMap(dataDirectory);
}

const liechtenstein = sharedData("liechtenstein-2015.osm.pbf");
const hasRouter = findValhalla() !== null;

describe.skipIf(liechtenstein === null || !hasRouter)(
  "two halves of Liechtenstein (skipped without ../shared/data and npm run routing:install)",
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
    const localeOf = createInstructionLocales(readTranslations("public/locales"));
    let instance: Instance;
    let extracts: ExtractProviders;
    let service: StubService;
    let halves: Awaited<ReturnType<typeof writeHalves>>;

    beforeAll(async () => {
      if (!liechtenstein || !hasRouter) return;
      instance = await createInstance();
      halves = await writeHalves(liechtenstein, root);
      service = await startStubService();
      extracts = openExtract({ ...instance, localeOf, log: silentLog });
      await importExtract(instance, halves.north);
    });
    afterAll(async () => {
      await extracts?.[Symbol.asyncDispose]();
      await service?.[Symbol.asyncDispose]();
      await instance?.[Symbol.asyncDispose]();
    });
    beforeEach(() => {
      service.requests.length = 0;
      service.answer = () => found;
    });

    /** A route from a server with that setting, whose only outside service is ours. */
    function walk(geoProvider: "auto" | "local" | "embedded", from: Coordinates, to: Coordinates) {
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
        expect(await walk("local", schaan, balzers)).toMatchObject(line);
        expect(service.requests).toEqual([]);
      });
    });

    describe("with both", () => {
      beforeAll(() => importExtract(instance, halves.south));

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
        expect(await walk("local", from, to)).toMatchObject(line);
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
        expect(await walk("local", eschen, ruggell)).toMatchObject(line);
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
        expect(await walk("local", vaduz, balzers)).toMatchObject(line);
        expect(hasStreetMap(instance.dataDirectory)).toBe(false);
        expect(await listExtracts(instance)).toEqual([]);
      });
    });
  },
);

describe("an extract", () => {
  const file = join(root, "hungary.osm.pbf");
  beforeAll(() => writeFileSync(file, writeOsmPbf(hungarianExtract)));

  it("that does not exist is not removed, and no other is", async () => {
    await using instance = await createInstance();
    await importExtract(instance, file);
    const before = await listExtracts(instance);
    expect(await removeExtract(instance, "hungar")).toBeNull();
    expect(await listExtracts(instance)).toEqual(before);
    expect(before).toMatchObject([{ name: "hungary", search: { settlements: 7 } }]);
  });

  it("is not removed while an import is running", async () => {
    await using instance = await createInstance();
    await importExtract(instance, file);
    await whileNoOtherImports(instance.database, async () => {
      await expect(removeExtract(instance, "hungary")).rejects.toThrow("Another import is running");
    });
    expect(await listExtracts(instance)).toHaveLength(1);
  });

  it("whose removal was interrupted at any step can be removed again", async () => {
    await using instance = await createInstance();
    const { database, dataDirectory } = instance;
    await importExtract(instance, file);
    await database.deleteFrom("extract").execute();
    const [left] = await listExtracts(instance);
    expect(left).toMatchObject({ name: "hungary", search: null, streetMap: "present" });
    new ExtractFiles(dataDirectory).remove("hungary");
    expect(await listExtracts(instance)).toMatchObject([
      { name: "hungary", search: null, fileBytes: null },
    ]);
    expect(await removeExtract(instance, "hungary")).not.toBeNull();
    expect(await listExtracts(instance)).toEqual([]);
    expect(hasStreetMap(dataDirectory)).toBe(false);
  });

  it("of an earlier version, which stored no file, is listed and removed with its own ways", async () => {
    await using instance = await createInstance();
    const { database, dataDirectory } = instance;
    await database
      .insertInto("extract")
      .values({ name: "austria", digest: "0123456789abcdef0000", bounds: "(1,1),(0,0)" })
      .execute();
    const ways = join(dataDirectory, "walking-tiles");
    mkdirSync(join(ways, "austria-0123456789abcdef"), { recursive: true });
    mkdirSync(join(ways, "slovakia-1"));
    writeFileSync(join(ways, "current"), "austria-0123456789abcdef\nslovakia-1");
    expect(await listExtracts(instance)).toMatchObject([
      { name: "austria", fileBytes: null, streetMap: "absent", ways: "present" },
      { name: "slovakia", search: null, ways: "present" },
    ]);
    await removeExtract(instance, "austria");
    expect(await listExtracts(instance)).toMatchObject([{ name: "slovakia" }]);
    expect(existsSync(join(ways, "slovakia-1"))).toBe(true);
  });

  describe("of toilets that another one has too", () => {
    const toilet = { amenity: "toilets" };
    const both = [19.05, 47.5, toilet] as const;
    const only = [19.06, 47.51, toilet] as const;
    const closed = [19.07, 47.52, { ...toilet, access: "no" }] as const;

    const save = (name: string, nodes: TestExtract["nodes"]) => {
      const path = join(root, `${name}.osm.pbf`);
      writeFileSync(path, writeOsmPbf({ nodes, ways: {} }));
      return path;
    };
    const countsOf = async (instance: Instance) =>
      Object.fromEntries((await listExtracts(instance)).map(({ name, places }) => [name, places]));
    const inNoFile = async ({ database }: Instance) =>
      Object.fromEntries(await countPlacesInNoFile(database));
    /** What visitors see of the places. */
    const shown = ({ database }: Instance) =>
      database
        .selectFrom("place")
        .select(["osm_id", "version", "last_confirmed", "closed_since"])
        .where("deleted_at", "is", null)
        .where("osm_id", "is not", null)
        .orderBy("id")
        .execute();

    it("leaves those to it", async () => {
      await using instance = await createInstance();
      await importExtract(instance, save("town", { 1: both, 2: only }));
      await importExtract(instance, save("county", { 1: both, 3: closed }));
      expect(await countsOf(instance)).toEqual({ county: 0, town: 2 });
      expect(await removeExtract(instance, "town", { withPlaces: true })).toMatchObject({
        places: { removed: 1, stayed: 0 },
        damaged: [],
      });
      expect(await countsOf(instance)).toEqual({ county: 1 });
      expect(await inNoFile(instance)).toEqual({});
      expect(await removeExtract(instance, "county", { withPlaces: true })).toMatchObject({
        places: { removed: 1, stayed: 0 },
      });
    });

    it("leaves them in no file, as they are, until a file that has them is imported", async () => {
      await using instance = await createInstance();
      await importExtract(instance, save("town", { 1: both, 2: only }));
      const before = await shown(instance);
      expect(before).toHaveLength(2);
      expect(await inNoFile(instance)).toEqual({});
      await removeExtract(instance, "town");
      expect(await inNoFile(instance)).toEqual({ town: 2 });
      await importExtract(instance, save("county", { 1: both }));
      expect(await countsOf(instance)).toEqual({ county: 1 });
      expect(await inNoFile(instance)).toEqual({ town: 1 });
      expect(await shown(instance)).toEqual(before);
      expect(await removePlaces(instance)).toEqual({ removed: 1, stayed: 0 });
      expect(await shown(instance)).toEqual(before.slice(0, 1));
      expect(await removePlaces(instance)).toEqual({ removed: 0, stayed: 0 });
    });

    it("leaves a place that its next file lacks in no file, unless another file has it", async () => {
      await using instance = await createInstance();
      await importExtract(
        instance,
        save("county", { 1: both, 2: only, 4: [19.08, 47.53, toilet] }),
      );
      await importExtract(instance, save("town", { 1: both }));
      const before = await shown(instance);
      await importExtract(instance, save("county", { 4: [19.08, 47.53, toilet] }));
      expect(await inNoFile(instance)).toEqual({ county: 2 });
      expect(await shown(instance)).toEqual(before);
      expect(await removePlaces(instance)).toEqual({ removed: 1, stayed: 0 });
      expect(await countsOf(instance)).toEqual({ county: 1, town: 1 });
      expect(await inNoFile(instance)).toEqual({});
      expect((await shown(instance)).map(({ osm_id }) => osm_id)).toEqual(["node/1", "node/4"]);
    });

    it("is removed beside a damaged file; only the places are not, which it may have too", async () => {
      await using instance = await createInstance();
      await importExtract(instance, save("county", { 9: [19.2, 47.6, toilet] }));
      await importExtract(instance, save("town", { 1: both, 2: only }));
      await importExtract(instance, save("county", { 1: both, 9: [19.2, 47.6, toilet] }));
      const [county] = new ExtractFiles(instance.dataDirectory).list();
      const bytes = readFileSync(county.path);
      writeFileSync(county.path, bytes.subarray(0, bytes.length - 20));
      const before = await listExtracts(instance);
      const refusal = "The stored file of county is damaged";
      await expect(removeExtract(instance, "town", { withPlaces: true })).rejects.toThrow(refusal);
      expect(await listExtracts(instance)).toEqual(before);
      expect(await inNoFile(instance)).toEqual({});

      expect(await removeExtract(instance, "town")).toMatchObject({
        places: { removed: 0, stayed: 2 },
        damaged: ["county"],
        streetMap: {
          kind: "failed",
          reason: expect.stringMatching(
            /^The stored file of county is damaged: import county again\./,
          ),
        },
      });
      expect(await inNoFile(instance)).toEqual({ town: 2 });
      await expect(removePlaces(instance)).rejects.toThrow(refusal);
      // The very same file again repairs it.
      await importExtract(instance, save("county", { 1: both, 9: [19.2, 47.6, toilet] }));
      expect(await countsOf(instance)).toEqual({ county: 2 });
      expect(await removePlaces(instance)).toEqual({ removed: 1, stayed: 0 });
    });
  });

  it("whose newer file is not in the street map yet is listed so", async () => {
    await using instance = await createInstance();
    const { database, dataDirectory } = instance;
    await importExtract(instance, file);
    await database.updateTable("extract").set({ digest: "another" }).execute();
    expect(await listExtracts(instance)).toMatchObject([
      { streetMap: "earlier", ways: hasRouter ? "earlier" : "absent" },
    ]);
    expect(hasStreetMap(dataDirectory)).toBe(true);
  });
});
