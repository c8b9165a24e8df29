import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PlaceIndexBuilder } from "#domain/place-index/place-index-builder.ts";
import type { EntryKind, ListSource } from "#domain/source-list/import-view.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { readPlaceHistory } from "#server/edits/place-history.ts";
import { exportPlaces } from "#server/export/export-places.ts";
import { SourceListError } from "#server/import/source-list/read-source-list.ts";
import { ImportReport, importPlaces } from "#server/import/toilets/import-toilets.ts";
import { listTasks } from "#server/moderation/tasks.ts";
import { findPlace } from "#server/places/find-place.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { notifiesNobody, plainConfig } from "#tests/support/services/stand-ins.ts";
import { startImport, takeOver, undoImport } from "./change-imports.ts";
import type { ListFetcher } from "./fetch-list.ts";
import { forgetImports, ListImports } from "./list-imports.ts";
import { readImport } from "./read-imports.ts";
import { renewLists } from "./renew-lists.ts";
import { decideRow, type RowDecision, readRow, setRowPosition, undoRow } from "./row-tasks.ts";

const instant = new Date("2026-06-01T10:00:00Z");
let db: TestDatabase;
let database: Database;
let administrator: Viewer;
let listImports: ListImports;

beforeAll(async () => {
  db = await createTestDatabase();
  database = db.database;
  const userId = await addAccount(database, "admin@example.org");
  const searchAddress = async (address: string) =>
    address.startsWith("Kossuth") ? ([19.05, 47.6] as const) : null;
  listImports = new ListImports({ database, now, homeCountry: "HU", searchAddress });
  administrator = { userId, email: "admin@example.org", role: "administrator" };
});
afterAll(() => db?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await sql`update place set deleted_at = now()`.execute(database);
  await sql`truncate place, source_list, left_out_element, audit restart identity cascade`.execute(
    database,
  );
});

const now = () => instant;

function deps(fetchList: ListFetcher = async () => null) {
  return { ...{ database, now, fetchList, ...notifiesNobody }, listImports };
}

const source: ListSource = {
  ...{ name: "", title: "Toilets of Pest", licence: "CC BY 4.0", attribution: "Town of Pest" },
  ...{ link: "https://pest.example", address: "", allowsPassingOn: true },
};

async function start(table: string, fileName = "pest-2026.csv"): Promise<number> {
  const started = await startImport(
    deps(),
    { bytes: new TextEncoder().encode(table), fileName },
    administrator,
  );
  if (!started.ok) throw new Error(started.code);
  await listImports.run();
  return started.id;
}

async function read(id: number, kind?: EntryKind) {
  const result = await readImport({ database, now }, { id, kind }, administrator);
  if (!result.ok) throw new Error(result.code);
  return result;
}

async function take(id: number, given: Partial<ListSource> = {}) {
  await takeOver(deps(), { id, source: { ...source, ...given } }, administrator);
  await listImports.run();
  return read(id);
}

async function undo(id: number) {
  await undoImport(deps(), { id }, administrator);
  await listImports.run();
}

interface Shown {
  readonly osm_id: string | null;
  readonly comments: string;
  readonly price: string | null;
  readonly opening_hours: string | null;
  readonly listed: object | null;
}

async function places(): Promise<Shown[]> {
  const { rows } = await sql<Shown>`
    select osm_id, comments, price, opening_hours, listed from place where deleted_at is null order by id`.execute(
    database,
  );
  return rows;
}

const rows = (...lines: string[]) =>
  ["ID,Name,Latitude,Longitude,Opening hours,Charge", ...lines].join("\n");

const west = "1,Western Station,47.510,19.057,24/7,none";
const park = "2,City Park,47.515,19.083,park opening hours,none";

/** A toilet of OpenStreetMap's file. */
async function addOfFile(name: string, [longitude, latitude]: [number, number], tags = {}) {
  const towns = { find: () => ({ city: "Pest", country: "HU" }), isLikelySwapped: () => false };
  await importPlaces(
    {
      database,
      towns,
      homeCountry: null,
      report: new ImportReport(),
      source: "hungary",
      now: instant,
    },
    [
      {
        osmId: `node/${Math.round(longitude * 1e4)}`,
        longitude,
        latitude,
        tags: { amenity: "toilets", name, ...tags },
      },
    ],
  );
}

describe("a new list", () => {
  test("becomes places with its words, once", async () => {
    const id = await start(rows(west, park));
    expect((await read(id)).view).toMatchObject({
      ...{ state: "preview", source: null, changing: 0, missingCount: 0 },
      counts: { new: 2, here: 0, look: 0, "left-out": 0 },
      hours: { read: 1, unknown: 1 },
    });
    expect(await places()).toEqual([]);
    const { view } = await take(id);
    expect(view).toMatchObject({ state: "done", progress: 1, source: { name: "toilets-of-pest" } });
    expect(await places()).toMatchObject([
      { osm_id: "list/toilets-of-pest/1", comments: "Western Station", opening_hours: "24/7" },
      {
        comments: "City Park",
        opening_hours: null,
        listed: { "toilets-of-pest": { hours: "park opening hours" } },
      },
    ]);

    const [station, garden] = (
      await sql<{ id: number }>`select id from place order by id`.execute(database)
    ).rows;
    const credit = { title: "Toilets of Pest", licence: "CC BY 4.0", attribution: "Town of Pest" };
    const shown = (placeId: number) => findPlace({ database, now }, placeId, visitor);
    expect((await shown(station.id))?.lists).toEqual([{ ...credit, link: source.link }]);
    expect((await shown(garden.id))?.lists).toMatchObject([{ hours: "park opening hours" }]);
    const history = await readPlaceHistory({ database }, { placeId: station.id, page: 1 }, visitor);
    expect(history?.lines).toMatchObject([
      { kind: "added", by: "import", list: { title: credit.title } },
    ]);
    const dump = await exportPlaces({
      ...{ database, now: instant },
      format: "json",
      ownLicence: null,
    });
    const attribution = "Town of Pest, CC BY 4.0, https://pest.example";
    expect(dump.heading.attribution).toBe(attribution);
    expect(await text(dump.text)).toContain(`"licence":"CC BY 4.0","attribution":"${attribution}"`);

    const again = await start(rows(west, park), "pest-2027.csv");
    expect((await read(again)).view).toMatchObject({
      ...{ changing: 0, source: { name: "toilets-of-pest" }, counts: { new: 0, here: 2 } },
    });
    const before = await sql`select id, version, updated_at from place order by id`.execute(
      database,
    );
    await take(again, { name: "toilets-of-pest" });
    const after = await sql`select id, version, updated_at from place order by id`.execute(
      database,
    );
    expect(after.rows).toEqual(before.rows);

    const renamed = await start(rows(west), "pest-2028.csv");
    await take(renamed, { name: "toilets-of-pest", licence: "CC0 1.0" });
    const told = await sql`select id, version, updated_at from place order by id`.execute(database);
    expect(told.rows).not.toContainEqual(before.rows[0]);
    expect(told.rows).not.toContainEqual(before.rows[1]);
  });

  test("is refused where its licence does not allow passing on", async () => {
    const id = await start(rows(west));
    const refused = await takeOver(
      deps(),
      { id, source: { ...source, allowsPassingOn: false } },
      administrator,
    );
    expect(refused).toEqual({ ok: false, code: "error.licence" });
  });
});

describe("a place of OpenStreetMap", () => {
  test("gets what the list states; what people set stays", async () => {
    await addOfFile("Western Station", [19.0571, 47.5101], { fee: "yes", wheelchair: "no" });
    const [{ id: placeId }] = (await sql<{ id: number }>`select id from place`.execute(database))
      .rows;
    const id = await start(rows(west));
    const { entries, view } = await read(id);
    expect(view).toMatchObject({ counts: { here: 1 }, changing: 1 });
    expect(entries.entries[0]).toMatchObject({
      place: { id: placeId },
      change: { fee: { to: { fee: "free" } }, hours: { to: { opening_hours: "24/7" } } },
      kept: {},
    });
    await sql`update place set accessible = true, price = 50, price_known = true, costs = false`.execute(
      database,
    );
    expect((await read(id)).entries.entries[0]).toMatchObject({
      kept: { fee: { from: { price: 50 }, to: { fee: "free" } } },
    });
    await take(id);
    expect(await places()).toMatchObject([
      { osm_id: "node/190571", opening_hours: "24/7", price: "50.00" },
    ]);
    // A later file of OpenStreetMap does not take it back.
    await addOfFile("Western Station", [19.0571, 47.5101], {
      fee: "yes",
      opening_hours: "Mo 08:00-09:00",
    });
    expect(await places()).toMatchObject([{ opening_hours: "24/7" }]);
    // The next file changes what the list said.
    const next = await start(rows("1,Western Station,47.510,19.057,Mo-Fr 08:00-10:00,none"));
    expect((await take(next, { name: "toilets-of-pest" })).entries.entries[0].change).toMatchObject(
      {
        hours: { to: { opening_hours: "Mo-Fr 08:00-10:00" } },
      },
    );
    await undo(next);
    expect(await places()).toMatchObject([{ opening_hours: "24/7" }]);
  });
});

describe("a row to look at", () => {
  const twoAddresses = ["ID,Name,Address", "1,Market,Kossuth u. 1", "2,Bath,Nowhere 7"].join("\n");

  async function waiting() {
    const list = await listTasks(given, { kind: "rows", page: 1 }, administrator);
    return list.tasks.flatMap((task) => (task.kind === "rows" ? [task.entry] : []));
  }

  const given = {
    ...{
      ...notifiesNobody,
      config: plainConfig,
      placeIndex: new PlaceIndexBuilder(1).build(),
      now,
    },
    get database() {
      return database;
    },
  };

  test("with an address alone is a task, and becomes a place where staff say so", async () => {
    const id = await start(twoAddresses);
    expect((await read(id)).view).toMatchObject({ state: "preview", counts: { look: 2 } });
    expect(await waiting()).toEqual([]);
    await take(id);
    const [market, bath] = await waiting();
    expect(market).toMatchObject({
      list: "Toilets of Pest",
      entry: { title: "Market", doubt: "approximate", position: [19.05, 47.6] },
    });
    expect(bath.entry.position).toBeNull();
    const opened = await readRow(given, { id: bath.id }, administrator);
    expect(opened).toMatchObject({ around: [19.05, 47.6] });
    const decide = (row: number, decision: RowDecision) =>
      decideRow(given, { id: row, decision }, administrator);
    expect(await decide(bath.id, { outcome: "new" })).toMatchObject({ code: "error.parameter" });
    await setRowPosition(given, { id: bath.id, position: [19.06, 47.61] }, administrator);
    expect(await decide(bath.id, { outcome: "new" })).toEqual({ ok: true });
    await decide(market.id, { outcome: "new" });
    const { rows: added } =
      await sql`select comments, position_approximate from place order by comments`.execute(
        database,
      );
    expect(added).toEqual([
      { comments: "Bath", position_approximate: false },
      { comments: "Market", position_approximate: true },
    ]);
    expect(await waiting()).toEqual([]);
    await undoRow(given, market.id, administrator);
    expect(await waiting()).toMatchObject([{ id: market.id }]);
    await decide(market.id, { outcome: "left-out" });
    const again = await start(twoAddresses, "pest-2027.csv");
    expect((await read(again)).view.counts).toMatchObject({ look: 0, here: 1, "left-out": 1 });
  });

  test("does not hold up the progress of the others", async () => {
    const header = "ID,Name,Address,Latitude,Longitude";
    const id = await start(
      [header, "1,Market,Kossuth u. 1,,", "2,Bath,,47.51,19.06", "3,Park,,47.52,19.08"].join("\n"),
    );
    expect((await read(id)).view.counts).toMatchObject({ new: 2, look: 1 });
    await sql`update list_import set state = 'running'`.execute(database);
    await sql`update list_row set outcome = 'added' where key = '2'`.execute(database);
    expect((await read(id)).view.progress).toBe(0.5);
  });

  test("is the place that staff name", async () => {
    await addOfFile("Station", [19.0571, 47.5101]);
    await addOfFile("Station", [19.0575, 47.5104]);
    const id = await start(rows("1,Station,47.51025,19.0573,24/7,none"));
    expect((await read(id)).entries).toMatchObject({
      kind: "look",
      entries: [{ doubt: "several" }],
    });
    await take(id);
    const [{ id: row, entry }] = await waiting();
    const placeId = entry.near[1].id;
    await decideRow(given, { id: row, decision: { outcome: "same", placeId } }, administrator);
    const { rows: changed } = await sql`select id from place where opening_hours = '24/7'`.execute(
      database,
    );
    expect(changed).toEqual([{ id: placeId }]);
  });

  test("waits on in the same file, also where the list has moved a place near it", async () => {
    await addOfFile("Western Station", [19.057, 47.51]);
    await addOfFile("Eastern Station", [19.0571, 47.5111]);
    // 65 m from the first as OpenStreetMap has it, 83 m from it as the list has it.
    const hall = "2,Hall,47.51058,19.057,24/7,none";
    const moved = "1,Western Station,47.50984,19.057,24/7,none";
    await take(await start(rows(moved, hall)));
    const [{ entry }] = await waiting();
    expect(entry.near).toHaveLength(2);
    const again = await start(rows(hall, moved), "pest-2027.csv");
    expect((await read(again)).view).toMatchObject({ changing: 0, counts: { here: 1, look: 1 } });
    const { view } = await read(await start(rows(moved, hall.replace("Hall", "Eastern Station"))));
    expect(view.counts).toMatchObject({ here: 2, look: 0 });
  });
});

test("sample places stay until a row becomes a place", async () => {
  await addOfFile("Sample", [19.2, 47.3]);
  await sql`update place set sample = true`.execute(database);
  const samples = async () =>
    (await sql`select from place where sample and deleted_at is null`.execute(database)).rows;
  await take(await start("ID,Name,Address\n1,Market,Kossuth u. 1", "other.csv"));
  expect(await samples()).toHaveLength(1);
  await take(await start(rows(west)));
  expect(await samples()).toEqual([]);
});

test("a place that a list brought is the element that OpenStreetMap has of it later", async () => {
  await take(await start(rows(west, park)));
  await addOfFile("City park", [19.0832, 47.5151], { fee: "yes", wheelchair: "yes" });
  const { rows: parks } = await sql`
    select osm_id, comments, price, latitude, accessible from place where listed is not null order by id`.execute(
    database,
  );
  expect(parks).toMatchObject([
    { osm_id: "list/toilets-of-pest/1" },
    { osm_id: "node/190832", price: "0.00", latitude: 47.515, accessible: true },
  ]);
  const again = await start(rows(west, park), "pest-2027.csv");
  expect((await read(again)).view).toMatchObject({ changing: 0, counts: { new: 0, here: 2 } });
});

describe("an undo", () => {
  test("leaves nothing of the list, and nothing of others is lost", async () => {
    await addOfFile("Western Station", [19.0571, 47.5101], { fee: "yes" });
    const before =
      await sql`select osm_id, comments, price, costs, longitude, opening_hours, listed, imported from place`.execute(
        database,
      );
    const id = await start(rows(west, park, "3,Zoo,47.52,19.079,24/7,none"));
    await take(id);
    expect(await places()).toHaveLength(3);
    await sql`update place set visitor_confirmations = 1 where comments = 'Zoo'`.execute(database);
    await undo(id);
    expect((await read(id)).view.state).toBe("undone");
    expect(await places()).toMatchObject([{ comments: "Western Station" }, { comments: "Zoo" }]);
    const after =
      await sql`select osm_id, comments, price, costs, longitude, opening_hours, listed, imported from place where osm_id like 'node/%'`.execute(
        database,
      );
    expect(after.rows).toEqual(before.rows);
    const listed = await sql`select key from listed_place`.execute(database);
    expect(listed.rows).toEqual([{ key: "3" }]);
  });
});

test("an import goes once it cannot be undone any more, but for rows to look at", async () => {
  const done = await start(rows(west, park));
  await take(done);
  const waits = await start("ID,Name,Address\n1,Market,Kossuth u. 1", "other.csv");
  await take(waits, { title: "Others" });
  const after = (days: number) => () => new Date(instant.getTime() + days * 24 * 60 * 60 * 1000);
  const left = () =>
    sql`select import_id, count(*)::int from list_row group by 1 order by 1`.execute(database);
  await forgetImports({ database, now: after(30) });
  expect((await left()).rows).toHaveLength(2);
  await forgetImports({ database, now: after(30.1) });
  expect((await left()).rows).toEqual([{ import_id: waits, count: 1 }]);
  expect(await readImport({ database, now }, { id: done }, administrator)).toMatchObject({
    ok: false,
  });
  expect(await places()).toHaveLength(2);
});

describe("a list at an address", () => {
  const address = "https://pest.example/toilets.csv";
  const lines = [west, park, "3,Zoo,47.52,19.079,24/7,none"];

  /** Reads the addresses on a night, counted from the first. */
  async function renew(night: number, fetchList: ListFetcher) {
    const at = new Date(instant.getTime() + night * 24 * 60 * 60 * 1000);
    const log = { warn: () => {} };
    await renewLists({ ...deps(fetchList), log, now: () => at });
    const { rows } = await sql<{ failure: object | null; etag: string | null; states: string[] }>`
      select failure, etag, array(select state from list_import where list = name order by id) as states
      from source_list`.execute(database);
    return rows[0];
  }

  const answer = (table: string, etag: string) => async () => ({
    ...{ bytes: new TextEncoder().encode(table), fileName: "toilets.csv" },
    ...{ etag, lastModified: null },
  });

  beforeEach(async () => {
    await take(await start(rows(...lines)), { address });
  });

  test("is taken over by itself, once a night and version", async () => {
    const asked: unknown[] = [];
    const changed = rows("1,Western Station,47.510,19.057,8:00-18:00,none", ...lines.slice(1));
    const fetchChanged: ListFetcher = (...given) => {
      asked.push(given);
      return answer(changed, '"2"')();
    };
    expect(await renew(1, fetchChanged)).toMatchObject({ etag: '"2"', states: ["done", "done"] });
    expect((await places())[0]).toMatchObject({ opening_hours: "08:00-18:00" });
    await renew(1, fetchChanged);
    expect(asked).toEqual([[address, { etag: null, lastModified: null }]]);
    const fetchKnown: ListFetcher = async (_, known) => {
      expect(known).toEqual({ etag: '"2"', lastModified: null });
      return null;
    };
    expect(await renew(2, fetchKnown)).toMatchObject({ failure: null, states: ["done", "done"] });
  });

  test("waits where it lost more than a fifth of its places", async () => {
    const shorter = answer(rows(...lines.slice(1)), '"3"');
    expect(await renew(1, shorter)).toMatchObject({ states: ["done", "waiting"] });
    expect(await places()).toHaveLength(3);
    // Another version takes its place.
    const whole = answer(rows(...lines), '"4"');
    expect(await renew(2, whole)).toMatchObject({ states: ["done", "done"] });
  });

  test("says why it cannot be read, and is read anew", async () => {
    const refuse = async () => {
      throw new SourceListError({ code: "refused", status: 503 });
    };
    expect(await renew(1, refuse)).toMatchObject({
      ...{ failure: { code: "refused", status: 503 }, states: ["done"] },
    });
    const page = answer("<html>Login</html>", '"5"');
    expect(await renew(2, page)).toMatchObject({ etag: null, states: ["done", "failed"] });
    expect((await renew(3, page)).failure).not.toBeNull();
    expect(await renew(4, answer(rows(...lines), '"6"'))).toMatchObject({
      ...{ failure: null, states: ["done", "done"] },
    });
    expect(await places()).toHaveLength(3);
  });

  test("begins with its address, for the administrator alone", async () => {
    let fetched = 0;
    const fetchList: ListFetcher = async () => {
      fetched++;
      return answer(rows(...lines), '"1"')();
    };
    const started = await startImport(deps(fetchList), { address }, administrator);
    expect(started).toMatchObject({ ok: true });
    const moderator: Viewer = { ...administrator, role: "moderator" };
    expect(await startImport(deps(fetchList), { address }, moderator)).toMatchObject({ ok: false });
    expect(fetched).toBe(1);
    const refuse = async () => {
      throw new SourceListError({ code: "private-address" });
    };
    expect(await startImport(deps(refuse), { address }, administrator)).toEqual({
      ...{ ok: false, code: "error.parameter", fault: { code: "private-address" } },
    });
  });
});
