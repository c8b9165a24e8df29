import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { noFilters } from "#domain/place-filters.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { Database } from "#server/database/connect.ts";
import { addPlaces, addReviews } from "#tests/support/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { followPlaceChanges, type PlaceFeed } from "./follow-place-changes.ts";
import { loadPlaceIndex } from "./load-place-index.ts";

const promisedMs = 2_000;
const everything = { filters: noFilters, includeUnknown: false, bbox: null };

let db: TestDatabase;
let database: Database;
let placeIndex: PlaceIndex;
let feed: PlaceFeed;

const accepted = () =>
  placeIndex.page({ ...everything, includeUnaccepted: false }, "rating-desc", 0, 100);
const all = () => placeIndex.page({ ...everything, includeUnaccepted: true }, "added-asc", 0, 100);

/** Follows with the usual interval unless told otherwise. */
function follow(intervalMs?: number, log = silentLog): PlaceFeed {
  return followPlaceChanges({ database, placeIndex, now: () => new Date(), log, intervalMs });
}

/** Makes all rows so old that the feed does not look at them. */
async function forgetChanges() {
  await sql`alter table place disable trigger place_updated`.execute(database);
  await sql`update place set updated_at = now() - interval '1 hour'`.execute(database);
  await sql`alter table place enable trigger place_updated`.execute(database);
}

async function soon(check: () => void) {
  await vi.waitFor(check, { timeout: promisedMs, interval: 20 });
}

beforeEach(async () => {
  db = await createTestDatabase();
  ({ database } = db);
});
afterEach(async () => {
  await feed[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

// Once more where the machine was busy with something else: the promise is about time.
describe("what another process writes is in the index within two seconds", { retry: 1 }, () => {
  test("a place added, accepted, changed, reviewed, deleted and restored", async () => {
    const [first] = await addPlaces(database, [{}]);
    await addReviews(database, first, [4]);
    placeIndex = await loadPlaceIndex(database);
    feed = follow();
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
    const question = { ...everything, filters: accessible, includeUnaccepted: false };
    await update.set({ accessible: true }).execute();
    await soon(() => expect(placeIndex.count(question).total).toBe(1));

    await database.deleteFrom("review").where("place_id", "=", second).execute();
    await soon(() => expect(accepted()).toEqual([first, second]));

    await update.set({ deleted_at: new Date() }).execute();
    await soon(() => expect(all()).toEqual([first]));
    await update.set({ deleted_at: null }).execute();
    await soon(() => expect(all()).toEqual([first, second]));
  });

  test("a place with opening times that nobody had before is open at once", async () => {
    placeIndex = await loadPlaceIndex(database);
    placeIndex.refreshOpenSchedules(new Date());
    feed = follow(50);
    await addPlaces(database, [{ openingTimes: Array<string>(7).fill("00:00-23:59") }]);
    await soon(() =>
      expect(placeIndex.count({ ...everything, includeUnaccepted: false })).toMatchObject({
        total: 1,
        openNow: 1,
      }),
    );
  });

  test("rows of a transaction that took long, after others have been seen", async () => {
    const [first] = await addPlaces(database, [{}]);
    placeIndex = await loadPlaceIndex(database);
    feed = follow();
    let slow = 0;
    await database.transaction().execute(async (transaction) => {
      [slow] = await addPlaces(transaction, [{}]);
      const [quick] = await addPlaces(database, [{}]);
      await soon(() => expect(all()).toEqual([first, quick]));
      await delay(3_000);
    });
    await soon(() => expect(all()).toContain(slow));
  });

  test("what was written while the index was loading", async () => {
    const loadStartedAtMs = performance.now();
    placeIndex = await loadPlaceIndex(database);
    const [id] = await addPlaces(database, [{}]);
    feed = followPlaceChanges({
      database,
      placeIndex,
      now: () => new Date(),
      log: silentLog,
      loadStartedAtMs,
    });
    await soon(() => expect(all()).toEqual([id]));
  });
});

describe("the feed", () => {
  test("agrees with the loaded index on when a place was added, to the microsecond", async () => {
    const added = (micros: string) => sql<Date>`${`2026-01-02 10:00:00.${micros}Z`}::timestamptz`;
    const [loaded] = await addPlaces(database, [{ added: added("500000") }]);
    await forgetChanges();
    placeIndex = await loadPlaceIndex(database);
    feed = follow(20);
    const [before, after] = await addPlaces(database, [
      { added: added("499999") },
      { added: added("500001") },
    ]);
    await soon(() => expect(all()).toEqual([before, loaded, after]));
  });

  test("hands over each change once", async () => {
    placeIndex = await loadPlaceIndex(database);
    const apply = vi.spyOn(placeIndex, "apply");
    feed = follow(20);
    await addPlaces(database, [{}, {}]);
    await soon(() => expect(all()).toHaveLength(2));
    const calls = apply.mock.calls.length;
    await delay(300);
    expect(apply).toHaveBeenCalledTimes(calls);
  });

  test("takes in many changes at once", async () => {
    placeIndex = await loadPlaceIndex(database);
    feed = follow(50);
    await addPlaces(
      database,
      Array.from({ length: 3_500 }, () => ({})),
    );
    await soon(() => expect(placeIndex.size).toBe(3_500));
  });

  test("tells of a failure, waits longer after each, and catches up when it is over", async () => {
    placeIndex = await loadPlaceIndex(database);
    const warn = vi.fn();
    feed = follow(50, { ...silentLog, warn });
    await sql`alter table place rename to elsewhere`.execute(database);
    await delay(1_200);
    // At 50, 150, 350 and 750 ms, where a feed that does not wait longer would have asked 20 times.
    expect(warn.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(warn.mock.calls.length).toBeLessThanOrEqual(6);
    expect(feed.ageMs()).toBeGreaterThan(1_000);
    await sql`alter table elsewhere rename to place`.execute(database);
    const [id] = await addPlaces(database, [{}]);
    await soon(() => expect(all()).toEqual([id]));
    expect(feed.ageMs()).toBeLessThan(1_000);
  });

  test("takes a batch that the index refused again", async () => {
    placeIndex = await loadPlaceIndex(database);
    const apply = vi.spyOn(placeIndex, "apply").mockImplementationOnce(() => {
      throw new Error("refused");
    });
    feed = follow(20);
    const [id] = await addPlaces(database, [{}]);
    await soon(() => expect(all()).toEqual([id]));
    expect(apply.mock.calls.length).toBeGreaterThanOrEqual(2);
  });

  test("asks nothing any more when it is disposed", async () => {
    placeIndex = await loadPlaceIndex(database);
    feed = follow(20);
    await feed[Symbol.asyncDispose]();
    await addPlaces(database, [{}]);
    await delay(200);
    expect(placeIndex.size).toBe(0);
  });
});

test("whoever has just written can have the index catch up at once", async () => {
  placeIndex = await loadPlaceIndex(database);
  feed = follow(60_000);
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
