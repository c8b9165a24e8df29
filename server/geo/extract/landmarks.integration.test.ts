import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Database } from "#server/database/connect.ts";
import { type GeoSearchOptions, unsupportedCalls } from "#server/geo/geo.ts";
import { importFile } from "#server/import/import-file.ts";
import { removeExtract } from "#server/import/imported-extracts.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { area, hungarianExtract } from "#tests/support/map-data/hungarian-extract.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { createExtractProvider } from "./extract-provider.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-landmarks-"));
/** Limits so long that a busy machine does not reach them. */
const limits = { maxWaitMs: 600_000, statementTimeoutMs: 600_000 };

afterAll(() => rmSync(folder, { recursive: true }));

function providerOf(database: Database) {
  const walk = unsupportedCalls.directions;
  return createExtractProvider({ database, walk, log: silentLog, limits });
}

/** The suggestions' names and details. */
async function suggest(database: Database, text: string, options: Partial<GeoSearchOptions> = {}) {
  const found = await providerOf(database).suggest(text, { ...searchOptions(), ...options });
  if (!found.ok) throw new Error(found.code);
  return found.value.map(({ name, detail }) => `${name}, ${detail}`);
}

async function importExtract(database: Database, extract: TestExtract) {
  const path = join(folder, "hungary.osm.pbf");
  writeFileSync(path, writeOsmPbf(extract));
  const now = new Date("2026-06-01T10:00:00Z");
  return importFile({ database, path, country: null, now, onProgress: () => {} });
}

const keleti = {
  railway: "station",
  name: "Budapest-Keleti",
  "name:de": "Budapest Ostbahnhof",
  alt_name: "Keleti pályaudvar;Keleti pu.",
  "addr:street": "Kerepesi út",
  "addr:housenumber": "2-4",
};
const pharmacy = { amenity: "pharmacy", name: "Benu" };
const garden = area(130, [19.07, 47.51], [19.09, 47.52]);
const beach = area(140, [19.119, 47.529], [19.121, 47.531]);

const withLandmarks: TestExtract = {
  ...hungarianExtract,
  nodes: {
    ...hungarianExtract.nodes,
    ...garden.nodes,
    ...beach.nodes,
    700: [19.084, 47.5, keleti],
    // The same station as a stop, and its building.
    701: [19.085, 47.5005, { public_transport: "station", name: "Budapest-Keleti" }],
    702: [19.06, 47.5, pharmacy],
    703: [19.11, 47.5, pharmacy],
    704: [20.1455, 46.2506, { ...pharmacy, name: "Dóm Patika" }],
    705: [17.6345, 47.6876, { railway: "station", name: "Győr" }],
    706: [19.05, 47.5, { railway: "station", name: "Régi", disused: "yes" }],
    707: [19.05, 47.5, { tourism: "museum" }],
    708: [19.07, 47.5, { railway: "station", station: "subway", name: "Blaha Lujza tér" }],
    709: [19.06, 47.495, { tourism: "hotel", name: "Astoria" }],
    710: [19.12, 47.52, { highway: "rest_area", name: "Csata-rét" }],
  },
  ways: {
    ...hungarianExtract.ways,
    130: [garden.ways[130][0], { leisure: "park", name: "Városliget" }],
    // Only a part of the outline of another, which is an area of two ways.
    131: [garden.ways[130][0].slice(0, 3), {}],
    132: [beach.ways[140][0], { natural: "beach", name: "Római-part" }],
  },
  relations: {
    ...hungarianExtract.relations,
    700: [[100], { tourism: "attraction", name: "Nagy Budapest" }],
    701: [[131], { tourism: "attraction", name: "Unvollendet" }],
  },
};

describe("landmarks of an extract", () => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await createTestDatabase();
    await importExtract(db.database, withLandmarks);
  });
  afterAll(() => db?.[Symbol.asyncDispose]());

  it.each<[text: string, options: Partial<GeoSearchOptions>, first: string]>([
    ["Keleti", {}, "Budapest-Keleti, vasútállomás, Kerepesi út 2-4, Budapest"],
    ["keleti pu", {}, "Budapest-Keleti, vasútállomás"],
    ["Ostbahnhof", { language: "de" }, "Budapest Ostbahnhof, Bahnhof, Kerepesi út 2-4"],
    ["Keletti pályaudvar", {}, "Budapest-Keleti, vasútállomás"],
    ["Városliget", { language: "en" }, "Városliget, park, Budapest"],
    ["osliget", {}, "Városliget, park, Budapest"],
    ["Nagy Bud", {}, "Nagy Budapest, látnivaló, Budapest"],
    ["gyógyszertár", { near: [20.14, 46.25] }, "Dóm Patika, gyógyszertár, 6720 Szeged"],
    ["pharmacy Szeged", { near: [19.05, 47.5] }, "Dóm Patika, gyógyszertár, 6720 Szeged"],
    ["Apotheke Raab", { language: "de" }, "Benu, Apotheke, Budapest"],
    ["vasútállomás Győr", {}, "Győr, vasútállomás, 9025 Győr"],
    ["Győr", {}, "Győr, Magyarország"],
    ["Győr", { language: "sk" }, "Ráb, Maďarsko"],
    ["lekáreň Szeged", { language: "sk" }, "Dóm Patika, lekáreň, 6720 Szeged"],
    ["аптека Szeged", { language: "uk" }, "Dóm Patika, аптека, 6720 Szeged"],
    ["hôtel", {}, "Astoria, szálloda, Budapest"],
    ["Blaha", {}, "Blaha Lujza tér, metróállomás, Budapest"],
  ])("suggests first for '%s' %o: %s", async (text, options, first) => {
    const found = await suggest(db.database, text, options);
    expect(found[0]?.slice(0, first.length)).toBe(first);
  });

  it("are one where several elements of one name and kind are at a spot, else each its own", async () => {
    const stations = await suggest(db.database, "Budapest-Keleti");
    expect(stations.filter((label) => label.includes("vasútállomás"))).toHaveLength(1);
    expect(await suggest(db.database, "Benu", { near: [19.06, 47.5] })).toHaveLength(2);
    const near: Coordinates = [19.11, 47.5];
    const found = await providerOf(db.database).search("patika", { ...searchOptions(), near });
    expect(found).toMatchObject({ value: [{ longitude: 19.11 }, { longitude: 19.06 }, {}] });
  });

  it("are found by their kind's word in the language of their country alone", async () => {
    const moveTo = (country: string) =>
      db.database.updateTable("settlement").set({ country }).where("name", "=", "Győr").execute();
    expect(await suggest(db.database, "gare")).toEqual([]);
    await moveTo("MC");
    try {
      expect(await suggest(db.database, "gare")).toEqual([
        expect.stringContaining("Győr, vasútállomás"),
      ]);
    } finally {
      await moveTo("HU");
    }
  });

  it("have a kind, a point, and their street's address, also when they are retrieved", async () => {
    const provider = providerOf(db.database);
    const found = await provider.suggest("Keleti", searchOptions("en"));
    if (!found.ok) throw new Error(found.code);
    expect(found.value[0]).toMatchObject({ kind: "station", precision: "address" });
    expect(await provider.retrieve(found.value[0].id, searchOptions("en"))).toMatchObject({
      value: {
        kind: "station",
        address_line1: "Kerepesi út 2-4",
        address_line2: "Budapest-Keleti",
        place: "Budapest",
        longitude: 19.084,
      },
    });
  });

  it.each(["Régi", "Unvollendet"])(
    "leaves out '%s': closed, or with an open outline",
    async (text) => {
      expect(await suggest(db.database, text)).toEqual([]);
    },
  );

  it.each<[string, Coordinates, Partial<GeoAddress>]>([
    ["the nearest", [19.061, 47.5], { address_line2: "Benu", kind: "pharmacy" }],
    ["it without its own address", [19.084, 47.501], { address_line2: "Budapest-Keleti" }],
    ["a beach", [19.12, 47.529], { address_line2: "Római-part", kind: "beach" }],
    ["a rest area", [19.12, 47.521], { address_line2: "Csata-rét", kind: "rest_area" }],
    ["none beyond a kilometre", [19.06, 47.4855], { address_line2: "", precision: "settlement" }],
  ])("name a point without a street: %s", async (_name, point, expected) => {
    const found = await providerOf(db.database).reverse(point, searchOptions());
    expect(found).toMatchObject({
      value: { ...expected, address_line1: "", place: "Budapest", longitude: point[0] },
    });
  });

  it("are replaced by a further import, and go with their extract", async () => {
    await using other = await createTestDatabase();
    const { database } = other;
    const count = async () => {
      const { rows } = await sql<{ kind: string }>`
        select kind from street where kind is not null`.execute(database);
      return rows.length;
    };
    const first = await importExtract(database, withLandmarks);
    // One street is of the station's address.
    expect(first.extract).toMatchObject({ streets: 15 });
    expect(await count()).toBe(11);
    await importExtract(database, hungarianExtract);
    expect(await count()).toBe(0);
    await importExtract(database, withLandmarks);
    expect(await count()).toBe(11);
    await removeExtract({ database, dataDirectory: folder }, "hungary");
    expect(await count()).toBe(0);
  });
});
