import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DatabaseProxy } from "#tests/support/database/database-proxy.ts";
import {
  addUnusedData,
  createTestDatabase,
  type TestDatabase,
} from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { connectDatabase, type Database, openPool } from "./connect.ts";
import { poolLimits } from "./connection-pool.ts";
import { DatabaseUnavailable, isDatabaseUnavailable, withinWaitLimit } from "./database-errors.ts";
import { startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";

const { connectTimeoutMs, statementTimeoutMs, responseGraceMs, endTimeoutMs } = poolLimits;

let db: TestDatabase;
let proxy: DatabaseProxy;
let database: Database;
/** Time passed so far, by the mocked clock. */
let passedMs: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  passedMs = 0;
  db = await createTestDatabase();
  proxy = await DatabaseProxy.start(db.connection);
  database = connectDatabase(proxy.connection, { log: silentLog, maxConnections: 3 });
});
afterEach(async () => {
  await proxy.set("reset");
  await database.destroy();
  await proxy[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
  vi.useRealTimers();
});

const queryOne = (from = database) => sql<{ n: number }>`select 1 as n`.execute(from);

/** Runs pending events of the network and the pool, without time passing. */
async function runPendingEvents(): Promise<void> {
  for (let round = 0; round < 20; round++) await new Promise(setImmediate);
}

async function pass(ms: number): Promise<void> {
  await runPendingEvents();
  passedMs += ms;
  await vi.advanceTimersByTimeAsync(ms);
  await runPendingEvents();
}

interface Outcome {
  error: unknown;
  /** Time passed until the end, in milliseconds. */
  ms: number;
}

/** Lets time pass until all of the work has ended; returns the outcome of each. */
async function outcomesOf(work: readonly Promise<unknown>[]): Promise<Outcome[]> {
  const begunMs = passedMs;
  const outcomes: Outcome[] = [];
  work.forEach((one, index) => {
    const record = (error: unknown) => {
      outcomes[index] = { error, ms: passedMs - begunMs };
    };
    one.then(() => record(null), record);
  });
  await runPendingEvents();
  while (Object.keys(outcomes).length < work.length) {
    expect(passedMs - begunMs).toBeLessThan(60_000);
    await pass(100);
  }
  return outcomes;
}

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  const [outcome] = await outcomesOf([work]);
  return outcome;
}

/** Time after which a silent connection is destroyed. */
const silentMs = statementTimeoutMs + responseGraceMs;

describe("a database that stops responding", () => {
  test("is detected after the statement's limit and the grace, and used again at once when it is back", async () => {
    // Three connections, so that each one is tested in turn.
    await Promise.all([queryOne(), queryOne(), queryOne()]);
    expect(proxy.count).toBe(3);
    await proxy.set("swallow");
    const { error, ms } = await outcomeOf(queryOne());
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(ms).toBeGreaterThanOrEqual(silentMs);
    expect(ms).toBeLessThan(silentMs + 1_000);
    await proxy.set("pass");
    expect((await queryOne()).rows).toEqual([{ n: 1 }]);
    // None of the silent connections is used again.
    await Promise.all([queryOne(), queryOne(), queryOne()]);
  });

  test("leaves no connection hanging: ten at once end, and the pool has room afterwards", async () => {
    await queryOne();
    await proxy.set("swallow");
    const outcomes = await outcomesOf(Array.from({ length: 10 }, () => queryOne()));
    for (const { error, ms } of outcomes) {
      expect(isDatabaseUnavailable(error)).toBe(true);
      expect(ms).toBeLessThan(silentMs + 1_000);
    }
    await proxy.set("pass");
    expect((await queryOne()).rows).toEqual([{ n: 1 }]);
  });

  test("counts as unavailable at once for all other requests while one tries to reach it", async () => {
    await proxy.set("swallow");
    expect(isDatabaseUnavailable((await outcomeOf(queryOne())).error)).toBe(true);
    const [trying, ...others] = await outcomesOf([queryOne(), queryOne(), queryOne()]);
    expect(trying.ms).toBeGreaterThanOrEqual(connectTimeoutMs);
    for (const { error, ms } of others) {
      expect(isDatabaseUnavailable(error)).toBe(true);
      expect(ms).toBe(0);
    }
  });

  test("is awaited by the statements of a page once, for all of them", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    await Promise.all([queryOne(), queryOne()]);
    await proxy.set("swallow");
    const readTwice = async () => {
      await expect(queryOne()).rejects.toThrow(DatabaseUnavailable);
      // The other connection is as silent.
      await queryOne();
    };
    const limits = { limitMs: 1_000, graceMs: 500 };
    const { error, ms } = await outcomeOf(withinWaitLimit(limits, readTwice));
    expect(error).toMatchObject({ message: "The time for the database is over." });
    expect(ms).toBeGreaterThanOrEqual(1_500);
    expect(ms).toBeLessThan(2_000);
  });

  test("is awaited by a page that has to open a connection no longer than by any other", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    await proxy.set("swallow");
    const limits = { limitMs: 1_000, graceMs: 500 };
    const { error, ms } = await outcomeOf(withinWaitLimit(limits, () => queryOne()));
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(ms).toBeGreaterThanOrEqual(1_500);
    expect(ms).toBeLessThan(2_000);
  });

  test("is no matter of a page's limit for what goes on behind the page", async () => {
    const pageEnded = Promise.withResolvers<void>();
    let behind: ReturnType<typeof queryOne> | undefined;
    await withinWaitLimit({ limitMs: 0, graceMs: 0 }, async () => {
      behind = pageEnded.promise.then(() => queryOne());
    });
    pageEnded.resolve();
    expect((await behind)?.rows).toEqual([{ n: 1 }]);
  });

  test("ends a transaction with the same error", async () => {
    const silent = Promise.withResolvers<void>();
    const work = database.transaction().execute(async (transaction) => {
      await queryOne(transaction);
      await proxy.set("swallow");
      silent.resolve();
      await queryOne(transaction);
    });
    await silent.promise;
    const { error, ms } = await outcomeOf(work);
    expect(error).toMatchObject({ name: "DatabaseUnavailable", code: "08006" });
    expect(ms).toBeLessThan(silentMs + 1_000);
  });

  test("is awaited where a statement has no time limit", async () => {
    await using blocker = await blockTable();
    const queued = Promise.withResolvers<void>();
    const patient = database.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      queued.resolve();
      await sql`lock table place in access exclusive mode`.execute(transaction);
      return "done";
    });
    await queued.promise;
    await pass(10 * silentMs);
    await blocker.end();
    expect(await patient).toBe("done");
  });

  test("is detected after a transaction's longer limit too, and after the session's limit once that transaction has ended", async () => {
    const silent = Promise.withResolvers<void>();
    const limited = database.connection().execute(async (connection) => {
      await connection.transaction().execute(async (transaction) => {
        await sql`set local statement_timeout = 0`.execute(transaction);
      });
      await proxy.set("swallow");
      silent.resolve();
      await queryOne(connection);
    });
    await silent.promise;
    const { error, ms } = await outcomeOf(limited);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(ms).toBeLessThan(silentMs + 1_000);
  });

  test("does not prevent the pool from closing", async () => {
    const patient = connectDatabase(proxy.connection, { log: silentLog, maxConnections: 1 });
    await queryOne(patient);
    await proxy.set("swallow");
    const hanging = queryOne(patient);
    await runPendingEvents();
    const [{ ms }, { error }] = await outcomesOf([patient.destroy(), hanging]);
    expect(ms).toBeLessThan(endTimeoutMs + 1_000);
    expect(isDatabaseUnavailable(error)).toBe(true);
  });
});

test("a process that was busy beyond the limit reads the pending response first", async () => {
  vi.useRealTimers();
  const [statementTimeoutMs, responseGraceMs] = [1_000, 500];
  await using busy = connectDatabase(proxy.connection, {
    ...{ log: silentLog, statementTimeoutMs, responseGraceMs: responseGraceMs },
  });
  await queryOne(busy);
  const result = queryOne(busy);
  await new Promise(setImmediate);
  // The process is blocked, and reads nothing, until all limits are over.
  const never = new Int32Array(new SharedArrayBuffer(4));
  Atomics.wait(never, 0, 0, statementTimeoutMs + responseGraceMs + 200);
  expect((await result).rows).toEqual([{ n: 1 }]);
});

describe("a statement beyond its limit", () => {
  const sleeping = () =>
    sql`select from pg_stat_activity where query like '%pg_sleep(77)%' and state = 'active'
      and pid <> pg_backend_pid()`.execute(db.database);
  const sleep = (database: Database) => sql`select pg_sleep(77)`.execute(database);

  test.each(["alone", "in a transaction"])("is cancelled in the database: %s", async (where) => {
    vi.useRealTimers();
    await using hasty = connectDatabase(proxy.connection, {
      ...{ log: silentLog, statementTimeoutMs: 300, maxConnections: 1 },
    });
    await queryOne(hasty);
    const slow = where === "alone" ? sleep(hasty) : hasty.transaction().execute(sleep);
    await expect(slow).rejects.toMatchObject({ code: "57014" });
    await expect.poll(async () => (await sleeping()).rows).toEqual([]);
    // The connection stays usable: the error was the statement's, and no cancellation arrives late.
    for (let n = 0; n < 20; n++) await queryOne(hasty);
    expect(proxy.count).toBe(1);
  });

  test("may take as long as its transaction allows", async () => {
    vi.useRealTimers();
    await using hasty = connectDatabase(proxy.connection, {
      ...{ log: silentLog, statementTimeoutMs: 100, maxConnections: 1 },
    });
    const patient = hasty.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`select pg_sleep(0.5)`.execute(transaction);
      return "done";
    });
    expect(await patient).toBe("done");
    await expect(sleep(hasty)).rejects.toMatchObject({ code: "57014" });
  });
});

test("sets nothing in the session, which a pooler lends to other clients", async () => {
  await using one = connectDatabase(db.connection, { log: silentLog, maxConnections: 1 });
  const stateOf = async (at: Database) => {
    const { rows } = await sql<{ limit: string; names: string[] | null; prepared: number }>`
      select current_setting('idle_in_transaction_session_timeout') as limit,
        (select array_agg(name::text order by name) from pg_settings
          where source in ('client', 'session') and name !~ '^mosdo\\.') as names,
        (select count(*) from pg_prepared_statements) as prepared`.execute(at);
    return rows[0];
  };
  const begun = await stateOf(one);
  // PgBouncer refuses any other parameter of the start.
  expect(begun).toEqual({
    limit: "0",
    names: ["application_name", "client_encoding"],
    prepared: 0,
  });
  expect(await one.transaction().execute(stateOf)).toMatchObject({ limit: "15s" });
  expect(await stateOf(one)).toEqual(begun);
});

test("after a write to a read-only server, all connections are opened anew", async () => {
  vi.useRealTimers();
  await using pair = connectDatabase(proxy.connection, { log: silentLog, maxConnections: 1 });
  const write = () => sql`create table note ()`.execute(pair);
  await sql`set default_transaction_read_only = on`.execute(pair);
  const error = await write().catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  await write();
});

test("a commit that no synchronous replica has confirmed is an error", async () => {
  vi.useRealTimers();
  const dataDirectory = await mkdtemp(join(tmpdir(), "mosdo-synchronous-"));
  addUnusedData(dataDirectory);
  await using own = await startEmbeddedPostgres({ dataDirectory, log: silentLog });
  await using hasty = connectDatabase(own.connection, {
    ...{ log: silentLog, statementTimeoutMs: 300, responseGraceMs: 300 },
  });
  await sql`create table note (n int)`.execute(hasty);
  await sql`alter system set synchronous_standby_names = 'nowhere'`.execute(hasty);
  await sql`select pg_reload_conf()`.execute(hasty);
  const write = (database: Database) => sql`insert into note values (1)`.execute(database);
  await vi.waitFor(() => expect(write(hasty)).rejects.toBeInstanceOf(DatabaseUnavailable), 20_000);
  const written = hasty.transaction().execute(write);
  await expect(written).rejects.toBeInstanceOf(DatabaseUnavailable);
  await rm(dataDirectory, { recursive: true });
});

test("a wait for one of the connections in use ends", async () => {
  await using blocker = await blockTable();
  await using impatient = connectDatabase(proxy.connection, {
    ...{ log: silentLog, maxConnections: 1, statementTimeoutMs: 600_000 },
  });
  await queryOne(impatient);
  const slow = sql`select from place`.execute(impatient);
  await runPendingEvents();
  const { error, ms } = await outcomeOf(queryOne(impatient));
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(ms).toBeLessThan(connectTimeoutMs + 1_000);
  await blocker.end();
  await slow;
  expect((await queryOne(impatient)).rows).toEqual([{ n: 1 }]);
});

/** A transaction past the proxy that locks a table until it is told to end. */
async function blockTable() {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.database.transaction().execute(async (transaction) => {
    await sql`lock table place in access exclusive mode`.execute(transaction);
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  const end = () => {
    ended.resolve();
    return holding;
  };
  return { end, [Symbol.asyncDispose]: end };
}

test.each(["refuse", "reset"] as const)(
  "a lost database (%s) counts as unavailable, and is used again when it is back",
  async (mode) => {
    await Promise.all([queryOne(), queryOne()]);
    await proxy.set(mode);
    for (let attempt = 0; attempt < 4; attempt++) {
      const { error, ms } = await outcomeOf(queryOne());
      expect(isDatabaseUnavailable(error)).toBe(true);
      expect(ms).toBeLessThan(connectTimeoutMs);
    }
    await proxy.set("pass");
    expect((await queryOne()).rows).toEqual([{ n: 1 }]);
  },
);

test("a wait is as long as the pool's limit at that time", async () => {
  const pool = openPool(db.connection, {
    log: silentLog,
    maxConnections: 1,
    connectTimeoutMs: 30_000,
  });
  const lent = await pool.connect();
  pool.connectTimeoutMs = 3_000;
  const { error, ms } = await outcomeOf(pool.connect());
  expect(error).toBeInstanceOf(DatabaseUnavailable);
  expect([2_900, 3_000, 3_100]).toContain(ms);
  lent.release();
  await pool.end();
});

test("a connection that is cut within a transaction means an unavailable database", async () => {
  const work = database.transaction().execute(async (transaction) => {
    await queryOne(transaction);
    await proxy.set("reset");
    await queryOne(transaction);
  });
  expect(isDatabaseUnavailable((await outcomeOf(work)).error)).toBe(true);
});

test("a statement that the database itself refuses keeps its own error", async () => {
  const error = await sql`select 1 / 0`.execute(database).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "22012" });
  expect(isDatabaseUnavailable(error)).toBe(false);
});
