import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { connectDatabase, type Database } from "#server/database/connect.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import {
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from "#tests/support/database/start-replicated-postgres.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { followPlaceChanges, type PlaceFeed } from "./follow-place-changes.ts";
import { loadPlaceIndex } from "./load-place-index.ts";
import { readHorizon } from "./place-change-reader.ts";

const intervalMs = 50;

let postgres: ReplicatedPostgres;
let primary: Database;
let replica: Database;
let placeIndex: PlaceIndex;
let feed: PlaceFeed;
const warn = vi.fn();

const shown = () =>
  placeIndex.page(
    { filters: noFilters, includeUnknown: false, bbox: null, includeUnaccepted: true },
    "added-asc",
    0,
    100,
  );
const soon = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 20 });

beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  primary = connectDatabase(postgres.primary, { log: silentLog });
  replica = connectDatabase(postgres.replica, { log: silentLog });
});
afterAll(async () => {
  await primary?.destroy();
  await replica?.destroy();
  await postgres?.[Symbol.asyncDispose]();
});

beforeEach(async () => {
  warn.mockClear();
  const since = await readHorizon(replica);
  placeIndex = await loadPlaceIndex(replica);
  const log = { ...silentLog, warn };
  const now = () => new Date();
  feed = followPlaceChanges({
    database: replica,
    primary,
    placeIndex,
    now,
    log,
    since,
    intervalMs,
  });
});
afterEach(() => feed[Symbol.asyncDispose]());

test("a replica is followed, transactions that overlap included", async () => {
  const before = shown();
  const [first, second] = await addPlaces(primary, [{}, {}]);
  await soon(() => expect(shown()).toEqual([...before, first, second]));
  let newer = 0;
  await primary.transaction().execute(async (transaction) => {
    const older = transaction.updateTable("place").where("id", "=", first);
    await older.set({ deleted_at: new Date() }).execute();
    [newer] = await addPlaces(primary, [{}]);
    await soon(() => expect(shown()).toEqual([...before, first, second, newer]));
    await delay(4 * intervalMs);
  });
  await soon(() => expect(shown()).toEqual([...before, second, newer]));
  expect(warn).not.toHaveBeenCalled();
});

test("a replica that has nothing to receive is not late", async () => {
  const oldestMs = { read: 0 };
  for (let look = 0; look < 20; look++) {
    await delay(100);
    oldestMs.read = Math.max(oldestMs.read, feed.ageMs());
  }
  expect(oldestMs.read).toBeLessThan(1_000);
});

test("a replica that does not replay what it receives is late by that", async () => {
  await sql`select pg_wal_replay_pause()`.execute(replica);
  const [id] = await addPlaces(primary, [{}]);
  await delay(3_000);
  expect(feed.ageMs()).toBeGreaterThan(2_000);
  expect(shown()).not.toContain(id);
  await sql`select pg_wal_replay_resume()`.execute(replica);
  await soon(() => expect(shown()).toContain(id));
  await soon(() => expect(feed.ageMs()).toBeLessThan(1_000));
  expect(warn).not.toHaveBeenCalled();
});

test("a replica that is cut off from its primary is late as soon as it lacks something", async () => {
  await sql`alter system set primary_conninfo = ''`.execute(replica);
  await sql`select pg_reload_conf()`.execute(replica);
  const receivers = () => sql`select from pg_stat_wal_receiver`.execute(replica);
  await vi.waitFor(async () => expect((await receivers()).rows).toHaveLength(0), {
    timeout: 20_000,
  });
  await delay(1_000);
  expect(feed.ageMs()).toBeLessThan(1_000);
  await addPlaces(primary, [{}]);
  await delay(3_000);
  expect(feed.ageMs()).toBeGreaterThan(2_000);
});

test("while the primary is away, its replica is followed as far as it goes", async () => {
  await primary.destroy();
  await delay(1_500);
  expect(feed.ageMs()).toBeLessThan(1_000);
  expect(warn).not.toHaveBeenCalled();
});
