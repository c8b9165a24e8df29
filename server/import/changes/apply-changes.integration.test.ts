import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#server/database/connect.ts";
import { editPlace } from "#server/edits/edit-place.ts";
import { readPlaceHistory } from "#server/edits/place-history.ts";
import {
  listPlaceChanges,
  readCursor,
  readStartCursor,
  recordChangeMark,
} from "#server/export/place-changes.ts";
import { openExtract } from "#server/geo/extract/open-extract.ts";
import { createInstructionLocales } from "#server/geo/walking/instructions.ts";
import { readTranslations } from "#server/i18n.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { importFile } from "#server/import/import-file.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import { OsmPbfFile } from "#server/import/pbf/osm-pbf-file.ts";
import { OsmPbfWriter } from "#server/import/pbf/osm-pbf-writer.ts";
import { makeStreetMap } from "#server/import/street-map/make-street-map.ts";
import {
  deletePlace,
  purgeDeletedPlaces,
  restorePlace,
} from "#server/moderation/deleted-places.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces, addReviews } from "#tests/support/database/add-places.ts";
import {
  createTestDatabase,
  type TestDatabase,
  untilTransactionsEnd,
} from "#tests/support/database/test-database.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import {
  type TestChange,
  writeOsmChanges,
  writePackedChanges,
} from "#tests/support/map-data/write-osm-changes.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { notifiesNobody, silentLog } from "#tests/support/services/stand-ins.ts";
import { type AppliedChanges, applyChanges } from "./apply-changes.ts";

const now = new Date("2026-06-01T10:00:00Z");
const folder = mkdtempSync(join(tmpdir(), "mosdo-changes-"));
let dataDirectory = folder;
let db: TestDatabase;
let database: Database;
let administrator: { userId: string; email: string; role: "administrator" };

beforeAll(async () => {
  db = await createTestDatabase();
  database = db.database;
  const email = "admin@example.org";
  administrator = { userId: await addAccount(database, email), email, role: "administrator" };
});
afterAll(async () => {
  await db[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  dataDirectory = mkdtempSync(join(folder, "data-"));
  await sql`update place set deleted_at = database_clock() where deleted_at is null`.execute(
    database,
  );
  await sql`delete from place`.execute(database);
  await sql`truncate left_out_element, extract, audit cascade`.execute(database);
});

/** A village of one street; its toilets are a point, and a building of four corners. */
const village: TestExtract = {
  nodes: {
    1: [19, 47],
    2: [19.1, 47.1],
    10: [19.05, 47.05, { place: "village", name: "Próbafalva" }],
    20: [19.049, 47.05],
    21: [19.051, 47.05],
    30: [19.0502, 47.0501, { "addr:street": "Fő utca", "addr:housenumber": "12" }],
    40: [19.06, 47.06],
    41: [19.0602, 47.06],
    42: [19.0602, 47.0602],
    43: [19.06, 47.0602],
    50: [19.0501, 47.0501, { amenity: "toilets", fee: "no", name: "Templom tér" }],
  },
  ways: {
    102: [[20, 21], { highway: "residential", name: "Fő utca" }],
    104: [[40, 41, 42, 43, 40], { amenity: "toilets", building: "yes" }],
  },
};

/** Imports an extract, dated the 2nd of January, as `npm run import` does. */
async function importExtract(content: Buffer, name = "village"): Promise<void> {
  const path = join(folder, `${name}-260102.osm.pbf`);
  writeFileSync(path, content);
  await importFile({
    ...{ database, path, country: null, now, onProgress: () => {} },
    async afterwards({ digest, stored }) {
      new ExtractFiles(dataDirectory).store(stored!.path, { name, digest: digest! });
    },
  });
}

const importVillage = () => importExtract(writeOsmPbf(village));

function saveChanges(name: string, changes: readonly TestChange[]): string {
  const path = join(dataDirectory, name);
  const isPacked = name.endsWith(".gz");
  writeFileSync(path, isPacked ? writePackedChanges(changes) : writeOsmChanges(changes));
  return path;
}

function apply(paths: readonly string[], extract: string | null = null): Promise<AppliedChanges> {
  const options = { database, dataDirectory, country: null, now, onProgress: () => {} };
  return applyChanges({ ...options, homeCountry: "HU", paths, extract });
}

/** Applies changes of a minute of the 3rd of January. */
let lastMinute = 0;
function applyNow(...changes: TestChange[]): Promise<AppliedChanges> {
  lastMinute++;
  const at = new Date(Date.UTC(2026, 0, 3, 0, lastMinute)).toISOString();
  const dated = changes.map((change) => ({ ...change, at }));
  return apply([saveChanges(`${lastMinute}.osc.gz`, dated)]);
}

const readPlaces = () => database.selectFrom("place").selectAll().orderBy("osm_id").execute();

const readPlace = async (osmId: string) =>
  (await readPlaces()).find(({ osm_id }) => osm_id === osmId)!;

/** Reports of a place by imports, the oldest first. */
const reportsOfImports = (placeId: number) =>
  database
    .selectFrom("report")
    .select(["reason", "account_id", "by_visitor", "at", "resolved_at"])
    .where("place_id", "=", placeId)
    .where("by_import", "=", true)
    .orderBy("id")
    .execute();

/** All data that an import writes, for comparison. */
async function readAll() {
  const tables = ["place", "extract", "settlement", "street", "address", "audit"] as const;
  const rows = await Promise.all(
    tables.map((table) => database.selectFrom(table).selectAll().orderBy("id").execute()),
  );
  const extracts = join(dataDirectory, "extracts");
  return {
    rows,
    files: readdirSync(extracts).map((name) => [name, readFileSync(join(extracts, name))]),
  };
}

async function search(text: string): Promise<string[]> {
  const localeOf = createInstructionLocales(readTranslations("public/locales"));
  await using level = openExtract({ database, dataDirectory, localeOf, log: silentLog });
  const result = await level.provider.suggest(text, searchOptions());
  return result.ok ? result.value.map(({ name }) => name) : [];
}

const toiletGone: TestChange = { action: "delete", kind: "node", id: 50, version: 2 };
const toiletBack: TestChange = {
  ...{ action: "modify", kind: "node", id: 50, version: 3, position: [19.0501, 47.0501] },
  tags: { amenity: "toilets", fee: "no", name: "Templom tér" },
};

describe("a change file", () => {
  it("moves toilets, points and buildings, adds new ones, and renames streets for the search", async () => {
    await importVillage();
    expect(await search("Fő utca")).toContain("Fő utca");
    const { extract, dataAt, applied } = await apply([
      saveChanges("day.osc.gz", [
        {
          ...{ action: "modify", kind: "node", id: 50, version: 2, at: "2026-01-03T08:00:00Z" },
          ...{ position: [19.07, 47.07], tags: { amenity: "toilets", fee: "yes" } },
        },
        ...[40, 41, 42, 43].map((id, corner): TestChange => {
          const lng = corner === 1 || corner === 2 ? 19.0802 : 19.08;
          const lat = corner > 1 ? 47.0802 : 47.08;
          return { action: "modify", kind: "node", id, version: 2, position: [lng, lat] };
        }),
        {
          ...{ action: "modify", kind: "way", id: 102, version: 2, refs: [20, 21] },
          tags: { highway: "residential", name: "Kossuth Lajos utca" },
        },
        {
          ...{ action: "modify", kind: "node", id: 30, version: 2, position: [19.0502, 47.0501] },
          tags: { "addr:street": "Kossuth Lajos utca", "addr:housenumber": "12" },
        },
        {
          ...{ action: "create", kind: "node", id: 60, version: 1, position: [19.03, 47.03] },
          ...{ tags: { amenity: "toilets" }, at: "2026-01-03T09:00:00Z" },
        },
        // Elsewhere.
        {
          ...{ action: "create", kind: "node", id: 61, version: 1, position: [2.35, 48.85] },
          tags: { amenity: "toilets" },
        },
      ]),
    ]);
    expect({ extract, dataAt }).toEqual({
      extract: "village",
      dataAt: new Date("2026-01-03T09:00:00Z"),
    });
    expect(applied).toMatchObject({
      counts: { added: 1, changed: 7, removed: 0, elsewhere: 1 },
      result: { source: "village", report: { added: 1, updated: 2, removed: 0, remarks: [] } },
    });
    expect(await readPlaces()).toMatchObject([
      { osm_id: "node/50", longitude: 19.07, latitude: 47.07, costs: true },
      { osm_id: "node/60", longitude: 19.03, accepted: true },
      { osm_id: "way/104", longitude: 19.0801, latitude: 47.0801 },
    ]);
    expect(await search("Fő utca 12")).not.toContain("Fő utca");
    expect(await search("Kossuth utca")).toContain("Kossuth Lajos utca");
    const [row] = await database.selectFrom("extract").select(["name", "data_at"]).execute();
    expect(row).toEqual({ name: "village", data_at: new Date("2026-01-03T09:00:00Z") });
    expect(readdirSync(join(dataDirectory, "extracts")).toSorted()).toEqual([
      expect.stringMatching(/^village-[0-9a-f]{16}\.osm\.pbf$/),
      expect.stringMatching(/^village-[0-9a-f]{16}\.osm\.pbf\.index\.json$/),
    ]);
  });

  it("that moves a toilet off its street leaves it the street's name, up to 200 m", async () => {
    await importVillage();
    expect(await readPlace("node/50")).toMatchObject({ address: "Fő utca" });
    const street = (name: string): TestChange => ({
      ...{ action: "modify", kind: "way", id: 102, refs: [20, 21] },
      tags: { highway: "residential", name },
    });
    // One thousandth of a degree is some 111 m.
    const move = async (day: number, latitude: number, ...more: TestChange[]) => {
      const at = `2026-01-${10 + day}T08:00:00Z`;
      const toilet = {
        ...toiletBack,
        version: 3 + day,
        at,
        position: [19.0501, latitude] as const,
      };
      const { applied } = await apply([saveChanges(`${day}.osc`, [toilet, ...more])]);
      const { longitude, latitude: y, address } = await readPlace("node/50");
      return { moved: [longitude, y], address, updated: applied?.result.report.updated };
    };
    const there = { address: "Fő utca", updated: 1 };
    expect(await move(1, 47.0511)).toEqual({ moved: [19.0501, 47.0511], ...there });
    // Neither an import without a move nor a second move loses it; it follows the street's new
    // name.
    expect(await move(2, 47.0511)).toMatchObject({ address: "Fő utca", updated: 0 });
    expect(await move(3, 47.0517, street("Új utca"))).toMatchObject({ address: "Új utca" });
    expect(await move(4, 47.052)).toMatchObject({ address: "" });
    // No street is known at the present position.
    expect(await move(5, 47.0519)).toMatchObject({ address: "" });
  });

  it("preserves edits made here, and reports fields that both changed", async () => {
    await importVillage();
    const { id, version } = await readPlace("node/50");
    const edit = { note: "", comments: "a mi szavunk" };
    const deps = { database, now: () => now, ...notifiesNobody };
    expect((await editPlace(deps, { placeId: id, edit, version }, administrator)).ok).toBe(true);
    const { applied } = await applyNow({
      ...{ action: "modify", kind: "node", id: 50, position: [19.07, 47.07] },
      tags: { amenity: "toilets", fee: "yes", name: "Új név" },
    });
    expect(applied?.result.report.remarks).toMatchObject([{ kind: "conflict", fields: ["named"] }]);
    expect(await readPlace("node/50")).toMatchObject({
      ...{ comments: "a mi szavunk", longitude: 19.07, costs: true },
    });
  });

  it.each([
    ["without a date", undefined],
    ["with a date", "2026-01-03T09:00:00Z"],
  ])("changes nothing when it is applied again, %s", async (_what, at) => {
    await importVillage();
    const paths = [
      saveChanges("day.osc", [
        { ...toiletGone, at },
        {
          action: "create",
          kind: "node",
          id: 60,
          position: [19.03, 47.03],
          tags: { amenity: "toilets" },
        },
      ]),
    ];
    await apply(paths);
    const before = await readAll();
    const again = await apply(paths);
    expect(await readAll()).toEqual(before);
    expect(again.known).toEqual(at ? ["day.osc"] : []);
    expect(again.applied === null).toBe(at !== undefined);
  });

  it("is recognised where it is older than the extract, to the second, and changes nothing", async () => {
    await importVillage();
    const before = await readAll();
    const old = saveChanges("old.osc.gz", [{ ...toiletGone, at: "2026-01-02T00:00:00Z" }]);
    const { known, applied, dataAt } = await apply([old]);
    expect({ known, applied, dataAt }).toEqual({
      ...{ known: ["old.osc.gz"], applied: null, dataAt: new Date("2026-01-02") },
    });
    expect(await readAll()).toEqual(before);
    const next = saveChanges("next.osc.gz", [{ ...toiletGone, at: "2026-01-02T00:00:01Z" }]);
    expect((await apply([next, old])).known).toEqual(["old.osc.gz"]);
    expect((await readPlace("node/50")).deleted_at).toEqual(now);
  });

  it("is applied with others in one call, in any order", async () => {
    await importVillage();
    const rename = (name: string, hour: number): TestChange => ({
      ...{
        action: "modify",
        kind: "way",
        id: 102,
        refs: [20, 21],
        at: `2026-01-03T0${hour}:00:00Z`,
      },
      tags: { highway: "residential", name },
    });
    const late = saveChanges("late.osc.gz", [rename("Késő utca", 9)]);
    const early = saveChanges("early.osc.gz", [rename("Korai utca", 8), toiletGone]);
    const { dataAt } = await apply([late, early]);
    expect(dataAt).toEqual(new Date("2026-01-03T09:00:00Z"));
    const streets = await database.selectFrom("street").select("name").orderBy("name").execute();
    expect(streets.map(({ name }) => name)).toEqual(["Fő utca", "Késő utca"]);
    expect((await readPlace("node/50")).deleted_at).toEqual(now);
  });

  it("that is cut off, or contains something unreadable, changes nothing and reports the line", async () => {
    await importVillage();
    const before = await readAll();
    const complete = writePackedChanges(
      Array.from({ length: 2000 }, (_, id) => ({ ...toiletGone, id: id + 1 })),
    );
    const cut = join(dataDirectory, "cut.osc.gz");
    writeFileSync(cut, complete.subarray(0, complete.length * 0.7));
    const good = saveChanges("good.osc.gz", [toiletGone]);
    await expect(apply([good, cut])).rejects.toThrow(/^cut\.osc\.gz, line \d+: it is cut off\.$/);
    await expect(apply([cut])).rejects.toThrow(ImportFileError);
    expect(await readAll()).toEqual(before);
  });

  it("needs a stored extract, named where there are several", async () => {
    const path = saveChanges("day.osc.gz", [toiletGone]);
    await expect(apply([path])).rejects.toThrow(/No extract has been imported/);
    await importVillage();
    await expect(apply([path], "town")).rejects.toThrow("No extract of the name town is kept");
    await importExtract(writeOsmPbf({ nodes: { 1: [19, 47] } }), "town");
    await expect(apply([path])).rejects.toThrow("Several extracts are kept (town, village)");
    expect((await apply([path], "village")).applied?.counts.removed).toBe(1);
  });

  it("is taken by an extract whose file was not sorted, with an element twice", async () => {
    const path = join(dataDirectory, "unsorted.osm.pbf");
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
    await importExtract(readFileSync(path));
    expect((await readPlace("node/50")).comments).toBe("Fő tér");
    expect(await search("Fő utca")).toEqual(["Fő utca"]);
    await makeStreetMap(dataDirectory, new ExtractFiles(dataDirectory).list());
    await apply([saveChanges("day.osc", [toiletGone])]);
    expect((await readPlace("node/50")).deleted_at).toEqual(now);
  });
});

describe("change files of a series", () => {
  const day = (number: number, at: string, changes: readonly TestChange[]) => {
    const path = saveChanges(`${number}.osc.gz`, changes);
    const state = `sequenceNumber=${number}\ntimestamp=${at.replaceAll(":", "\\:")}\n`;
    writeFileSync(join(dataDirectory, `${number}.state.txt`), state);
    return path;
  };
  const headerOf = async () => {
    const [{ path }] = new ExtractFiles(dataDirectory).list();
    await using file = await OsmPbfFile.open(path);
    return file.header;
  };
  const importNumbered = async () => {
    const path = join(dataDirectory, "numbered.osm.pbf");
    {
      using writer = new OsmPbfWriter(path, {
        ...{ dataAt: new Date("2026-01-02T20:00:00Z"), sequence: 10 },
        replicationUrl: "https://download.example/village-updates",
      });
      writer.node({
        id: 50,
        longitudeE7: 190500000,
        latitudeE7: 470500000,
        tags: toiletBack.tags!,
      });
      writer.finish();
    }
    await importExtract(readFileSync(path));
  };

  it("follow the number of the extract, and update it and its date", async () => {
    await importNumbered();
    const eleven = day(11, "2026-01-03T20:00:00Z", [toiletGone]);
    // It contains nothing newer than the extract, and yet is the next one.
    const twelve = day(12, "2026-01-04T20:00:00Z", [{ ...toiletBack, at: "2020-01-01T00:00:00Z" }]);
    expect((await apply([twelve, eleven])).known).toEqual([]);
    expect(await headerOf()).toMatchObject({
      ...{ sequence: 12, dataAt: new Date("2026-01-04T20:00:00Z") },
      replicationUrl: "https://download.example/village-updates",
    });
    expect((await apply([eleven, twelve])).known).toEqual(["11.osc.gz", "12.osc.gz"]);
  });

  it("are refused where one between is missing, or where they belong to another series", async () => {
    await importNumbered();
    const before = await readAll();
    const twelve = day(12, "2026-01-04T20:00:00Z", [toiletGone]);
    await expect(apply([twelve])).rejects.toThrow(/12\.osc\.gz is number 12.*those between/);
    const strange = day(3, "2026-01-05T20:00:00Z", [toiletGone]);
    await expect(apply([strange])).rejects.toThrow(/3\.osc\.gz is number 3.*another series/);
    expect(await readAll()).toEqual(before);
  });
});

describe("a toilet that was removed in OpenStreetMap", () => {
  it("is deleted as by staff: for mirrors, in the history, and restorable", async () => {
    await importVillage();
    const { id } = await readPlace("node/50");
    await recordChangeMark(database);
    const from = readCursor((await readStartCursor(database)) ?? "")!;
    const { applied } = await applyNow(toiletGone);
    expect(applied?.result.report).toMatchObject({ removed: 1, unchanged: 1, remarks: [] });
    expect(await readPlace("node/50")).toMatchObject({
      ...{ deleted_at: now, deleted_by: null, deleted_by_import: true },
    });
    const forMirrors = { database, ownLicence: null };
    await untilTransactionsEnd(database);
    const mirrored = await listPlaceChanges(forMirrors, { from, perPage: 100 });
    const tombstone = mirrored.ok && mirrored.places.find((place) => place.id === id);
    expect(tombstone).toMatchObject({ id, deleted: true });

    const deps = { database, now: () => now };
    expect(await restorePlace(deps, id, administrator)).toEqual({ ok: true });
    const history = await readPlaceHistory({ database }, { placeId: id, page: 1 }, administrator);
    expect(history?.lines.map(({ kind, by }) => [kind, by])).toEqual([
      ["restored", "staff"],
      ["deleted", "import"],
      ["added", "import"],
    ]);
    // Staff have contradicted.
    await applyNow({ ...toiletBack, version: 3 });
    const { applied: again } = await applyNow({ ...toiletGone, version: 4 });
    expect(again?.result.report.remarks).toEqual([{ kind: "gone", osmId: "node/50", placeId: id }]);
    expect(await readPlace("node/50")).toMatchObject({
      ...{ deleted_at: null, deleted_by_import: false },
    });
  });

  it.each<[string, TestChange]>([
    ["lost its tag", { ...toiletBack, tags: { name: "Templom tér" } }],
    ["says that no one may enter", { ...toiletBack, tags: { ...toiletBack.tags, access: "no" } }],
    ["says that it is out of use", { ...toiletBack, tags: { ...toiletBack.tags, disused: "yes" } }],
  ])("is deleted too where its element %s", async (_what, change) => {
    await importVillage();
    expect((await applyNow(change)).applied?.result.report.removed).toBe(1);
    expect((await readPlace("node/50")).deleted_at).toEqual(now);
  });

  it("is only reported where the extract lacks it and no change gives the reason", async () => {
    await importVillage();
    const { 50: _, ...nodes } = village.nodes;
    await importExtract(writeOsmPbf({ ...village, nodes }));
    const { applied } = await applyNow({ action: "delete", kind: "node", id: 30, version: 2 });
    expect(applied?.result.report).toMatchObject({ removed: 0, remarks: [{ kind: "missing" }] });
    expect((await readPlace("node/50")).deleted_at).toBe(null);
  });

  const day = "2026-05-30";
  it.each<[string, (id: number) => Promise<unknown>]>([
    [
      "an edit, also one that was taken back",
      (id) =>
        sql`insert into place_edit (place_id, version, source, changes)
          values (${id}, 2, 'contributor', '{}')`.execute(database),
    ],
    [
      "a change that no history tells of",
      (id) => sql`update place set accessible = not accessible where id = ${id}`.execute(database),
    ],
    ["a review", (id) => addReviews(database, id, [3])],
    [
      "a confirmation",
      (id) =>
        sql`insert into confirmation (place_id, account_id, on_day)
          values (${id}, 'someone', ${day})`.execute(database),
    ],
    [
      "a confirmation by a visitor",
      (id) =>
        sql`update place set visitor_confirmed = database_clock(), visitor_confirmations = 1
          where id = ${id}`.execute(database),
    ],
    [
      "a report that waits",
      (id) =>
        sql`insert into report (place_id, reason, on_day) values (${id}, 'closed', ${day})`.execute(
          database,
        ),
    ],
    [
      "a proposal that waits",
      (id) =>
        sql`insert into place_proposal (place_id, version, changes)
          values (${id}, 1, '{}')`.execute(database),
    ],
    [
      "a closure for now",
      (id) =>
        sql`update place set closed_reason = 'out-of-order', closed_since = '2026-05-01',
          closed_until = '2026-05-02', closed_by = 'staff' where id = ${id}`.execute(database),
    ],
  ])("stays with %s, and the operator and staff are notified", async (_what, say) => {
    await importVillage();
    const { id } = await readPlace("node/50");
    await say(id);
    const { applied } = await applyNow(toiletGone);
    expect(applied?.result.report).toMatchObject({
      ...{ removed: 0, remarks: [{ kind: "gone", osmId: "node/50", placeId: id }] },
    });
    expect(await readPlace("node/50")).toMatchObject({
      ...{ deleted_at: null, closed_reported: now },
      ...{ closed_reason: "gone", closed_by: "import", closed_since: now },
    });
    expect(await reportsOfImports(id)).toEqual([
      { reason: "closed", account_id: null, by_visitor: false, at: now, resolved_at: null },
    ]);
  });

  it("is reported once, whatever staff decide, and again where its element was back meanwhile", async () => {
    await importVillage();
    const { id } = await readPlace("node/50");
    await addReviews(database, id, [3]);
    await applyNow(toiletGone);
    await applyNow({ ...toiletBack, tags: { name: "Templom tér" }, version: 3 });
    expect(await reportsOfImports(id)).toHaveLength(1);
    await database.updateTable("report").set({ resolved_at: now }).execute();
    const { applied } = await applyNow({ ...toiletGone, version: 4 });
    expect(applied?.result.report.remarks).toEqual([]);
    expect(await reportsOfImports(id)).toMatchObject([{ resolved_at: now }]);

    await applyNow({ ...toiletBack, version: 5 });
    await applyNow({ ...toiletGone, version: 6 });
    expect(await reportsOfImports(id)).toMatchObject([{ resolved_at: now }, { resolved_at: null }]);
    expect(await readPlace("node/50")).toMatchObject({ closed_reason: "gone" });
    await applyNow({ ...toiletBack, version: 7 });
    expect(await reportsOfImports(id)).toMatchObject([{ resolved_at: now }, { resolved_at: now }]);
    const back = { deleted_at: null, closed_reported: null, closed_reason: null, gone_since: null };
    expect(await readPlace("node/50")).toMatchObject(back);
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    [
      "an edit by an import",
      (id) =>
        sql`insert into place_edit (place_id, version, source, changes)
          values (${id}, 2, 'import', '{}')`.execute(database),
    ],
    [
      "a report that was settled",
      (id) =>
        sql`insert into report (place_id, reason, on_day, resolved_at)
          values (${id}, 'closed', ${day}, database_clock())`.execute(database),
    ],
    [
      "a report by an import",
      (id) =>
        sql`insert into report (place_id, by_import, reason, on_day)
          values (${id}, true, 'closed', ${day})`.execute(database),
    ],
    [
      "a proposal that was withdrawn",
      (id) =>
        sql`insert into place_proposal (place_id, version, changes, decided_at, outcome)
          values (${id}, 1, '{}', database_clock(), 'withdrawn')`.execute(database),
    ],
    [
      "a check by a mapper",
      (id) =>
        sql`update place set last_confirmed = database_clock() where id = ${id}`.execute(database),
    ],
  ])("is deleted in spite of %s", async (_what, say) => {
    await importVillage();
    await say((await readPlace("node/50")).id);
    expect((await applyNow(toiletGone)).applied?.result.report.removed).toBe(1);
  });

  it("affects no place that was added here, nor one of another source", async () => {
    await importVillage();
    const [own] = await addPlaces(database, [{ longitude: 19.0501, latitude: 47.0501 }]);
    const [noted] = await addPlaces(database, [{ osm_id: "node/51" }]);
    await sql`update place set imported = jsonb_set(imported, '{source}', '"elsewhere"')
      where osm_id = 'way/104'`.execute(database);
    const { applied } = await applyNow(...[toiletGone, { ...toiletGone, id: 51 }], {
      action: "delete",
      kind: "way",
      id: 104,
      version: 2,
    });
    expect(applied?.result.report.removed).toBe(1);
    const left = (await readPlaces()).filter(({ deleted_at }) => deleted_at === null);
    expect(left.map(({ id }) => id).toSorted()).toEqual(
      [own, noted, (await readPlace("way/104")).id].toSorted(),
    );
  });
});

describe("a toilet that comes back", () => {
  const goneAndBack = async () => {
    await applyNow(toiletGone);
    return await applyNow(toiletBack);
  };

  it("is the same place as before, with its present data", async () => {
    await importVillage();
    const { id } = await readPlace("node/50");
    await applyNow(toiletGone);
    const { applied } = await applyNow({ ...toiletBack, position: [19.06, 47.05] });
    expect(applied?.result.report).toMatchObject({ added: 1, updated: 0, removed: 0 });
    expect(await readPlace("node/50")).toMatchObject({
      ...{ id, deleted_at: null, deleted_by_import: false, longitude: 19.06 },
    });
    const history = await readPlaceHistory({ database }, { placeId: id, page: 1 }, administrator);
    const lines = history?.lines.map(({ kind, by }) => `${kind} by ${by}`);
    expect(lines?.toSorted()).toEqual([
      ...["added by import", "deleted by import", "edited by import", "restored by import"],
    ]);
  });

  it("is a new place once the row is deleted for good", async () => {
    await importVillage();
    const { id } = await readPlace("node/50");
    await applyNow(toiletGone);
    const later = new Date("2026-07-02T10:00:01Z");
    await purgeDeletedPlaces({ database, now: () => later });
    expect(await readPlaces()).toHaveLength(1);
    expect((await applyNow(toiletBack)).applied?.result.report.added).toBe(1);
    expect((await readPlace("node/50")).id).not.toBe(id);
  });

  it("stays deleted where staff deleted it here, before or after it came back", async () => {
    const remove = (id: number) =>
      deletePlace({ database, now: () => now, ...notifiesNobody }, { id }, administrator);
    await importVillage();
    const { id } = await readPlace("node/50");
    await remove(id);
    expect((await goneAndBack()).applied?.result.report.leftOut.get("deleted-here")).toBe(1);
    expect((await readPlace("node/50")).deleted_by).toBe(administrator.userId);

    await restorePlace({ database, now: () => now }, id, administrator);
    await sql`delete from audit`.execute(database);
    await applyNow({ ...toiletGone, version: 4 });
    await applyNow({ ...toiletBack, version: 5 });
    expect((await readPlace("node/50")).deleted_at).toBe(null);
    await remove(id);
    await applyNow({ ...toiletBack, version: 6, position: [19.06, 47.05] });
    expect((await readPlace("node/50")).deleted_at).toEqual(now);
    await purgeDeletedPlaces({ database, now: () => new Date("2026-07-02T10:00:01Z") });
    await applyNow({ ...toiletBack, version: 7 });
    expect((await readPlaces()).map(({ osm_id }) => osm_id)).toEqual(["way/104"]);
  });

  it("is left out where a duplicate was added meanwhile", async () => {
    await importVillage();
    const { city, address, comments, dup_key } = await readPlace("node/50");
    await applyNow(toiletGone);
    const [own] = await addPlaces(database, [{ city, address, comments, dup_key }]);
    const { applied } = await applyNow(toiletBack);
    expect(applied?.result.report.remarks).toEqual([
      { kind: "duplicate", osmId: "node/50", placeId: own },
    ]);
    expect((await readPlace("node/50")).deleted_at).toEqual(now);
  });
});
