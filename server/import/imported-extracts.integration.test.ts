import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasStreetMap } from "#server/base-map/tile-archive.ts";
import { openExtract } from "#server/geo/create-geo.ts";
import { findValhalla } from "#server/geo/walking/walking-router.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { importFile } from "#server/import/import-file.ts";
import { readMadeOf } from "#server/import/street-map/make-street-map.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { hungarianExtract } from "#tests/support/map-data/hungarian-extract.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { whileNoOtherImports } from "./import-file.ts";
import {
  countPlacesInNoFile,
  isComplete,
  listExtracts,
  removeExtract,
  removePlaces,
  renewWaysAndMap,
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

const hasRouter = findValhalla() !== null;

describe("two extracts", () => {
  const village = (id: number, name: string, position: readonly [number, number]): TestExtract => {
    const [lng, lat] = position;
    const end = [lng + 0.001, lat] as const;
    return {
      nodes: { [id]: [...position, { place: "village", name }], [id + 1]: position, [id + 2]: end },
      ways: { [id]: [[id + 1, id + 2], { highway: "residential", name: `${name} utca` }] },
    };
  };

  it("are found together, and the search, file and map of a removed one go with it", async () => {
    await using instance = await createInstance();
    const { dataDirectory } = instance;
    const save = (name: string, extract: TestExtract) => {
      const path = join(root, `${name}.osm.pbf`);
      writeFileSync(path, writeOsmPbf(extract));
      return path;
    };
    await importExtract(instance, save("north", village(1, "Északfalva", [19, 47.6])));
    await importExtract(instance, save("south", village(11, "Délfalva", [19, 46.2])));
    const localeOf = () => {
      throw new Error("this test asks for no instructions");
    };
    await using extracts = openExtract({ ...instance, localeOf, log: silentLog });
    const names = async (text: string) => {
      const result = await extracts.provider.suggest(text, searchOptions());
      return result.ok ? result.value.map(({ name }) => name) : result.code;
    };
    const ways = hasRouter ? "present" : "absent";
    expect(await names("Északfalva")).toEqual(["Északfalva", "Északfalva utca"]);
    expect(await names("Délfalva")).toEqual(["Délfalva", "Délfalva utca"]);
    expect(await listExtracts(instance)).toMatchObject([
      { name: "north", streetMap: "present", ways, fileBytes: expect.any(Number) },
      { name: "south", streetMap: "present", ways, fileBytes: expect.any(Number) },
    ]);

    expect(await removeExtract(instance, "north")).toMatchObject({
      extracts: ["south"],
      ways: { kind: hasRouter ? "made" : "no-router" },
      streetMap: { kind: "made" },
    });
    expect(await names("Északfalva")).toEqual([]);
    expect(await names("Délfalva")).toEqual(["Délfalva", "Délfalva utca"]);
    expect(new ExtractFiles(dataDirectory).list()).toMatchObject([{ name: "south" }]);
    expect((await listExtracts(instance)).map(({ name }) => name)).toEqual(["south"]);

    expect(await removeExtract(instance, "south")).toMatchObject({
      extracts: [],
      ways: { kind: hasRouter ? "removed" : "unchanged" },
      streetMap: { kind: "removed" },
    });
    expect(await listExtracts(instance)).toEqual([]);
    expect(hasStreetMap(dataDirectory)).toBe(false);
  });
});

describe("an extract", () => {
  let instance: Instance;
  beforeAll(async () => {
    instance = await createInstance();
    const file = join(root, "hungary.osm.pbf");
    writeFileSync(file, writeOsmPbf(hungarianExtract));
    await importExtract(instance, file);
  });
  afterAll(() => instance?.[Symbol.asyncDispose]());

  it("that does not exist is not removed, and no other is", async () => {
    const before = await listExtracts(instance);
    expect(await removeExtract(instance, "hungar")).toBeNull();
    expect(await listExtracts(instance)).toEqual(before);
    expect(before).toMatchObject([{ name: "hungary", search: { settlements: 7 } }]);
  });

  it("is not removed while an import is running", async () => {
    await whileNoOtherImports(instance.database, async () => {
      await expect(removeExtract(instance, "hungary")).rejects.toThrow("Another import is running");
    });
    expect(await listExtracts(instance)).toHaveLength(1);
  });

  it("whose newer file is not in the street map yet is listed so", async () => {
    const { database, dataDirectory } = instance;
    await database.updateTable("extract").set({ digest: "another" }).execute();
    expect(await listExtracts(instance)).toMatchObject([
      { streetMap: "earlier", ways: hasRouter ? "earlier" : "absent" },
    ]);
    expect(hasStreetMap(dataDirectory)).toBe(true);
  });

  it("whose removal was interrupted at any step can be removed again", async () => {
    const { database, dataDirectory } = instance;
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
      // It is left out of the map, and does not stop that of others.
      await importExtract(
        instance,
        save("village", { 5: [19.3, 47.7, { place: "village", name: "Falu" }] }),
      );
      expect(readMadeOf(instance.dataDirectory)).toEqual([
        expect.stringMatching(/^town-/),
        expect.stringMatching(/^village-/),
      ]);
      const renewed = await renewWaysAndMap(instance.dataDirectory);
      expect(isComplete(renewed)).toBe(false);
      expect(renewed).toMatchObject({
        extracts: ["town", "village"],
        leftOut: [expect.stringMatching(/^The stored file of county is damaged: import county/)],
      });
      await removeExtract(instance, "village");
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
});
