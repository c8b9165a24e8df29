import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#server/database/connect.ts";
import { readPlaceHistory } from "#server/edits/place-history.ts";
import {
  listPlaceChanges,
  readCursor,
  readStartCursor,
  recordChangeMark,
} from "#server/export/place-changes.ts";
import { importFile } from "#server/import/import-file.ts";
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
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { notifiesNobody } from "#tests/support/services/stand-ins.ts";
import type { ImportReport } from "./import-report.ts";

const now = new Date("2026-06-01T10:00:00Z");
const folder = mkdtempSync(join(tmpdir(), "mosdo-gone-"));
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
  await sql`update place set deleted_at = database_clock() where deleted_at is null`.execute(
    database,
  );
  await sql`delete from place`.execute(database);
  await sql`truncate left_out_element, extract, audit cascade`.execute(database);
});

type Nodes = TestExtract["nodes"];

const toilets = { amenity: "toilets", fee: "no", name: "Templom tér" };
/** A village of one street; its toilets are a point, and a building of four corners. */
const village = {
  nodes: {
    10: [19.05, 47.05, { place: "village", name: "Próbafalva" }],
    20: [19.049, 47.05],
    21: [19.051, 47.05],
    40: [19.06, 47.06],
    41: [19.0602, 47.06],
    42: [19.0602, 47.0602],
    43: [19.06, 47.0602],
    50: [19.0501, 47.0501, toilets],
  },
  ways: {
    102: [[20, 21], { highway: "residential", name: "Fő utca" }],
    104: [[40, 41, 42, 43, 40], { amenity: "toilets", building: "yes" }],
  },
} as const satisfies TestExtract;

/** The extract as the last import had it. */
let present: TestExtract;

async function importExtract(extract: TestExtract, hasChangesApplied: boolean) {
  present = extract;
  const path = join(folder, "village-260102.osm.pbf");
  writeFileSync(path, writeOsmPbf(extract));
  const options = { database, path, country: null, homeCountry: "HU", now, hasChangesApplied };
  const { report } = await importFile({ ...options, onProgress: () => {} });
  return report;
}

const importVillage = () => importExtract(village, false);

/** Imports the extract with changed nodes, null where one was deleted, as changes that were applied to it. */
function change(nodes: { readonly [id: number]: Nodes[number] | null }): Promise<ImportReport> {
  const all = Object.entries({ ...present.nodes, ...nodes });
  const left = all.flatMap(([id, node]) => (node === null ? [] : [[id, node] as const]));
  return importExtract({ ...present, nodes: Object.fromEntries(left) }, true);
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

const gone = { 50: null };
const back = { 50: village.nodes[50] };
const movedBack = { 50: [19.06, 47.05, toilets] } as const;
const withTags = (tags: Nodes[number][2]) => ({ 50: [19.0501, 47.0501, tags] }) as const;

describe("a toilet that was removed in OpenStreetMap", () => {
  it("is deleted as by staff: for mirrors, in the history, and restorable", async () => {
    await importVillage();
    const { id } = await readPlace("node/50");
    await recordChangeMark(database);
    const from = readCursor((await readStartCursor(database)) ?? "")!;
    const report = await change(gone);
    expect(report).toMatchObject({ removed: 1, unchanged: 1, remarks: [] });
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
    await change(back);
    const again = await change(gone);
    expect(again.remarks).toEqual([{ kind: "gone", osmId: "node/50", placeId: id }]);
    expect(await readPlace("node/50")).toMatchObject({
      ...{ deleted_at: null, deleted_by_import: false },
    });
  });

  it.each([
    ["lost its tag", { name: "Templom tér" }],
    ["says that no one may enter", { ...toilets, access: "no" }],
    ["says that it is out of use", { ...toilets, disused: "yes" }],
  ])("is deleted too where its element %s", async (_what, tags) => {
    await importVillage();
    expect((await change(withTags(tags))).removed).toBe(1);
    expect((await readPlace("node/50")).deleted_at).toEqual(now);
  });

  it("is only reported where a file lacks it that is not the former one with changes", async () => {
    await importVillage();
    const { 50: _, ...nodes } = village.nodes;
    const missing = { removed: 0, remarks: [{ kind: "missing" }] };
    expect(await importExtract({ ...village, nodes }, false)).toMatchObject(missing);
    expect(await change({ 20: [19.0491, 47.05] })).toMatchObject(missing);
    expect((await readPlace("node/50")).deleted_at).toBe(null);
  });

  it("stays where the file has it without a position", async () => {
    await importVillage();
    expect(await change({ 40: null, 41: null, 42: null, 43: null })).toMatchObject({
      ...{ removed: 0, remarks: [], leftOut: new Map([["no-position", 1]]) },
    });
    expect((await readPlace("way/104")).deleted_at).toBe(null);
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
    const report = await change(gone);
    expect(report).toMatchObject({
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
    await change(gone);
    await change(withTags({ name: "Templom tér" }));
    expect(await reportsOfImports(id)).toHaveLength(1);
    await database.updateTable("report").set({ resolved_at: now }).execute();
    const { remarks } = await change(gone);
    expect(remarks).toEqual([]);
    expect(await reportsOfImports(id)).toMatchObject([{ resolved_at: now }]);

    await change(back);
    await change(gone);
    expect(await reportsOfImports(id)).toMatchObject([{ resolved_at: now }, { resolved_at: null }]);
    expect(await readPlace("node/50")).toMatchObject({ closed_reason: "gone" });
    await change(back);
    expect(await reportsOfImports(id)).toMatchObject([{ resolved_at: now }, { resolved_at: now }]);
    const open = { deleted_at: null, closed_reported: null, closed_reason: null, gone_since: null };
    expect(await readPlace("node/50")).toMatchObject(open);
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
    expect((await change(gone)).removed).toBe(1);
  });

  it("affects no place that was added here, nor one of another source", async () => {
    await importVillage();
    const [own] = await addPlaces(database, [{ longitude: 19.0501, latitude: 47.0501 }]);
    const [noted] = await addPlaces(database, [{ osm_id: "node/51" }]);
    await sql`update place set imported = jsonb_set(imported, '{source}', '"elsewhere"')
      where osm_id = 'way/104'`.execute(database);
    const { 104: _, ...ways } = village.ways;
    const { 50: _gone, ...nodes } = village.nodes;
    const report = await importExtract({ nodes, ways }, true);
    expect(report.removed).toBe(1);
    const left = (await readPlaces()).filter(({ deleted_at }) => deleted_at === null);
    expect(left.map(({ id }) => id).toSorted()).toEqual(
      [own, noted, (await readPlace("way/104")).id].toSorted(),
    );
  });
});

describe("a toilet that comes back", () => {
  const goneAndBack = async () => {
    await change(gone);
    return await change(back);
  };

  it("is the same place as before, with its present data", async () => {
    await importVillage();
    const { id } = await readPlace("node/50");
    await change(gone);
    const report = await change(movedBack);
    expect(report).toMatchObject({ added: 1, updated: 0, removed: 0 });
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
    await change(gone);
    const later = new Date("2026-07-02T10:00:01Z");
    await purgeDeletedPlaces({ database, now: () => later });
    expect(await readPlaces()).toHaveLength(1);
    expect((await change(back)).added).toBe(1);
    expect((await readPlace("node/50")).id).not.toBe(id);
  });

  it("stays deleted where staff deleted it here, before or after it came back", async () => {
    const remove = (id: number) =>
      deletePlace({ database, now: () => now, ...notifiesNobody }, { id }, administrator);
    await importVillage();
    const { id } = await readPlace("node/50");
    await remove(id);
    expect((await goneAndBack()).leftOut.get("deleted-here")).toBe(1);
    expect((await readPlace("node/50")).deleted_by).toBe(administrator.userId);

    await restorePlace({ database, now: () => now }, id, administrator);
    await sql`delete from audit`.execute(database);
    await change(gone);
    await change(back);
    expect((await readPlace("node/50")).deleted_at).toBe(null);
    await remove(id);
    await change(movedBack);
    expect((await readPlace("node/50")).deleted_at).toEqual(now);
    await purgeDeletedPlaces({ database, now: () => new Date("2026-07-02T10:00:01Z") });
    await change(back);
    expect((await readPlaces()).map(({ osm_id }) => osm_id)).toEqual(["way/104"]);
  });

  it("is left out where a duplicate was added meanwhile", async () => {
    await importVillage();
    const { city, address, comments, dup_key } = await readPlace("node/50");
    await change(gone);
    const [own] = await addPlaces(database, [{ city, address, comments, dup_key }]);
    const { remarks } = await change(back);
    expect(remarks).toEqual([{ kind: "duplicate", osmId: "node/50", placeId: own }]);
    expect((await readPlace("node/50")).deleted_at).toEqual(now);
  });
});
