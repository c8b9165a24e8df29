import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { connectDatabase, type Database } from "#server/database/connect.ts";
import { purgeDeletedPlaces } from "#server/moderation/deleted-places.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { startReplicatedPostgres } from "#tests/support/database/start-replicated-postgres.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { exportPlaces } from "./export-places.ts";
import {
  forgetChangeMarks,
  listPlaceChanges,
  mirrorDays,
  noteChangeMark,
  type PlaceChanges,
  readCursor,
  readStartCursor,
  writeCursor,
} from "./place-changes.ts";

vi.setConfig({ testTimeout: 180_000 });

const dayMs = 24 * 60 * 60 * 1000;

/** All places as the export has them, by id. */
async function sourceOf(database: Database) {
  const { text } = await exportPlaces({
    database,
    format: "json",
    ownLicence: null,
    now: new Date(),
  });
  let whole = "";
  for await (const part of text) whole += part;
  const { places, cursor } = JSON.parse(whole) as { places: { id: number }[]; cursor: string };
  return { places: new Map(places.map((place) => [place.id, place])), cursor };
}

/** A mirror, which knows nothing but what it is told. */
class Mirror {
  readonly places: Map<number, object>;
  #from: Date | string;

  constructor(from: Date | string, places = new Map<number, object>()) {
    this.#from = from;
    this.places = places;
  }

  /** Takes one page. @returns whether there is more */
  async follow(database: Database, primary = database, perPage = 7): Promise<boolean> {
    const from = typeof this.#from === "string" ? readCursor(this.#from) : this.#from;
    if (from === null) throw new Error(`${this.#from} is not a cursor`);
    const page = await listPlaceChanges({ database, primary, ownLicence: null }, { from, perPage });
    if (!page.ok) throw new Error(page.code);
    for (const change of page.places) {
      const { updated_at: _, ...place } = change;
      if ("deleted" in change) this.places.delete(change.id);
      else this.places.set(change.id, place);
    }
    this.#from = page.cursor;
    return page.has_more;
  }
}

/** A random write in a transaction that may stay open, so that later ones are committed before it. */
async function write(database: Database, random: () => number, number: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const kind = Math.floor(random() * 10);
    if (kind < 3) {
      await addPlaces(transaction, [{ accepted: random() < 0.7, sample: random() < 0.1 }]);
    } else {
      const { rows } = await sql<{ id: number }>`
        select id from place order by random() limit 1 for no key update`.execute(transaction);
      const id = rows[0]?.id;
      if (id === undefined) return;
      const where = sql`where id = ${id}`;
      if (kind === 3)
        await sql`update place set accepted = not accepted ${where}`.execute(transaction);
      if (kind === 4) {
        await sql`update place set comments = ${`word ${number}`} ${where}`.execute(transaction);
      }
      if (kind === 5) {
        await sql`update place set deleted_at = database_clock() ${where}`.execute(transaction);
      }
      if (kind === 6) {
        await sql`update place set deleted_at = null ${where}`.execute(transaction);
      }
      if (kind === 7 || kind === 8) {
        await sql`insert into review (place_id, user_id, rating) values (${id}, ${`user ${number % 9}`},
          ${1 + (number % 5)}) on conflict (place_id, user_id)
          do update set rating = excluded.rating`.execute(transaction);
      }
      if (kind === 9) {
        await sql`update place set last_confirmed = database_clock(), closed_reported = database_clock()
          ${where}`.execute(transaction);
      }
    }
    await delay(random() < 0.1 ? 60 * random() : 4 * random());
  });
}

/** Eight writers at once, a thousand writes in all. */
async function writeThousand(database: Database, seed: number): Promise<void> {
  const writer = async (which: number) => {
    const random = randomNumbers(seed + which);
    for (let number = 0; number < 125; number++) await write(database, random, number);
  };
  await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(writer));
}

/** Waits until the mirror has what the source has, place by place. */
async function untilEqual(mirror: Mirror, database: Database): Promise<void> {
  const source = await sourceOf(database);
  expect(source.places.size).toBeGreaterThan(30);
  await vi.waitFor(
    async () => {
      while (await mirror.follow(database));
      expect(mirror.places).toEqual(source.places);
    },
    // Transactions of other tests on the same cluster may hold the horizon.
    { timeout: 60_000, interval: 200 },
  );
}

describe("a mirror that follows the cursor alone", () => {
  test("equals the source after a thousand writes at the same time", async () => {
    await using db = await createTestDatabase();
    const { database } = db;
    await noteChangeMark(database);
    const fromTheStart = new Mirror(new Date());
    let isWriting = true;
    const writing = writeThousand(database, 7).finally(() => {
      isWriting = false;
    });
    const pages: number[] = [];
    const followed = (async () => {
      while (isWriting) {
        await fromTheStart.follow(database);
        pages.push(fromTheStart.places.size);
        await delay(2);
      }
    })();
    // One that loads an export while there is writing, and goes on with the cursor in it.
    await delay(300);
    const { places, cursor } = await sourceOf(database);
    const fromExport = new Mirror(cursor, places);
    await Promise.all([writing, followed]);
    expect(pages.length).toBeGreaterThan(20);
    await untilEqual(fromTheStart, database);
    await untilEqual(fromExport, database);
  });

  test("equals the source also where a replica that is behind answers by turns", async () => {
    await using postgres = await startReplicatedPostgres();
    const primary = connectDatabase(postgres.primary, { log: silentLog });
    const replica = connectDatabase(postgres.replica, { log: silentLog });
    onTestFinished(() => Promise.all([primary.destroy(), replica.destroy()]).then(() => {}));
    await noteChangeMark(primary);
    await vi.waitFor(async () => expect(await readStartCursor(replica)).not.toBe(null), 10_000);
    const mirror = new Mirror(new Date());
    let isWriting = true;
    const writing = writeThousand(primary, 70).finally(() => {
      isWriting = false;
    });
    const random = randomNumbers(1);
    let behind = 0;
    while (isWriting) {
      if (random() < 0.1) await sql`select pg_wal_replay_pause()`.execute(replica);
      if (random() < 0.1) await sql`select pg_wal_replay_resume()`.execute(replica);
      const before = mirror.places.size;
      if (random() < 0.5) await mirror.follow(primary);
      else await mirror.follow(replica, primary);
      if (mirror.places.size === before) behind++;
      await delay(2);
    }
    await writing;
    await sql`select pg_wal_replay_resume()`.execute(replica);
    expect(behind).toBeGreaterThan(5);
    await untilEqual(mirror, primary);
  });
});

test("tells what is not shown as gone, and of each place the last change", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  await noteChangeMark(database);
  const [shown, waiting, , hidden] = await addPlaces(database, [
    {},
    { accepted: false },
    { sample: true },
    {},
  ]);
  await sql`update place set accepted = false where id = ${hidden}`.execute(database);
  const deps = { database, primary: database, ownLicence: "CC BY 4.0" };
  const page = await vi.waitFor(async () => {
    const page = await listPlaceChanges(deps, { from: new Date(), perPage: 100 });
    // Not the sample, which no mirror has had.
    expect(page).toMatchObject({ ok: true, places: { length: 3 } });
    return page as PlaceChanges;
  }, 30_000);
  const updated_at = expect.stringMatching(/^20\d\d-.*Z$/);
  expect(page.places).toMatchObject([
    { id: shown, licence: "CC BY 4.0", rating: null, updated_at },
    { id: waiting, deleted: true },
    { id: hidden, deleted: true },
  ]);
  expect(page.places[1]).toEqual({ id: waiting, deleted: true, updated_at });
  expect(page.has_more).toBe(false);
});

test("a cursor is refused where the mirror would miss something", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  const ask = (from: Date | string) =>
    listPlaceChanges(
      { database, primary: database, ownLicence: null },
      { from: typeof from === "string" ? readCursor(from)! : from, perPage: 10 },
    );
  const tooFarBack = { ok: false, code: "error.toofarback" };
  expect(await ask(new Date())).toEqual({ ok: false, code: "error.unavailable" });
  expect(await readStartCursor(database)).toBe(null);
  await noteChangeMark(database);
  // Once in half an hour.
  await noteChangeMark(database);
  const { rows } = await sql`select from change_mark`.execute(database);
  expect(rows).toHaveLength(1);

  const [gone] = await addPlaces(database, [{}, {}]);
  const limitMs = mirrorDays * dayMs;
  expect(await ask(new Date(Date.now() - limitMs + 60_000))).toMatchObject({ ok: true });
  expect(await ask(new Date(Date.now() - limitMs - 60_000))).toEqual(tooFarBack);
  const text = (await readStartCursor(database)) ?? "";
  const cursor = readCursor(text)!;
  expect(await ask(text)).toMatchObject({ ok: true });
  const agedBy = (ms: number) =>
    writeCursor({ ...cursor, completeAtMs: cursor.completeAtMs - limitMs + ms });
  expect(await ask(agedBy(60_000))).toMatchObject({ ok: true });
  expect(await ask(agedBy(-1))).toEqual(tooFarBack);
  // A deleted place is told of for as long, and then no more.
  const deletedAt = new Date(Date.now() - limitMs);
  await sql`update place set deleted_at = ${deletedAt} where id = ${gone}`.execute(database);
  await purgeDeletedPlaces({ database, now: () => new Date() });
  expect((await sql`select from place where id = ${gone}`.execute(database)).rows).toHaveLength(1);

  // A transaction that is still to come: the database has gone back in time.
  expect(await ask(writeCursor({ ...cursor, transaction: 10n ** 12n }))).toEqual(tooFarBack);
  // Another epoch: the places were restored.
  expect(await ask(writeCursor({ ...cursor, epoch: "another" }))).toEqual(tooFarBack);
  await forgetChangeMarks(database);
  await noteChangeMark(database);
  expect(await ask(text)).toEqual(tooFarBack);
  // Marks of another cluster, whose numbers are ahead of this one.
  const before = readCursor((await readStartCursor(database)) ?? "")!.epoch;
  await sql`update change_mark set settled = '1000000000000'::xid8`.execute(database);
  await noteChangeMark(database);
  const after = readCursor((await readStartCursor(database)) ?? "")!.epoch;
  expect(after).not.toBe(before);
});

test("a change of a transaction that is still open comes when it is committed, and holds up later ones", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  await noteChangeMark(database);
  const [early, late] = await addPlaces(database, [{}, {}]);
  const mirror = new Mirror(new Date());
  await vi.waitFor(async () => {
    await mirror.follow(database);
    expect(mirror.places.size).toBe(2);
  }, 30_000);
  const committed = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const open = database.transaction().execute(async (transaction) => {
    await sql`update place set comments = 'early' where id = ${early}`.execute(transaction);
    written.resolve();
    await committed.promise;
  });
  await written.promise;
  await sql`update place set comments = 'late' where id = ${late}`.execute(database);
  await mirror.follow(database);
  expect([...mirror.places.values()]).toMatchObject([{ comments: "" }, { comments: "" }]);
  committed.resolve();
  await open;
  await vi.waitFor(async () => {
    await mirror.follow(database);
    const comments = [early, late].map((id) => mirror.places.get(id));
    expect(comments).toMatchObject([{ comments: "early" }, { comments: "late" }]);
  }, 30_000);
});
