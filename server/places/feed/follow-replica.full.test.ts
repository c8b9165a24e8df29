import { sql } from "kysely";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { connectDatabase, type Database, databaseOn, openPool } from "#server/database/connect.ts";
import type { ConnectionPool } from "#server/database/connection-pool.ts";
import { ReadServers } from "#server/database/read-servers.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { DatabaseProxy } from "#tests/support/database/database-proxy.ts";
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
let toPrimary: DatabaseProxy;
let pool: ConnectionPool;
let servers: ReadServers;
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
const patience = { timeout: 60_000, interval: 20 };
const soon = (check: () => unknown) => vi.waitFor(check, patience);

/** Waits until a look that begins from now on has succeeded. */
async function nextLook(): Promise<void> {
  const nowMs = performance.now();
  await soon(() => expect(feed.ageMs()).toBeLessThan(performance.now() - nowMs));
}

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
  toPrimary = await DatabaseProxy.start(postgres.primary);
  const open = (connection: object) =>
    openPool(connection, { log: silentLog, connectTimeoutMs: 500 });
  pool = open(toPrimary.connection);
  const [replica, watch] = [open(postgres.replica), open(postgres.replica)];
  servers = new ReadServers({ primary: pool, replica, watch, log: silentLog });
  await servers.start();
  const database = databaseOn(pool);
  const since = await readHorizon(database);
  placeIndex = await loadPlaceIndex(database);
  const log = { ...silentLog, warn };
  const now = () => new Date();
  feed = followPlaceChanges({ database, servers, placeIndex, now, log, since, intervalMs });
});
afterEach(async () => {
  await feed[Symbol.asyncDispose]();
  await servers[Symbol.asyncDispose]();
  await pool.end();
  await toPrimary[Symbol.asyncDispose]();
});

/** Whether the replica has all that the feed has seen, so that reads go there. */
const isInStep = async () => {
  const { rows } = await sql<{ standby: boolean }>`
    select pg_is_in_recovery() as standby`.execute(servers.database);
  return rows[0].standby;
};

const untilInStep = () => vi.waitUntil(isInStep, patience);

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
    await nextLook();
    await nextLook();
  });
  await soon(() => expect(shown()).toEqual([...before, second, newer]));
  expect(warn).not.toHaveBeenCalled();
});

test("a replica that has nothing to receive is not late", async () => {
  await untilInStep();
  let atReplica = 0;
  for (let look = 0; look < 20; look++) {
    await nextLook();
    if (await isInStep()) atReplica++;
  }
  expect(servers.states.replica).toBe("in_step");
  expect(atReplica).toBeGreaterThan(15);
});

test("what a replica does not replay is in the index, and reads do without the replica", async () => {
  await untilInStep();
  await sql`select pg_wal_replay_pause()`.execute(replica);
  const [id] = await addPlaces(primary, [{}]);
  await soon(() => expect(shown()).toContain(id));
  expect(await isInStep()).toBe(false);
  await nextLook();
  await nextLook();
  expect(shown()).toContain(id);
  expect(await isInStep()).toBe(false);
  await sql`select pg_wal_replay_resume()`.execute(replica);
  await untilInStep();
  await nextLook();
  expect(warn).not.toHaveBeenCalled();
});

test("reads do without the replica before anyone hears of a change that it may lack", async () => {
  await untilInStep();
  const see = vi.spyOn(servers, "see");
  const apply = vi.spyOn(placeIndex, "apply");
  onTestFinished(() => see.mockRestore());
  await addPlaces(primary, [{}]);
  await feed.catchUp();
  const [applied] = apply.mock.invocationCallOrder;
  const before = see.mock.calls.filter((_, at) => see.mock.invocationCallOrder[at] < applied);
  expect(before.length).toBeGreaterThan(0);
  expect(before.at(-1)?.[0]).toBe(see.mock.calls[before.length]?.[0]);
});

test("while the primary is away, its replica is followed as far as it goes", async () => {
  await untilInStep();
  await toPrimary.set("refuse");
  await soon(() => expect(servers.states.primary).toBe("lost"));
  await nextLook();
  // What others write to the primary, which this process alone cannot reach.
  const [id] = await addPlaces(primary, [{}]);
  await soon(() => expect(shown()).toContain(id));
  expect(warn).not.toHaveBeenCalled();
  await toPrimary.set("pass");
  await soon(() => expect(servers.states.primary).toBe("answers"));
  const [next] = await addPlaces(primary, [{}]);
  await soon(() => expect(shown()).toEqual(expect.arrayContaining([id, next])));
  expect(warn).not.toHaveBeenCalled();
});

test("after a write that no look at the primary has followed, the replica counts as behind", async () => {
  await untilInStep();
  const behind = vi.fn();
  servers.onBehind(behind);
  await toPrimary.set("refuse");
  await isInStep();
  expect(behind).not.toHaveBeenCalled();
  await feed.catchUp();
  await isInStep();
  expect(behind).toHaveBeenCalledTimes(1);
});

test("while the primary is away, a replica that is behind does not take the index back", async () => {
  await untilInStep();
  await sql`select pg_wal_replay_pause()`.execute(replica);
  const [id] = await addPlaces(primary, [{}]);
  await soon(() => expect(shown()).toContain(id));
  await toPrimary.set("refuse");
  await soon(() => expect(feed.ageMs()).toBeGreaterThan(1_000));
  expect(shown()).toContain(id);
  await sql`select pg_wal_replay_resume()`.execute(replica);
  await nextLook();
  expect(shown()).toContain(id);
  expect(warn).not.toHaveBeenCalledWith(expect.stringContaining("gone back in time"));
});

test("a replica that is cut off from its primary answers nothing once it lacks something", async () => {
  await untilInStep();
  await sql`alter system set primary_conninfo = ''`.execute(replica);
  await sql`select pg_reload_conf()`.execute(replica);
  const receivers = () => sql`select from pg_stat_wal_receiver`.execute(replica);
  await soon(async () => expect((await receivers()).rows).toHaveLength(0));
  await addPlaces(primary, [{}]);
  await feed.catchUp();
  expect(await isInStep()).toBe(false);
  await soon(() => expect(servers.states.replica).toBe("behind"));
  expect(await isInStep()).toBe(false);
  await nextLook();
});
