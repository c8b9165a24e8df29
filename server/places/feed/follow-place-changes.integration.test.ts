import { setTimeout as delay } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";

import type { Database } from "#server/database/connect.ts";
import { addPlaces, addReviews } from "#tests/support/database/add-places.ts";
import {
  createTestDatabase,
  type TestDatabase,
  untilTransactionsEnd,
} from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import {
  followPlaceChanges,
  type PlaceFeed,
  type PlaceFeedOptions,
  usualIntervalMs,
} from "./follow-place-changes.ts";
import { loadPlaceIndex } from "./load-place-index.ts";
import { PlaceChangeReader, readHorizon, renewRestoredChanges } from "./place-change-reader.ts";

const noon = new Date("2026-05-04T10:00:00Z");
const everything = { filters: noFilters, includeUnknown: false, bbox: null };

let db: TestDatabase;
let database: Database;
let placeIndex: PlaceIndex;
let feed: PlaceFeed;

const accepted = () =>
  placeIndex.page({ ...everything, includeUnaccepted: false }, "rating-desc", 0, 100);
const all = () => placeIndex.page({ ...everything, includeUnaccepted: true }, "added-asc", 0, 100);

/** Loads the index and follows. */
async function loadAndFollow(options: Partial<PlaceFeedOptions> = {}) {
  const since = await readHorizon(database);
  placeIndex = await loadPlaceIndex(database);
  feed = followPlaceChanges({
    database,
    placeIndex,
    now: () => noon,
    log: silentLog,
    since,
    intervalMs: 20,
    ...options,
  });
}

/** Lets the feed look twice, which a test need not wait for the interval to see. */
async function pollTwice() {
  await feed.catchUp();
  await feed.catchUp();
}

async function soon(check: () => void) {
  await vi.waitFor(check, { timeout: 60_000, interval: 20 });
}

beforeEach(async () => {
  db = await createTestDatabase();
  ({ database } = db);
});
afterEach(async () => {
  await feed[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

describe("what another process writes is in the index at the next look", () => {
  test("which is due within half of the two seconds that are promised", async () => {
    const [id] = await addPlaces(database, [{}]);
    await loadAndFollow({ intervalMs: undefined });
    expect(usualIntervalMs).toBeLessThanOrEqual(1_000);
    await database.updateTable("place").set({ deleted_at: new Date() }).execute();
    await soon(() => expect(all()).not.toContain(id));
  });

  test("a place added, accepted, changed, reviewed, deleted and restored", async () => {
    const [first] = await addPlaces(database, [{}]);
    await addReviews(database, first, [4]);
    await loadAndFollow();
    expect(accepted()).toEqual([first]);

    const [second] = await addPlaces(database, [{ accepted: false }]);
    await soon(() => expect(all()).toContain(second));
    expect(accepted()).toEqual([first]);

    const update = database.updateTable("place").where("id", "=", second);
    await update.set({ accepted: true }).execute();
    await soon(() => expect(accepted()).toEqual([first, second]));

    await addReviews(database, second, [5, 5]);
    await soon(() => expect(accepted()).toEqual([second, first]));

    const accessible = { ...noFilters, accessible: true };
    const indexQuery = { ...everything, filters: accessible, includeUnaccepted: false };
    await update.set({ accessible: true }).execute();
    await soon(() => expect(placeIndex.count(indexQuery).total).toBe(1));

    await database.deleteFrom("review").where("place_id", "=", second).execute();
    await soon(() => expect(accepted()).toEqual([first, second]));

    await update.set({ deleted_at: new Date() }).execute();
    await soon(() => expect(all()).toEqual([first]));
    await update.set({ deleted_at: null }).execute();
    await soon(() => expect(all()).toEqual([first, second]));
  });

  test("a place with opening times that no place had before is open at once", async () => {
    await loadAndFollow();
    placeIndex.refreshOpenSchedules(noon);
    await addPlaces(database, [{ openingTimes: Array<string>(7).fill("00:00-23:59") }]);
    await soon(() =>
      expect(placeIndex.count({ ...everything, includeUnaccepted: false })).toMatchObject({
        total: 1,
        openNow: 1,
      }),
    );
  });

  test("what was written while the index was loading", async () => {
    const since = await readHorizon(database);
    placeIndex = await loadPlaceIndex(database);
    const [id] = await addPlaces(database, [{}]);
    feed = followPlaceChanges({
      database,
      placeIndex,
      now: () => noon,
      log: silentLog,
      since,
      intervalMs: 20,
    });
    await soon(() => expect(all()).toEqual([id]));
  });
});

describe("however long a transaction takes", () => {
  /** Makes what a transaction writes from now on as old as if it had been held open for so long. */
  async function holdOpen(transaction: Database, minutes: number) {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`update place set updated_at = database_clock() - make_interval(mins => ${minutes})`.execute(
      transaction,
    );
  }

  test("a deletion is seen when it is committed", async () => {
    const [first, second] = await addPlaces(database, [{}, {}]);
    await loadAndFollow();
    let third = 0;
    await database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable("place")
        .set({ deleted_at: new Date() })
        .where("id", "=", first)
        .execute();
      await holdOpen(transaction, 1);
      [third] = await addPlaces(database, [{}]);
      await soon(() => expect(all()).toEqual([first, second, third]));
      await addPlaces(database, [{ deleted_at: new Date() }]);
      await pollTwice();
    });
    await soon(() => expect(all()).toEqual([second, third]));
  });

  test("a change to many places is seen in all of them", async () => {
    const many = Array.from({ length: 450 }, () => ({ accepted: false }));
    await addPlaces(database, many);
    await loadAndFollow();
    const count = () => placeIndex.count({ ...everything, includeUnaccepted: false }).total;
    await database.transaction().execute(async (transaction) => {
      await transaction.updateTable("place").set({ accepted: true }).execute();
      await holdOpen(transaction, 3);
      await addPlaces(database, [{}]);
      await soon(() => expect(count()).toBe(1));
    });
    await soon(() => expect(count()).toBe(451));
  });

  test("two that overlap are seen, whichever began first and whichever commits first", async () => {
    // With a new week of opening times, the one would wait for the other.
    await addPlaces(database, [{ deleted_at: new Date() }]);
    await loadAndFollow();
    const expected: number[] = [];
    const add = async (to: Database, ids: number[] = expected) =>
      ids.push(...(await addPlaces(to, [{}])));
    await database.transaction().execute(async (older) => {
      await add(older);
      await database.transaction().execute(async (newer) => {
        await add(newer);
        await sql`savepoint part`.execute(newer);
        await add(newer);
        await sql`release savepoint part`.execute(newer);
      });
      await soon(() => expect(all()).toEqual(expected.slice(1)));
      await add(older);
      await holdOpen(older, 1);
      await pollTwice();
    });
    await soon(() => expect(all()).toEqual([...expected].sort((a, b) => a - b)));
  });

  test("one that is rolled back is never seen, and holds nothing up", async () => {
    await loadAndFollow();
    const rolledBack = database.transaction().execute(async (transaction) => {
      await addPlaces(transaction, [{}]);
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    const [id] = await addPlaces(database, [{}]);
    await soon(() => expect(all()).toEqual([id]));
  });
});

describe("the feed", () => {
  test("agrees with the loaded index on when a place was added, to the microsecond", async () => {
    const added = (micros: string) => sql<Date>`${`2026-01-02 10:00:00.${micros}Z`}::timestamptz`;
    const [loaded] = await addPlaces(database, [{ added: added("500000") }]);
    await loadAndFollow();
    const [before, after] = await addPlaces(database, [
      { added: added("499999") },
      { added: added("500001") },
    ]);
    await soon(() => expect(all()).toEqual([before, loaded, after]));
  });

  test("hands over each change once", async () => {
    await loadAndFollow();
    const apply = vi.spyOn(placeIndex, "apply");
    await addPlaces(database, [{}, {}]);
    await soon(() => expect(all()).toHaveLength(2));
    const calls = apply.mock.calls.length;
    await pollTwice();
    expect(apply).toHaveBeenCalledTimes(calls);
  });

  test("takes in many changes in many turns of the event loop, so that requests are answered between", async () => {
    await loadAndFollow();
    let turn = 0;
    let isOver = false;
    const nextTurn = () => {
      turn++;
      if (!isOver) setImmediate(nextTurn);
    };
    onTestFinished(() => {
      isOver = true;
    });
    setImmediate(nextTurn);
    const apply = vi.spyOn(placeIndex, "apply");
    const batches: { size: number; turn: number }[] = [];
    feed.subscribe((ids) => batches.push({ size: ids?.length ?? 0, turn }));
    await addPlaces(
      database,
      Array.from({ length: 730 }, () => ({})),
    );
    await soon(() => expect(placeIndex.size).toBe(730));
    expect(apply.mock.calls.length).toBe(batches.length);
    // What each of them costs in an index of a hundred thousand is in many-changes.full.test.ts.
    expect(Math.max(...batches.map(({ size }) => size))).toBeLessThanOrEqual(100);
    expect(batches.length).toBeGreaterThanOrEqual(8);
    for (const [at, { turn }] of batches.entries()) {
      if (at > 0) expect(turn).toBeGreaterThan(batches[at - 1].turn + 1);
    }
  });

  test("tells of a failure, waits longer after each, and catches up when it is over", async () => {
    const failedAtMs: number[] = [];
    const warn = () => void failedAtMs.push(performance.now());
    await loadAndFollow({ intervalMs: 50, log: { ...silentLog, warn } });
    await sql`alter table place rename to elsewhere`.execute(database);
    await soon(() => expect(failedAtMs.length).toBeGreaterThanOrEqual(4));
    const waitsMs = failedAtMs.slice(1, 4).map((atMs, before) => atMs - failedAtMs[before]);
    for (const [at, leastMs] of [100, 200, 400].entries()) {
      // A timer may go off a little early.
      expect(waitsMs[at]).toBeGreaterThan(leastMs - 10);
    }
    const lostMs = feed.ageMs();
    expect(lostMs).toBeGreaterThan(650);
    await sql`alter table elsewhere rename to place`.execute(database);
    const [id] = await addPlaces(database, [{}]);
    await soon(() => expect(all()).toEqual([id]));
    await soon(() => expect(feed.ageMs()).toBeLessThan(lostMs));
  });

  test("takes a batch that the index refused again", async () => {
    await loadAndFollow();
    const apply = vi.spyOn(placeIndex, "apply").mockImplementationOnce(() => {
      throw new Error("refused");
    });
    const [id] = await addPlaces(database, [{}]);
    await soon(() => expect(all()).toEqual([id]));
    expect(apply.mock.calls.length).toBeGreaterThanOrEqual(2);
  });

  test("asks nothing any more when it is disposed", async () => {
    await loadAndFollow();
    await feed[Symbol.asyncDispose]();
    const disposed = placeIndex;
    await loadAndFollow();
    await addPlaces(database, [{}]);
    // Another one has asked meanwhile.
    await soon(() => expect(placeIndex.size).toBe(1));
    expect(disposed.size).toBe(0);
  });
});

describe("catching up", () => {
  test("shows the visitor who has just written what they wrote", async () => {
    await loadAndFollow({ intervalMs: 600_000 });
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const [id] = await addPlaces(database, [{}]);
        await feed.catchUp();
        expect(accepted()).toContain(id);
        return id;
      }),
    );
    expect(all()).toEqual(ids.sort((a, b) => a - b));
  });

  test("is one look for all who wait for one, and never one that has begun", async () => {
    await loadAndFollow({ intervalMs: 600_000 });
    const poll = vi.spyOn(PlaceChangeReader.prototype, "poll");
    onTestFinished(() => poll.mockRestore());
    const first = feed.catchUp();
    await soon(() => expect(poll).toHaveBeenCalledTimes(1));
    await Promise.all([first, ...Array.from({ length: 20 }, () => feed.catchUp())]);
    expect(poll).toHaveBeenCalledTimes(2);
    await feed.catchUp();
    expect(poll).toHaveBeenCalledTimes(3);
  });
});

describe("places with the transactions of another cluster", () => {
  const farAhead = sql<string>`'1000000000000'::xid8`;
  const numbers = async () => {
    const { rows } = await sql<{ changed_in: string }>`
      select changed_in from place order by id`.execute(database);
    return rows.map(({ changed_in }) => Number(changed_in));
  };
  /** As `pg_restore` does, which makes triggers last. */
  async function restorePlaces(count: number) {
    const ids = await addPlaces(
      database,
      Array.from({ length: count }, () => ({})),
    );
    await sql`alter table place disable trigger place_updated`.execute(database);
    await sql`update place set changed_in = ${farAhead}`.execute(database);
    await sql`alter table place enable always trigger place_updated`.execute(database);
    return ids;
  }

  test("are not read again and again, and their changes are seen", async () => {
    const [first, second] = await restorePlaces(2);
    await loadAndFollow();
    const apply = vi.spyOn(placeIndex, "apply");
    await pollTwice();
    expect(apply).not.toHaveBeenCalled();
    await database.deleteFrom("review").execute();
    await addReviews(database, first, [5]);
    await soon(() =>
      expect(
        placeIndex.page({ ...everything, includeUnaccepted: true }, "rating-desc", 0, 9),
      ).toEqual([first, second]),
    );
    await database
      .updateTable("place")
      .set({ deleted_at: new Date() })
      .where("id", "=", second)
      .execute();
    await soon(() => expect(all()).toEqual([first]));
  });

  test("get a number of this one, once", async () => {
    await restorePlaces(3);
    await renewRestoredChanges(database);
    const renewed = await numbers();
    expect(Math.max(...renewed)).toBeLessThan(1_000_000_000_000);
    await renewRestoredChanges(database);
    expect(await numbers()).toEqual(renewed);
  });

  test("get a number of this one as they arrive by replication, or with data alone", async () => {
    await loadAndFollow();
    await addPlaces(database, [{}]);
    await database.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      await sql`
        insert into place (country, city, address, accessible, public, accepted, latitude, longitude,
          schedule_id, dup_key, search_key, changed_in)
        select country, city, 'B', accessible, public, accepted, latitude, longitude,
          schedule_id, 'b', search_key, '1' from place`.execute(transaction);
    });
    await soon(() => expect(all()).toHaveLength(2));
    await database.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      await sql`update place set deleted_at = database_clock()`.execute(transaction);
    });
    await soon(() => expect(all()).toEqual([]));
  });
});

describe("comparing the whole index with the table", () => {
  /** Changes places behind the feed's back. */
  async function changeUnseen(change: RawBuilder<unknown>) {
    await sql`alter table place disable trigger all`.execute(database);
    await change.execute(database);
    await sql`alter table place enable trigger all`.execute(database);
    await sql`alter table place enable always trigger place_updated`.execute(database);
  }

  test("mends what differs, and says so", async () => {
    const many = Array.from({ length: 1_100 }, () => ({}));
    const ids = await addPlaces(database, many);
    const [gone, deleted, changed] = [ids[0], ids[600], ids[1_099]];
    // Rows of transactions that the horizon has not passed are read again, which repairs them unnoticed.
    // The feed would not read the place again.
    await untilTransactionsEnd(database);
    await changeUnseen(sql`update place set deleted_at = database_clock() where id = ${ids[7]}`);
    const warn = vi.fn();
    await loadAndFollow({ reconcileIntervalMs: 50, log: { ...silentLog, warn } });
    expect(placeIndex.size).toBe(1_099);
    await changeUnseen(sql`delete from place where id = ${gone}`);
    await changeUnseen(sql`update place set deleted_at = database_clock() where id = ${deleted}`);
    await changeUnseen(sql`update place set deleted_at = null where id = ${ids[7]}`);
    await changeUnseen(sql`update place set accepted = false where id = ${changed}`);
    const repaired = () => warn.mock.calls.filter(([, message]) => /differed/.test(message));
    await soon(() => expect(repaired().reduce((sum, [{ count }]) => sum + count, 0)).toBe(4));
    expect(
      repaired()
        .flatMap(([{ ids }]) => ids)
        .sort(),
    ).toEqual([gone, ids[7], deleted, changed].sort());
    expect(placeIndex.size).toBe(1_098);
    expect(placeIndex.count({ ...everything, includeUnaccepted: false }).total).toBe(1_097);
  });

  test("finds nothing to mend while places are written as ever", async () => {
    const warn = vi.fn();
    await loadAndFollow({ intervalMs: 5, reconcileIntervalMs: 0, log: { ...silentLog, warn } });
    const ids: number[] = [];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let round = 0; round < 15; round++) {
          await database.transaction().execute(async (transaction) => {
            const [id] = await addPlaces(transaction, [{}]);
            ids.push(id);
            await delay(5);
          });
          const places = database.updateTable("place").where("id", "=", ids[0]);
          await places.set({ deleted_at: round % 2 === 0 ? new Date() : null }).execute();
        }
      }),
    );
    await soon(() => expect(all()).toHaveLength(59));
    expect(warn).not.toHaveBeenCalled();
  });

  test("follows a failure, after which the database may be another", async () => {
    const [, changed] = await addPlaces(database, [{}, {}]);
    await untilTransactionsEnd(database);
    const warn = vi.fn();
    await loadAndFollow({ log: { ...silentLog, warn } });
    await changeUnseen(sql`update place set deleted_at = database_clock() where id = ${changed}`);
    await pollTwice();
    expect(all()).toHaveLength(2);
    await sql`alter table place rename to elsewhere`.execute(database);
    await soon(() => expect(warn).toHaveBeenCalled());
    await sql`alter table elsewhere rename to place`.execute(database);
    await soon(() => expect(all()).toHaveLength(1));
  });

  test("names changed places to those who listen, and says where any may have changed", async () => {
    const [place] = await addPlaces(database, [{}]);
    await untilTransactionsEnd(database);
    const warn = vi.fn();
    await loadAndFollow({ log: { ...silentLog, warn } });
    const notified: (readonly number[] | null)[] = [];
    feed.subscribe((ids) => notified.push(ids));
    // The index holds no addresses.
    await database.updateTable("place").set({ address: "Új utca 1." }).execute();
    await soon(() => expect(notified).toContainEqual([place]));
    expect(notified).not.toContain(null);
    await sql`alter table place rename to elsewhere`.execute(database);
    await soon(() => expect(warn).toHaveBeenCalled());
    await sql`alter table elsewhere rename to place`.execute(database);
    await soon(() => expect(notified).toContain(null));
  });

  test("says at each comparison that any place may have changed, and names what it mends", async () => {
    const [place] = await addPlaces(database, [{}]);
    await untilTransactionsEnd(database);
    await loadAndFollow({ reconcileIntervalMs: 200 });
    const notified: (readonly number[] | null)[] = [];
    feed.subscribe((ids) => notified.push(ids));
    const { changes } = feed;
    await changeUnseen(sql`update place set deleted_at = database_clock() where id = ${place}`);
    await soon(() => expect(notified).toContainEqual([place]));
    expect(notified).toContain(null);
    expect(feed.changes).toBeGreaterThan(changes);
  });

  test("follows when transactions are numbered lower than before", async () => {
    const ids = await addPlaces(database, [{}, {}]);
    const warn = vi.fn();
    const since = (await readHorizon(database)) + 1_000_000n;
    placeIndex = await loadPlaceIndex(database);
    await changeUnseen(sql`update place set deleted_at = database_clock() where id = ${ids[0]}`);
    feed = followPlaceChanges({
      database,
      placeIndex,
      now: () => noon,
      log: { ...silentLog, warn },
      since,
      intervalMs: 20,
    });
    await soon(() => expect(all()).toEqual([ids[1]]));
    expect(warn.mock.calls.map(([first]) => first)).toContain(
      "the database has gone back in time: comparing the place index with it",
    );
    const [added] = await addPlaces(database, [{}]);
    await soon(() => expect(all()).toEqual([ids[1], added]));
  });
});
