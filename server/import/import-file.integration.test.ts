import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isInside } from "#domain/geography/shapes.ts";
import { placeFacts } from "#domain/place/place-facts.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { ensureFactColumns } from "#server/database/fact-sets.ts";
import { editPlace } from "#server/edits/edit-place.ts";
import { type ExportFormat, exportPlaces } from "#server/export/export-places.ts";
import type { ExportedPlace } from "#server/export/read-places.ts";
import { resolveReport } from "#server/feedback/reports.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import { hoursTextOf, openingToday } from "#server/opening/opening-hours.ts";
import { findPlace } from "#server/places/find-place.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces, addReviews } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import {
  at,
  countryCode,
  inventedCountry,
  inventedCounts,
  ownHoliday,
  toilets,
} from "#tests/support/map-data/invented-country.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { writeOsmXml } from "#tests/support/map-data/write-osm-xml.ts";
import { notifiesNobody } from "#tests/support/services/stand-ins.ts";
import type { ExtractResult } from "./extract/import-extract.ts";
import { type ImportOptions, type ImportResult, importFile } from "./import-file.ts";
import { OsmPbfWriter } from "./osm/osm-file.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-import-"));
const now = new Date("2026-06-01T10:00:00Z");
let db: TestDatabase;
let database: Database;

beforeAll(async () => {
  db = await createTestDatabase();
  database = db.database;
});
afterAll(async () => {
  await db[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await sql`update place set deleted_at = database_clock() where deleted_at is null`.execute(
    database,
  );
  await sql`delete from place`.execute(database);
  await sql`truncate left_out_element, extract cascade`.execute(database);
});

function importContent(
  name: string,
  content: string | Buffer,
  options: Partial<Pick<ImportOptions, "country" | "homeCountry" | "takesOlder">> = {},
): Promise<ImportResult> {
  const path = join(folder, name);
  writeFileSync(path, content);
  return importFile({ database, path, country: null, now, onProgress: () => {}, ...options });
}

async function exportAs(format: ExportFormat): Promise<string> {
  let complete = "";
  const { text } = await exportPlaces({ database, format, ownLicence: null, now });
  for await (const part of text) complete += part;
  return complete;
}

async function exportedPlaces(): Promise<ExportedPlace[]> {
  return JSON.parse(await exportAs("json")).places;
}

const importToilets = (...elements: object[]) =>
  importContent("toilets.json", JSON.stringify({ version: 0.6, elements }));

const toilet = (id: number, tags: object = {}, at = [19.05, 47.5]) => ({
  type: "node",
  id,
  lon: at[0],
  lat: at[1],
  tags: { amenity: "toilets", ...tags },
});

function readPlaces() {
  return database.selectFrom("place").selectAll().orderBy("osm_id").execute();
}

/** All data that an import writes, for comparison. */
async function readAll() {
  const tables = ["place", "schedule", "extract", "settlement", "street", "address"] as const;
  return Promise.all(
    tables.map((table) => database.selectFrom(table).selectAll().orderBy("id").execute()),
  );
}

/** Rows of an extract in the search, by name, each with its content and its place in its table. */
async function searchRows(extract: string) {
  const { rows } = await sql<{ name: string; content: object; place: string }>`
    select name, content - '{id,extract_id,part_of,settlement_id,street_id}'::text[] as content, place
    from (
      select name, to_jsonb(row) || jsonb_build_object('parent',
          (select osm_id from settlement where id = row.part_of)) as content,
        'settlement ' || ctid as place, extract_id, osm_id as tie
      from settlement row
      union all
      select name, to_jsonb(row) || jsonb_build_object('parent',
          (select osm_id from settlement where id = row.settlement_id)),
        'street ' || ctid, extract_id, longitude::text
      from street row
      union all
      select housenumber, to_jsonb(row) || jsonb_build_object('parent',
          (select name from street where id = row.street_id)),
        'address ' || ctid, extract_id, osm_id
      from address row
    ) row
    where extract_id = (select id from extract where name = ${extract})
    order by name collate "hu-HU-x-icu", tie`.execute(database);
  return rows;
}

/** A village of one street: its border, a house of four corners, toilets of three kinds. */
const village: TestExtract = {
  nodes: {
    1: [19, 47],
    2: [19.1, 47],
    3: [19.1, 47.1],
    4: [19, 47.1],
    10: [
      19.05,
      47.05,
      { place: "village", name: "Próbafalva", "name:de": `Probedorf${"\u0301".repeat(200)}` },
    ],
    11: [19.07, 47.07, { place: "suburb", name: "Alvég" }],
    20: [19.049, 47.05],
    21: [19.051, 47.05],
    30: [19.0502, 47.0501, { "addr:street": "Fő utca", "addr:housenumber": "12/A" }],
    40: [19.06, 47.06],
    41: [19.0602, 47.06],
    42: [19.0602, 47.0602],
    43: [19.06, 47.0602],
    50: [19.0501, 47.0501, { amenity: "toilets", fee: "no", name: "Templom tér" }],
    51: [19.09, 47.09, { amenity: "toilets", access: "no" }],
  },
  ways: {
    100: [[1, 2, 3], {}],
    101: [[3, 4, 1], {}],
    102: [[20, 21], { highway: "residential", name: "Fő utca" }],
    103: [
      [40, 41, 42, 43, 40],
      {
        building: "yes",
        "addr:street": "Kis köz",
        "addr:housenumber": "3",
        "addr:postcode": "1234",
      },
    ],
    104: [
      [40, 41, 42, 43, 40],
      { amenity: "toilets", opening_hours: "Mo-Fr 08:00-12:00,13:00-17:00" },
    ],
  },
  relations: {
    200: [[101, 100], { boundary: "administrative", admin_level: "8", name: "Próbafalva" }],
    201: [[100, 101], { amenity: "toilets", type: "multipolygon", wheelchair: "limited" }],
  },
};

describe("an extract", () => {
  test("adds settlements, streets, addresses, and toilets with their addresses", async () => {
    const result = await importContent("village-latest.osm.pbf", writeOsmPbf(village));
    expect(result).toMatchObject({
      source: "village",
      extract: { settlements: 2, streets: 2, addresses: 2 },
      report: { added: 3 },
    });
    expect(result.report.leftOut).toEqual(new Map([["unusable", 1]]));
    const settlements = await database.selectFrom("settlement").selectAll().orderBy("id").execute();
    expect(settlements).toMatchObject([
      {
        name: "Próbafalva",
        names: { de: "Probedorf\u0301\u0301" },
        kind: "village",
        country: "HU",
        part_of: null,
      },
      { name: "Alvég", kind: "suburb", part_of: settlements[0].id, boundary: null },
    ]);
    expect(settlements[0].boundary).toHaveLength(1);
    const addresses = await database
      .selectFrom("address")
      .innerJoin("street", "street.id", "street_id")
      .select([
        "address.osm_id",
        "name",
        "housenumber_key",
        "city",
        "settlement_id",
        "address.postcode",
      ])
      .orderBy("address.osm_id")
      .execute();
    const there = { city: "Próbafalva", settlement_id: settlements[0].id };
    expect(addresses).toEqual([
      { osm_id: "node/30", name: "Fő utca", housenumber_key: "12/a", postcode: "", ...there },
      { osm_id: "way/103", name: "Kis köz", housenumber_key: "3", postcode: "1234", ...there },
    ]);
    expect(await readPlaces()).toMatchObject([
      {
        osm_id: "node/50",
        city: "Próbafalva",
        address: "Fő utca",
        comments: "Templom tér",
        accepted: true,
      },
      {
        osm_id: "relation/201",
        city: "Próbafalva",
        latitude: 47.05,
        longitude: 19.05,
        accessible: false,
      },
      {
        osm_id: "way/104",
        longitude: 19.0601,
        latitude: 47.0601,
        opening_hours: "Mo-Fr 08:00-12:00,13:00-17:00",
        opening_hours_complete: false,
      },
    ]);
  });

  test("changes nothing when it is imported again, and is replaced by a newer one of its name", async () => {
    await importContent("village-latest.osm.pbf", writeOsmPbf(village));
    const before = await readAll();
    const again = await importContent("village-latest.osm.pbf", writeOsmPbf(village));
    expect(again).toMatchObject({
      extract: "unchanged",
      report: { added: 0, updated: 0, unchanged: 3 },
    });
    expect(await readAll()).toEqual(before);

    const { 102: _, ...ways } = village.ways!;
    await importContent("village-260301.osm.pbf", writeOsmPbf({ ...village, ways }));
    const streets = await database
      .selectFrom("street")
      .select(["name", "lines"])
      .orderBy("name")
      .execute();
    expect(streets).toEqual([
      { name: "Fő utca", lines: [] },
      { name: "Kis köz", lines: [] },
    ]);
    expect(await database.selectFrom("extract").select("name").execute()).toEqual([
      { name: "village" },
    ]);
  });

  test("is as of a first import when it has changed, with the rows untouched that have not", async () => {
    const station = { railway: "station", name: "Próbafalva állomás" };
    const museum = { tourism: "museum", name: "Tájház" };
    const nodes = {
      ...village.nodes,
      31: [19.0503, 47.0501, { "addr:street": "Fő utca", "addr:housenumber": "14" }],
      60: [19.03, 47.03, station],
      61: [19.07, 47.03, station],
      62: [19.08, 47.03, museum],
    } satisfies TestExtract["nodes"];
    await importContent("village.osm.pbf", writeOsmPbf({ ...village, nodes }));
    const before = await searchRows("village");
    expect(before.map(({ name }) => name)).toEqual(
      ["12/A", "14", "3", "Alvég", "Fő utca", "Kis köz", "Próbafalva"].concat(
        [station.name, station.name, museum.name].toSorted(),
      ),
    );

    const number = { "addr:street": "Fő utca", "addr:housenumber": "16", "addr:postcode": "4321" };
    const { 103: _, ...ways } = village.ways!;
    const changed = writeOsmPbf({
      nodes: {
        ...nodes,
        11: [19.07, 47.07, { place: "quarter", name: "Felvég" }],
        31: [19.0503, 47.0501, number],
        32: [19.0504, 47.0501, { ...number, "addr:street": "Új sor" }],
        61: [19.071, 47.03, station],
        62: [19.08, 47.03, { ...museum, "name:en": "Village museum" }],
      },
      ways,
      relations: village.relations,
    });
    await importContent("village.osm.pbf", changed);
    await importContent("first.osm.pbf", changed);
    const [after, first] = [await searchRows("village"), await searchRows("first")];
    const contents = (rows: typeof after) => rows.map(({ content }) => content);
    expect(contents(after)).toEqual(contents(first));
    const places = new Set(before.map(({ place }) => place));
    expect(after.map(({ name, place }) => [name, places.has(place)])).toEqual([
      ["12/A", true],
      ["16", false],
      ["16", false],
      ["Felvég", false],
      ["Fő utca", false],
      ["Próbafalva", false],
      ["Próbafalva állomás", true],
      ["Próbafalva állomás", false],
      ["Tájház", false],
      ["Új sor", false],
    ]);
  });

  test("in XML gives the rows of the same data in PBF", async () => {
    const museum = [19.03, 47.03, { tourism: "museum", name: "Tájház" }] as const;
    const data = { ...village, nodes: { ...village.nodes, 60: museum } };
    await importContent("pbf.osm.pbf", writeOsmPbf(data));
    const places = await readPlaces();
    const { report, extract } = await importContent("xml.osm.pbf", writeOsmXml(data));
    expect(report).toMatchObject({ added: 0, updated: 0, unchanged: 3 });
    expect(extract).toMatchObject({ settlements: 2, streets: 2, addresses: 2 });
    expect(await readPlaces()).toEqual(places);
    const contents = async (extract: string) =>
      (await searchRows(extract)).map(({ content }) => content);
    expect(await contents("xml")).toEqual(await contents("pbf"));
  });

  test("does not replace a newer one of its name, unless allowed", async () => {
    const of = (day: string, extract: TestExtract = village) =>
      writeOsmPbf({ ...extract, dataAt: new Date(`${day}T00:00:00Z`) });
    await importContent("village.osm.pbf", of("2026-01-02"));
    const before = await readAll();
    const { 102: _, ...ways } = village.ways!;
    const older = of("2025-12-31", { ...village, ways });
    await expect(importContent("village-latest.osm.pbf", older)).rejects.toThrow(
      new ImportFileError(
        "Its data is of 2025-12-31T00:00:00.000Z, and that of the extract village here is newer, of 2026-01-02T00:00:00.000Z. Import a newer file, or this one with --older.",
      ),
    );
    expect(await readAll()).toEqual(before);
    // One of the same time is imported, and so is one of another name.
    await importContent("village.osm.pbf", of("2026-01-02", { ...village, ways }));
    await importContent("other.osm.pbf", older);
    expect(await importContent("village.osm.pbf", older, { takesOlder: true })).toMatchObject({
      extract: { streets: 2 },
    });
  });

  describe("near a border", () => {
    const nodes = {
      1: [9.4, 47],
      2: [9.6, 47],
      3: [9.6, 47.3],
      4: [9.4, 47.3],
      // On the other side by the borders that are used without the extract's own.
      10: [9.515, 47.24, { place: "village", name: "Ruggell" }],
      11: [9.5545, 47.1416, { place: "town", name: "Vaduz" }],
      12: [9.5559, 47.1443, { place: "town", name: "Ebenholz" }],
      20: [9.5152, 47.2401, { amenity: "toilets" }],
    } as const;
    const cut: TestExtract = { nodes };
    const border = { boundary: "administrative", admin_level: "2", name: "Liechtenstein" };
    const complete: TestExtract = {
      nodes,
      ways: { 1: [[1, 2, 3, 4, 1], {}] },
      relations: { 1: [[1], { ...border, "ISO3166-1:alpha2": "LI" }] },
    };
    const come = async (extract: TestExtract, country: string | null = null) => {
      const result = await importContent("rhine.osm.pbf", writeOsmPbf(extract), { country });
      const settlements = await database.selectFrom("settlement").select("country").execute();
      const { guessedCountries } = result.extract as ExtractResult;
      const [place] = await readPlaces();
      return [settlements.map((row) => row.country).join(), place.country, [...guessedCountries]];
    };

    test("without the border guesses the countries, reports it, and uses a given one", async () => {
      expect(await come(cut)).toEqual([
        "CH,LI,LI",
        "CH",
        [
          ["LI", 2],
          ["CH", 1],
        ],
      ]);
      expect(await come(cut, "LI")).toEqual(["LI,LI,LI", "LI", []]);
    });

    test("with the border uses it", async () => {
      expect(await come(complete)).toEqual(["LI,LI,LI", "LI", []]);
    });

    test("without the border reports nothing where all are in one country", async () => {
      const { 10: _, 20: __, ...others } = nodes;
      const toilets = [9.5546, 47.1417, { amenity: "toilets" }] as const;
      expect(await come({ nodes: { ...others, 20: toilets } })).toEqual(["LI,LI", "LI", []]);
    });
  });

  test("changes nothing when the file is cut off or damaged anywhere", async () => {
    await importContent("village.osm.pbf", writeOsmPbf(village));
    const before = await readAll();
    const { 10: _, ...nodes } = village.nodes;
    const complete = writeOsmPbf({ ...village, nodes });
    const damaged = Buffer.from(complete);
    damaged[Math.floor(complete.length * 0.8)] ^= 0xff;
    const cuts = [0, 3, 10, 0.3, 0.6, 0.99].map((at) =>
      at < 1 ? Math.floor(complete.length * at) : at,
    );
    for (const content of [...cuts.map((cut) => complete.subarray(0, cut)), damaged]) {
      await expect(importContent("village.osm.pbf", content)).rejects.toThrow(ImportFileError);
    }
    await expect(importContent("village.osm.pbf", writeOsmPbf({ nodes: {} }))).rejects.toThrow(
      "It has no elements.",
    );
    const strange = writeOsmPbf({ ...village, features: ["HistoricalInformation"] });
    await expect(importContent("village.osm.pbf", strange)).rejects.toThrow(
      "HistoricalInformation",
    );
    expect(await readAll()).toEqual(before);
  });
});

describe("toilets", () => {
  test("are mapped from their tags", async () => {
    await importToilets(
      toilet(1, {
        "addr:city": "Szeged",
        "addr:street": "Tisza Lajos körút",
        "addr:housenumber": "5",
        fee: "yes",
        charge: "200 Ft",
        wheelchair: "designated",
        access: "customers",
        opening_hours: "24/7",
        check_date: "2026-05-20",
        changing_table: "yes",
        operator: "Környezetgazdálkodási Kht.",
        description: "A buszpályaudvaron",
      }),
    );
    const [place] = await readPlaces();
    expect(place).toMatchObject({
      country: "HU",
      city: "Szeged",
      address: "Tisza Lajos körút 5",
      price: "200.00",
      price_known: true,
      accessible: true,
      public: false,
      accepted: true,
      added_by: null,
      opening_hours: "24/7",
      opening_hours_complete: true,
      comments: "Környezetgazdálkodási Kht. – A buszpályaudvaron",
      last_confirmed: new Date("2026-05-20T12:00:00Z"),
      attributes: { changing_table: "yes", charge: "200 Ft", wheelchair: "designated" },
    });
  });

  test("have a fee where the amount is unknown, also after an older import without it", async () => {
    const paid = toilet(1, { fee: "yes" });
    await importToilets(paid, toilet(2, {}));
    const fees = async () =>
      (await readPlaces()).map(({ price, price_known, costs }) => ({ price, price_known, costs }));
    const unpriced = { price: null, price_known: false };
    expect(await fees()).toEqual([
      { ...unpriced, costs: true },
      { ...unpriced, costs: false },
    ]);
    await sql`update place set costs = false,
      imported = imported #- '{fields,price,costs}' where osm_id = 'node/1'`.execute(database);
    expect((await importToilets(paid, toilet(2, {}))).report).toMatchObject({
      updated: 1,
      unchanged: 1,
    });
    expect((await fees())[0]).toEqual({ ...unpriced, costs: true });
  });

  test("get a fact that older imports did not know, and keep one that was changed here", async () => {
    const toilets = [toilet(1, { wheelchair: "yes" }), toilet(2, { wheelchair: "yes" })] as const;
    await importToilets(...toilets);
    await sql`update place set accessible = false, fact_set_id = 1,
      imported = imported #- case osm_id when 'node/1' then '{fields,facts}' else '{none}' end::text[]`.execute(
      database,
    );
    await importToilets(...toilets);
    const places = await readPlaces();
    expect(places.map(({ accessible }) => accessible)).toEqual([true, false]);
  });

  test("are closed on the days that their opening hours omit, also after an older import without them", async () => {
    const hours = { opening_hours: "Mo-Fr 08:00-18:00; PH off" };
    await importToilets(toilet(1, hours), toilet(2, { opening_hours: "off" }));
    const times = async () => {
      const rows = await database
        .selectFrom("place")
        .innerJoin("schedule", "schedule.id", "schedule_id")
        .select("opening_times")
        .orderBy("place.id")
        .execute();
      return rows.map(({ opening_times }) => opening_times);
    };
    const weekdays = Array<string>(5).fill("08:00-18:00");
    expect(await times()).toEqual([
      [...weekdays, "closed", "closed"],
      Array<string>(7).fill("closed"),
    ]);
    // As before closed days were distinguished.
    await sql`insert into schedule (time_zone, opening_times)
      values ('Europe/Budapest', ${[...weekdays, "-", "-"]})`.execute(database);
    await sql`update place set
      schedule_id = (select max(id) from schedule),
      imported = jsonb_set(imported, '{fields,opening,times}', ${JSON.stringify([...weekdays, "-", "-"])}::jsonb)
      where osm_id = 'node/1'`.execute(database);
    const { report } = await importToilets(toilet(1, hours), toilet(2, { opening_hours: "off" }));
    expect(report).toMatchObject({ updated: 1, unchanged: 1 });
    expect((await times())[0]).toEqual([...weekdays, "closed", "closed"]);
  });

  test("are two places where their texts are equal, and none where a duplicate was added here", async () => {
    const [own] = await addPlaces(database, [{ city: "Budapest", address: "Fő tér" }]);
    const square = { "addr:city": "Budapest", "addr:street": "Hősök tere" };
    const { report } = await importToilets(
      toilet(1, square),
      toilet(2, square),
      toilet(3, { "addr:city": "budapest", "addr:street": "FŐ TÉR" }),
      // Without an address, the position distinguishes them.
      toilet(4, {}, [19.1, 47.5]),
      toilet(5, {}, [19.2, 47.5]),
    );
    expect(report.added).toBe(4);
    expect(report.remarks).toEqual([{ kind: "duplicate", osmId: "node/3", placeId: own }]);
    expect((await importToilets(toilet(1, square), toilet(2, square))).report).toMatchObject({
      updated: 0,
      unchanged: 2,
    });
  });

  test("get new values of the file, but not in fields that were changed here, which is reported once", async () => {
    const file = (fee: string, description: string) => [
      toilet(1, { "addr:street": "Fő utca", fee, description }),
    ];
    await importToilets(...file("no", "eredeti"));
    await sql`update place set comments = 'a mi szavunk'`.execute(database);

    const second = await importToilets(...file("100 Ft", "új"));
    expect(second.report).toMatchObject({
      updated: 1,
      remarks: [{ kind: "conflict", fields: ["named"] }],
    });
    expect(await readPlaces()).toMatchObject([{ comments: "a mi szavunk", price: "100.00" }]);

    const before = await readPlaces();
    const third = await importToilets(...file("100 Ft", "új"));
    expect(third.report).toMatchObject({ updated: 0, unchanged: 1, remarks: [] });
    expect(await readPlaces()).toEqual(before);
  });

  test("are in doubt where contributions contradict 'private', from when a file has it until they are confirmed", async () => {
    const file = (access: string) => [toilet(1, { "addr:street": "Fő utca", access })];
    const reported = async () => {
      const rows = await database.selectFrom("place").select("private_reported").execute();
      return rows.map(({ private_reported }) => private_reported !== null);
    };
    await importToilets(...file("yes"));
    const [columns] = await ensureFactColumns(database, [{ access: "customers" }]);
    await database
      .updateTable("place")
      .set({ ...columns, public: false })
      .execute();
    await importToilets(...file("yes"));
    expect(await reported()).toEqual([false]);
    await importToilets(...file("private"));
    expect(await reported()).toEqual([true]);
    // It is reported once: a place that was confirmed meanwhile stays so.
    await database.updateTable("place").set({ private_reported: null }).execute();
    await importToilets(...file("private"));
    expect(await reported()).toEqual([false]);
    await importToilets(...file("yes"));
    await importToilets(...file("private"));
    expect(await reported()).toEqual([true]);
    await importToilets(...file("yes"));
    expect(await reported()).toEqual([false]);
  });

  test("have a line of history for fields that an import changes, and for nothing else", async () => {
    const file = (tags: object) => [toilet(1, { "addr:street": "Fő utca", ...tags }), toilet(2)];
    const history = () =>
      database
        .selectFrom("place_edit")
        .innerJoin("place", "place.id", "place_id")
        .select(["osm_id", "place_edit.version", "place.version as now"])
        .select(["source", "account_id", "changes"])
        .orderBy("place_edit.id")
        .execute();
    await importToilets(...file({ fee: "no", shower: "yes" }));
    await importToilets(...file({ fee: "no", shower: "yes" }));
    // Tags that are stored beside the fields, and a confirmation.
    await importToilets(
      ...file({ fee: "no", shower: "yes", website: "x", check_date: "2026-01-02" }),
    );
    expect(await history()).toEqual([]);
    await importToilets(...file({ fee: "100 Ft", wheelchair: "yes", opening_hours: "24/7" }));
    const unsaid = { opening_times: Array(7).fill("-"), closed_days: [], opening_hours: null };
    const always = {
      ...unsaid,
      opening_times: Array(7).fill("00:00-24:00"),
      opening_hours: "24/7",
    };
    expect(await history()).toEqual([
      {
        ...{ osm_id: "node/1", version: 2, now: 2, source: "import", account_id: null },
        changes: {
          fee: { from: { fee: "free", price: null }, to: { fee: "costs", price: 100 } },
          hours: { from: unsaid, to: always },
          wheelchair: { from: null, to: "yes" },
          shower: { from: "yes", to: null },
        },
      },
    ]);
  });

  test("and an edit at the same time: neither overwrites unseen changes of the other", async () => {
    const moderator = {
      userId: await addAccount(database, "mod@example.org"),
      email: "mod@example.org",
      role: "moderator",
    } as const;
    const file = (description: string, fee: string) => [
      toilet(1, { "addr:street": "Fő utca", fee, description, opening_hours: "24/7" }),
    ];
    await importToilets(...file("eredeti", "no"));
    const [{ id }] = await readPlaces();
    let [before] = await readPlaces();
    for (let round = 1; round <= 8; round++) {
      const edit = { note: "", comments: `a miénk ${round}`, opening_times: Array(7).fill("-") };
      const change = { placeId: id, edit, version: before.version };
      const [imported, edited] = await Promise.all([
        importToilets(...file(`új ${round}`, `${round}00 Ft`)),
        editPlace({ database, now: () => now, ...notifiesNobody }, change, moderator),
      ]);
      const [after] = await readPlaces();
      expect(imported.report).toMatchObject({ added: 0, updated: 1 });
      expect(after.price).toBe(`${round}00.00`);
      if (edited.ok) expect(after).toMatchObject({ comments: edit.comments, opening_hours: null });
      else expect(edited).toMatchObject({ code: "error.conflict", place: { id } });
      before = after;
    }
    const lines = await database.selectFrom("place_edit").selectAll().orderBy("id").execute();
    expect(lines.map(({ version }) => version)).toEqual(lines.map((_, index) => index + 2));
    expect(before.version).toBe(lines.length + 1);
  });

  test("keep the later confirmation, ours or the file's", async () => {
    const ours = new Date("2026-05-01T09:00:00Z");
    await importToilets(toilet(1, { check_date: "2026-04-01" }));
    await database.updateTable("place").set({ last_confirmed: ours }).execute();
    await importToilets(toilet(1, { check_date: "2026-04-30" }));
    expect(await readPlaces()).toMatchObject([{ last_confirmed: ours }]);
    await importToilets(toilet(1, { check_date: "2026-05-02" }));
    expect(await readPlaces()).toMatchObject([
      { last_confirmed: new Date("2026-05-02T12:00:00Z") },
    ]);
  });

  test("that were deleted here stay deleted, also when the row is gone for good", async () => {
    await importToilets(toilet(1), toilet(2, {}, [19.1, 47.5]));
    await sql`update place set deleted_at = database_clock()`.execute(database);
    await sql`delete from place where osm_id = 'node/2'`.execute(database);
    const { report } = await importToilets(toilet(1), toilet(2, {}, [19.1, 47.5]));
    expect(report.added).toBe(0);
    expect(report.leftOut).toEqual(new Map([["deleted-here", 2]]));
    expect(await readPlaces()).toMatchObject([{ osm_id: "node/1", deleted_at: expect.any(Date) }]);
  });

  test("keep the name of their street where they are moved up to 200 m off it", async () => {
    const move = async (latitude: number, name: string) => {
      const extract = {
        nodes: {
          20: [19.049, 47.05],
          21: [19.051, 47.05],
          50: [19.0501, latitude, { amenity: "toilets" }],
        },
        ways: { 102: [[20, 21], { highway: "residential", name }] },
      } as const;
      await importContent("village.osm.pbf", writeOsmPbf(extract));
      return (await readPlaces())[0].address;
    };
    // One thousandth of a degree is some 111 m.
    expect(await move(47.0501, "Fő utca")).toBe("Fő utca");
    expect(await move(47.0511, "Fő utca")).toBe("Fő utca");
    // Neither an import without a move nor a second move loses it; it follows the street's new name.
    expect(await move(47.0511, "Fő utca")).toBe("Fő utca");
    expect(await move(47.0517, "Új utca")).toBe("Új utca");
    expect(await move(47.052, "Új utca")).toBe("");
    // No street is known at the present position.
    expect(await move(47.0519, "Új utca")).toBe("");
  });

  test("of an extract that is not sorted are those of the sorted one, with its streets", async () => {
    const path = join(folder, "unsorted.osm.pbf");
    {
      using writer = new OsmPbfWriter(path);
      const at = { longitudeE7: 190500000, latitudeE7: 470500000 };
      const tags = { amenity: "toilets", name: "Templom tér" };
      writer.way({ id: 102, refs: [20, 21], tags: { highway: "residential", name: "Fő utca" } });
      writer.node({ id: 50, ...at, tags });
      writer.node({ id: 21, ...at, longitudeE7: 190510000, tags: {} });
      writer.node({ id: 20, ...at, tags: {} });
      writer.node({ id: 50, ...at, tags: { ...tags, name: "Fő tér" } });
      writer.finish();
    }
    const { extract, stored } = await importContent("unsorted.osm.pbf", readFileSync(path));
    expect(extract).toMatchObject({ streets: 1 });
    expect(stored?.path).toMatch(/sorted\.osm\.pbf$/);
    expect(await readPlaces()).toMatchObject([{ address: "Fő utca", comments: "Fő tér" }]);
  });

  test("that are missing in the file are reported, but not where the file is marked as incomplete", async () => {
    await importToilets(toilet(1), toilet(2, {}, [19.1, 47.5]));
    const { report } = await importToilets(toilet(1));
    expect(report.remarks).toMatchObject([{ kind: "missing", osmId: "node/2" }]);
    expect(await readPlaces()).toMatchObject([{ deleted_at: null }, { deleted_at: null }]);
    const cut = { elements: [toilet(1)], remark: "runtime error: Query timed out" };
    const result = await importContent("toilets.json", JSON.stringify(cut));
    expect(result).toMatchObject({ incomplete: cut.remark, report: { remarks: [] } });
  });

  test.each([
    ["of toilets alone", ""],
    [
      "that is incomplete",
      '<way id="5"><tag k="highway" v="path"/></way><remark>Timed out</remark>',
    ],
  ])("are all that counts of OpenStreetMap's XML %s", async (_what, rest) => {
    await importContent("town.osm.pbf", writeOsmPbf(inventedCountry));
    const [, , ...former] = await readAll();
    const tags = '<tag k="amenity" v="toilets"/>';
    const content = `<osm><node id="900" lat="47.5" lon="19.05">${tags}</node>${rest}</osm>`;
    const result = await importContent("town.osm", content);
    expect(result).toMatchObject({ extract: null, stored: null, report: { added: 1 } });
    const [, , ...extract] = await readAll();
    expect(extract).toEqual(former);
  });

  describe("that their file marks as gone or locked", () => {
    const tags = { opening_hours: "24/7" };
    const places = () => [1, 2, 3, 4, 5].map((id) => toilet(id, tags, [19 + id / 10, 47.5]));
    const gone = () => {
      const [one, two, three, four, five] = places();
      return [
        { ...one, tags: { "disused:amenity": "toilets", building: "yes" } },
        { ...two, tags: { ...two.tags, access: "no" } },
        { ...three, tags: { ...three.tags, disused: "yes" } },
        { ...four, tags: { amenity: "cafe", toilets: "no" } },
        five,
      ];
    };
    const states = async () =>
      (await readPlaces()).map(({ deleted_by_import, closed_reason }) =>
        deleted_by_import ? "removed" : (closed_reason ?? "there"),
      );

    test("are deleted, apart from missing ones, and come back with it", async () => {
      await importToilets(...places());
      const [one, two, three, four] = gone();
      const { report } = await importToilets(one, two, three, four);
      expect(report).toMatchObject({ removed: 4, remarks: [{ kind: "missing", osmId: "node/5" }] });
      expect(report.leftOut).toEqual(
        new Map([
          ["unusable", 3],
          ["other", 1],
        ]),
      );
      expect(await states()).toEqual(["removed", "removed", "removed", "removed", "there"]);
      expect((await importToilets(one, two, three, four)).report).toMatchObject({ removed: 0 });
      expect((await importToilets(...places())).report).toMatchObject({ added: 4, unchanged: 1 });
      expect(await states()).toEqual(Array(5).fill("there"));
    });

    test("also in an incomplete file, or one of another name", async () => {
      await importToilets(...places());
      const elements = [gone()[1]];
      const cut = JSON.stringify({ elements, remark: "runtime error: Query timed out" });
      expect((await importContent("other.json", cut)).report).toMatchObject({ removed: 1 });
    });

    test("are closed for now where they have contributions, once, until staff decide", async () => {
      await importToilets(...places());
      const [{ id }] = await readPlaces();
      await addReviews(database, id, [4]);
      const { report } = await importToilets(...gone());
      expect(report).toMatchObject({ removed: 3, remarks: [{ kind: "gone", placeId: id }] });
      expect((await states())[0]).toBe("gone");
      const place = await findPlace({ database, now: () => now }, id, visitor);
      expect(place).toMatchObject({
        open_status: "closed",
        closed_for_now: { reason: "gone", by: "import", since: now.toISOString() },
      });
      const staff: Viewer = {
        userId: await addAccount(database, "staff@example.org"),
        email: "staff@example.org",
        role: "administrator",
      };
      const reports = database.selectFrom("report").selectAll().where("by_import", "=", true);
      const [{ id: reportId }] = await reports.execute();
      const settlement = { id: reportId, outcome: "declined", reason: "" } as const;
      const deps = { database, now: () => now, ...notifiesNobody };
      expect(await resolveReport(deps, settlement, staff)).toMatchObject({ ok: true });
      expect((await states())[0]).toBe("there");
      const again = await importToilets(...gone());
      expect(again.report).toMatchObject({ removed: 0, remarks: [] });
      expect((await states())[0]).toBe("there");
      expect(await reports.execute()).toHaveLength(1);
    });

    test("stay where staff have restored them, as long as the file is unchanged", async () => {
      await importToilets(...places());
      await importToilets(...gone());
      await database.updateTable("place").set({ deleted_at: null }).execute();
      expect((await importToilets(...gone())).report).toMatchObject({ removed: 0 });
      expect(await states()).toEqual(Array(5).fill("there"));
    });

    test("in an extract as well, ways and relations too", async () => {
      await importContent("village.osm.pbf", writeOsmPbf(village));
      const node = village.nodes[50];
      const [way] = village.ways?.[104] ?? [[]];
      const [ways] = village.relations?.[201] ?? [[]];
      const { report } = await importContent(
        "village.osm.pbf",
        writeOsmPbf({
          nodes: { ...village.nodes, 50: [node[0], node[1], { "was:amenity": "toilets" }] },
          ways: { ...village.ways, 104: [way, { "abandoned:amenity": "toilets" }] },
          relations: { ...village.relations, 201: [ways, { "disused:amenity": "toilets" }] },
        }),
      );
      expect(report).toMatchObject({ removed: 3, remarks: [] });
      expect(report.leftOut).toEqual(new Map([["unusable", 4]]));
    });
  });

  test("come from GeoJSON too, by OpenStreetMap's id or their own", async () => {
    const feature = (id: unknown, properties: object, geometry: object) => ({
      type: "Feature",
      id,
      properties: { amenity: "toilets", ...properties },
      geometry,
    });
    const ring = [
      [19, 47],
      [19.2, 47],
      [19.2, 47.2],
      [19, 47.2],
      [19, 47],
    ];
    const features = [
      feature("way/7", { fee: false }, { type: "Polygon", coordinates: [ring] }),
      feature(undefined, { "@id": "node/8" }, { type: "Point", coordinates: [19.3, 47.5, 120] }),
      feature(3, { capacity: 2 }, { type: "Point", coordinates: [19.4, 47.5] }),
      feature(
        "node/0",
        { "addr:city": `Eger${"\u0301".repeat(5000)}` },
        { type: "Point", coordinates: [19.5, 47.5] },
      ),
      feature("way/9223372036854775807", {}, { type: "Point", coordinates: [19.6, 47.5] }),
      feature("way/9223372036854775808", {}, { type: "Point", coordinates: [19.7, 47.5] }),
      feature("x".repeat(3000), {}, { type: "Point", coordinates: [19.8, 47.5] }),
      feature("node/-5", {}, { type: "Point", coordinates: [19.9, 47.5] }),
      feature("node/1.5", { "@id": "node/9" }, { type: "Point", coordinates: [20, 47.5] }),
      feature(4, {}, { type: "Point", coordinates: [190.4, 47.5] }),
    ];
    const content = JSON.stringify({ type: "FeatureCollection", features });
    const { report } = await importContent("town.geojson", content);
    expect(report.added).toBe(9);
    const unnumbered = ["19.5,47.5", "19.7,47.5", "19.8,47.5", "19.9,47.5"].map(
      (at) => `feature/town/${at}`,
    );
    expect(report.remarks).toEqual(unnumbered.map((osmId) => ({ kind: "unnumbered", osmId })));
    expect(await readPlaces()).toMatchObject([
      { osm_id: unnumbered[0], city: "Ege\u0155\u0301\u0301" },
      { osm_id: unnumbered[1] },
      { osm_id: unnumbered[2] },
      { osm_id: unnumbered[3] },
      { osm_id: "feature/town/3" },
      { osm_id: "node/8", longitude: 19.3 },
      { osm_id: "node/9" },
      { osm_id: "way/7", longitude: 19.1, latitude: 47.1 },
      { osm_id: "way/9223372036854775807" },
    ]);
    expect((await importContent("town.geojson", content)).report).toMatchObject({ unchanged: 9 });
  });

  describe("of GeoJSON", () => {
    const at = (coordinates: unknown) => ({ type: "Point", coordinates });
    const feature = (
      id: number,
      geometry: unknown,
      properties: unknown = { amenity: "toilets" },
    ) => {
      return { type: "Feature", id: `node/${id}`, properties, geometry };
    };
    const here = at([19.0402, 47.4979]);
    const collection = (features: object[], more: object = {}) =>
      JSON.stringify({ type: "FeatureCollection", ...more, features });
    const importGeoJson = (content: string | Buffer, homeCountry = "HU") =>
      importContent("some.geojson", content, { homeCountry });

    test.each<[string, string | Buffer]>([
      ["with a height that is no number", collection([feature(1, at([19.0402, 47.4979, "NaN"]))])],
      ["with numbers as text", collection([feature(1, at(["19.0402", " 47.4979"]))])],
      ["behind a byte order mark", `\uFEFF${collection([feature(1, here)])}`],
      ["packed with gzip", gzipSync(collection([feature(1, here)]))],
      ["as a feature alone", JSON.stringify(feature(1, here))],
      [
        "in a collection of geometries",
        collection([feature(1, { type: "GeometryCollection", geometries: [{ type: "X" }, here] })]),
      ],
      [
        "as several points",
        collection([feature(1, { type: "MultiPoint", coordinates: [[19.0402, 47.4979]] })]),
      ],
      ...["urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326", "urn:ogc:def:crs:EPSG::4326"].map(
        (name): [string, string] => [
          `in ${name}`,
          collection([feature(1, here)], { crs: { type: "name", properties: { name } } }),
        ],
      ),
    ])("are imported %s", async (_, content) => {
      expect((await importGeoJson(content)).report).toMatchObject({ added: 1 });
      expect(await readPlaces()).toMatchObject([{ longitude: 19.0402, latitude: 47.4979 }]);
    });

    test("are left out with the reason: no position, no degrees, no toilets", async () => {
      const { report } = await importGeoJson(
        collection([
          feature(1, here),
          feature(2, null),
          { type: "Feature", properties: { amenity: "toilets" } },
          feature(3, { type: "Point", coordinates: [] }),
          feature(4, at([650_400, 239_300])),
          feature(5, here, null),
          feature(6, null, { amenity: "cafe" }),
          { type: "Feature", geometry: here },
        ]),
      );
      expect(report.added).toBe(1);
      expect(Object.fromEntries(report.leftOut)).toEqual({
        ...{ "no-position": 3, "bad-position": 1, other: 3 },
      });
    });

    test.each<[string, string | Buffer, RegExp]>([
      ...["urn:ogc:def:crs:EPSG::23700", "urn:ogc:def:crs:EPSG::3857"].map(
        (name): [string, string, RegExp] => [
          name,
          collection([feature(1, at([650_400, 239_300]))], { crs: { properties: { name } } }),
          new RegExp(`in the system ${name}.* ogr2ogr`),
        ],
      ),
      [
        "no degrees at all",
        collection([feature(1, at([650_400, 239_300]))]),
        /None of its coordinates are degrees/,
      ],
      [
        "Windows-1250",
        Buffer.from(
          collection([feature(1, here, { amenity: "toilets", name: "f\u00fcrd\u00f5" })]),
          "latin1",
        ),
        /not in UTF-8.*iconv/,
      ],
      ["gzip that is cut off", gzipSync("{".repeat(9_000)).subarray(0, -9), /It is cut off\./],
      ["UTF-16", Buffer.from(collection([feature(1, here)]), "utf16le"), /UTF-8|JSON|list/],
    ])("are refused in %s, and change nothing", async (_, content, message) => {
      await importToilets(toilet(9));
      const before = await readAll();
      await expect(importGeoJson(content)).rejects.toThrow(message);
      expect(await readAll()).toEqual(before);
    });

    test("become pending where latitude and longitude look swapped", async () => {
      const swapped = feature(1, at([47.4979, 19.0402]));
      const { report } = await importGeoJson(collection([swapped, feature(2, here)]));
      expect(report).toMatchObject({ added: 1, remarks: [{ kind: "swapped", osmId: "node/1" }] });
      expect(report.leftOut).toEqual(new Map([["swapped", 1]]));
      // For another home country it is a toilet in the desert; and Riyadh is a town.
      expect((await importGeoJson(collection([swapped]), "NO")).report).toMatchObject({ added: 1 });
      const riyadh = feature(3, at([46.7, 24.7]));
      expect((await importGeoJson(collection([riyadh]), "HU")).report).toMatchObject({ added: 1 });
    });

    test("have their pin on the building, also of a U and around a yard", async () => {
      const u = [
        ...[
          [19.05, 47.5],
          [19.0506, 47.5],
          [19.0506, 47.5004],
          [19.0504, 47.5004],
        ],
        ...[
          [19.0504, 47.5001],
          [19.0502, 47.5001],
          [19.0502, 47.5004],
          [19.05, 47.5004],
          [19.05, 47.5],
        ],
      ];
      const square = (from: number, to: number) => [
        ...[
          [19 + from, 47.52 + from],
          [19 + to, 47.52 + from],
          [19 + to, 47.52 + to],
        ],
        ...[
          [19 + from, 47.52 + to],
          [19 + from, 47.52 + from],
        ],
      ];
      const yard = { type: "Polygon", coordinates: [square(0.05, 0.052), square(0.0502, 0.0518)] };
      await importGeoJson(
        collection([feature(1, { type: "Polygon", coordinates: [u] }), feature(2, yard)]),
      );
      const [inU, byYard] = (await readPlaces()).map(
        ({ longitude, latitude }) => [longitude, latitude] as const,
      );
      expect(isInside([u.flat()], inU)).toBe(true);
      expect(
        isInside(
          yard.coordinates.map((ring) => ring.flat()),
          byYard,
        ),
      ).toBe(true);
    });
  });

  test("that are mapped twice are one place, unless a fact differs", async () => {
    const wc = (id: number, name: string, tags: object, north = 0) =>
      toilet(id, { name, ...tags }, [19.04, 47.4985 + north / 111_195]);
    const way = {
      ...wc(10, "Parki WC", { building: "yes" }, 9),
      type: "way",
      center: { lon: 19.04, lat: 47.4985 },
    };
    const elements = [
      way,
      wc(1, "Parki WC", { fee: "no" }),
      wc(2, "Iker", {}, 100),
      wc(3, "iker", {}, 100),
      wc(4, "Páros", { female: "yes", male: "no" }, 200),
      wc(5, "Páros", { female: "no", male: "yes" }, 200),
      wc(6, "Távoli", {}, 300),
      wc(7, "Távoli", {}, 311),
      wc(8, "", {}, 400),
      wc(9, "", {}, 400),
    ];
    const { report } = await importToilets(...elements);
    expect(report.remarks).toEqual([
      { kind: "double", osmId: "node/1", keptId: "way/10" },
      { kind: "double", osmId: "node/3", keptId: "node/2" },
    ]);
    expect(report.leftOut).toEqual(new Map([["double", 2]]));
    expect(report.added).toBe(8);
    // The existing one stays, whatever the order of the next file.
    const next = await importToilets(...elements.toReversed());
    expect(next.report).toMatchObject({ added: 0, unchanged: 8 });
    expect(next.report.counts.get("missing")).toBeUndefined();
  });

  test("inside another place have its tags that begin with 'toilets:'", async () => {
    const host = { amenity: "cafe", toilets: "yes", name: "Kávé", wheelchair: "no", fee: "yes" };
    const station = { amenity: "", railway: "station", toilets: "yes", name: "Keleti" };
    await importToilets(
      toilet(1, { ...host, opening_hours: "24/7", operator: "Kávé Kft." }),
      toilet(2, { ...host, "toilets:access": "yes", "toilets:wheelchair": "limited" }, [19.06, 47]),
      toilet(3, { ...host, toilets: "no" }),
      toilet(4, { ...station, "toilets:fee": "no" }, [19.07, 47]),
    );
    const places = await exportedPlaces();
    expect(places.map(({ facts }) => facts)).toEqual([
      { access: "restricted", inside: "Kávé" },
      { wheelchair: "limited", access: "everyone", inside: "Kávé" },
      { inside: "Keleti" },
    ]);
    expect(places.map((place) => place.public)).toEqual([false, true, false]);
    expect(places.map(({ comments }) => comments)).toEqual(["Kávé", "Kávé", "Keleti"]);
    expect(places.map(({ fee }) => fee)).toEqual(["unknown", "unknown", "free"]);
    expect(places[0].opening_times[0]).toBe("00:00-24:00");
  });

  test("use their text of opening hours, which survives the product's own export", async () => {
    const texts = [
      "Mo-Fr 08:00-12:00,13:00-18:00; PH off",
      "Apr-Oct 08:00-20:00",
      'Mo-Fr 10:00-12:00 "by appointment"',
      "sunrise-sunset",
      "whenever",
    ];
    const schedules = async () => {
      const rows = await database
        .selectFrom("place")
        .innerJoin("schedule", "schedule.id", "schedule_id")
        .select(["opening_hours", "opening_hours_complete", "opening_times", "time_zone"])
        .select(["hours_text", "hours_country", "hours_position"])
        .orderBy("osm_id")
        .execute();
      return rows.map((row) => ({ ...row, hours: hoursTextOf(row) }));
    };
    await importToilets(...texts.map((text, id) => toilet(id + 1, { opening_hours: text })));
    const before = await schedules();
    expect(before.map(({ opening_hours, hours }) => [opening_hours, hours])).toEqual(
      texts.map((text, index) => {
        const position = index === 3 ? "47.5,19.1" : "";
        return [text, { text, country: "HU", position }];
      }),
    );
    const content = await exportAs("geojson");
    await sql`update place set deleted_at = database_clock()`.execute(database);
    await sql`delete from place`.execute(database);
    await sql`delete from left_out_element`.execute(database);
    await importContent("own.geojson", content);
    expect(await schedules()).toEqual(before);

    // A text that changes at the source is followed.
    await importToilets(toilet(1, { opening_hours: "24/7" }));
    expect((await schedules())[0]).toMatchObject({ hours_text: "24/7" });
  });

  test("survive the product's own export, fact by fact", async () => {
    const first = { wheelchair: "limited", access: "customers", changing_table: "yes" } as const;
    const workdays = [...Array<string>(5).fill("08:00-18:00"), "closed", "closed"];
    const texts = { inside: "Westend", door: "a mozgólépcső mögött", level: "-1" } as const;
    await addPlaces(database, [
      { facts: { ...first, ...texts, pay_card: "no", door_width: 80 }, price: 250 },
      { facts: { euro_key: "yes", seated: "yes", squat: "no", urinals_only: "no" } },
      { facts: { access: "restricted", donation: "yes" }, price: 0, comments: "hátul" },
      { price_known: false, costs: true, openingTimes: workdays },
      { price_known: false, openingTimes: Array<string>(7).fill("-") },
    ]);
    const before = await exportedPlaces();
    const content = await exportAs("geojson");
    await sql`update place set deleted_at = database_clock()`.execute(database);
    await sql`delete from place`.execute(database);
    await importContent("own.geojson", content);
    const after = await exportedPlaces();
    const comparable = ({
      facts,
      fee,
      price,
      city,
      address,
      comments,
      ...place
    }: ExportedPlace) => {
      const { accessible, public: isPublic, opening_times, closed_days } = place;
      return {
        facts,
        fee,
        price: fee === "free" ? 0 : price,
        city,
        address,
        comments,
        accessible,
        isPublic,
        opening_times,
        closed_days,
      };
    };
    expect(after.map(comparable)).toEqual(before.map(comparable));
    expect(before).toHaveLength(5);
  });

  test("survive the product's own export with tags that are not facts, and the day of the last check", async () => {
    const attributes = {
      "toilets:disposal": "flush",
      website: "https://mosdo.example",
      indoor: "yes",
    };
    await importToilets(
      toilet(1, {
        ...attributes,
        wheelchair: "no",
        "toilets:wheelchair": "maybe",
        check_date: "2024-07-19",
      }),
      toilet(2, {}, [19.06, 47.5]),
    );
    // A contributor has found out since.
    await sql`
      update place set fact_set_id = (select fact_set_id from place where osm_id = 'node/2')
      where osm_id = 'node/1'`.execute(database);
    const content = await exportAs("geojson");
    await sql`update place set deleted_at = database_clock()`.execute(database);
    await sql`delete from place`.execute(database);
    await sql`delete from left_out_element`.execute(database);
    await importContent("own.geojson", content);
    const [first, second] = await exportedPlaces();
    expect(first).toMatchObject({ attributes, last_confirmed: "2024-07-19T12:00:00.000Z" });
    expect(first.facts).toEqual({});
    expect(second).toMatchObject({ attributes: {}, last_confirmed: null });
  });

  test("of a JSON file that is cut off or invalid are not imported at all", async () => {
    await importToilets(toilet(1));
    const before = await readAll();
    const complete = JSON.stringify({ elements: [toilet(2), toilet(3)] });
    for (const content of [
      complete.slice(0, -1),
      complete.slice(0, -40),
      "",
      "[]",
      '{"places":[]}',
    ]) {
      await expect(importContent("toilets.json", content)).rejects.toThrow(ImportFileError);
    }
    expect(await readAll()).toEqual(before);
  });
});

describe("an invented country", () => {
  const importCountry = () =>
    importContent("invented.osm.pbf", writeOsmPbf(inventedCountry), { homeCountry: "HU" });

  test("is imported whole, and changes nothing the second time", async () => {
    expect(await importCountry()).toMatchObject({
      report: { added: toilets.length, leftOut: new Map([["unusable", 1]]) },
      extract: { ...inventedCounts, guessedCountries: new Map() },
    });
    const before = await readAll();
    expect((await importCountry()).report).toMatchObject({
      ...{ added: 0, updated: 0, unchanged: toilets.length },
    });
    expect(await readAll()).toEqual(before);
  });

  test("has its toilets with their surroundings and the facts of all their tags", async () => {
    await importCountry();
    const places = await exportedPlaces();
    const expected = toilets.map(({ at: position, city, address, facts }) => {
      const [longitude, latitude] = at(position);
      return { country: countryCode, city, address, longitude, latitude, facts };
    });
    expect(places).toMatchObject(expected);
    // Only the product's own export has these.
    const unread = new Set(["charge", "door"]);
    const found = new Set(toilets.flatMap(({ facts }) => Object.keys(facts)));
    expect(placeFacts.filter((fact) => !found.has(fact) && !unread.has(fact))).toEqual([]);
    expect(places[0]).toMatchObject({
      ...{ fee: "costs", price: 0.5, currency: "EUR", public: true, accessible: true },
      last_confirmed: "2026-05-20T12:00:00.000Z",
    });
  });

  test("has its own public holidays", async () => {
    await importCountry();
    const row = await database
      .selectFrom("place")
      .innerJoin("schedule", "schedule.id", "schedule_id")
      .select(["time_zone", "opening_times", "hours_text", "hours_country", "hours_position"])
      .where("hours_text", "<>", "")
      .executeTakeFirstOrThrow();
    const { time_zone: timeZone, opening_times: openingTimes } = row;
    const schedule = { timeZone, openingTimes, hours: hoursTextOf(row) };
    const timesOn = (day: string, country = countryCode) => {
      const hours = schedule.hours && { ...schedule.hours, country };
      return openingToday({ ...schedule, hours }, new Date(`${day}T12:00:00Z`))?.times;
    };
    expect(schedule.hours).toMatchObject({ country: countryCode });
    expect(timesOn(ownHoliday)).toEqual([]);
    expect(timesOn(ownHoliday, "HU")).toEqual(["08:00-20:00"]);
    expect(timesOn("2026-03-18")).toEqual(["08:00-20:00"]);
  });
});
