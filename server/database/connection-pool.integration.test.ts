import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DatabaseProxy } from "#tests/support/database/database-proxy.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { connectDatabase, type Database } from "./connect.ts";
import { DatabaseAway, isDatabaseAway } from "./database-errors.ts";

/** Grace on top of a statement's limit, and a tolerance for a busy machine. */
const graceMs = 2_000;
const slackMs = 1_500;

let db: TestDatabase;
let proxy: DatabaseProxy;
let database: Database;

beforeEach(async () => {
  db = await createTestDatabase();
  proxy = await DatabaseProxy.start(db.connection);
  database = connectDatabase(proxy.connection, {
    log: silentLog,
    maxConnections: 3,
    connectTimeoutMs: 500,
    statementTimeoutMs: 300,
  });
});
afterEach(async () => {
  await database.destroy();
  await proxy[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

const ask = (from = database) => sql<{ n: number }>`select 1 as n`.execute(from);

/** Error of the work, if any, and its duration. */
async function timed(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const begun = performance.now();
  const error = await work.then(
    () => null,
    (reason) => reason,
  );
  return { error, ms: performance.now() - begun };
}

describe("a database that falls silent", () => {
  test("is given up after the statement's limit and two seconds, and found again at once", async () => {
    // Three connections, so that each one would be silent in its turn.
    await Promise.all([ask(), ask(), ask()]);
    expect(proxy.count).toBe(3);
    await proxy.set("swallow");
    const { error, ms } = await timed(ask());
    expect(error).toBeInstanceOf(DatabaseAway);
    expect(ms).toBeGreaterThan(300 + graceMs - 50);
    expect(ms).toBeLessThan(300 + graceMs + slackMs);
    await proxy.set("pass");
    const again = await timed(ask());
    expect(again.error).toBeNull();
    expect(again.ms).toBeLessThan(graceMs);
    // None of the silent ones came back into use.
    await Promise.all([ask(), ask(), ask()]);
  });

  test("lets no connection hang: ten at once end, and the pool has room afterwards", async () => {
    await ask();
    await proxy.set("swallow");
    const asked = await Promise.all(Array.from({ length: 10 }, () => timed(ask())));
    for (const { error, ms } of asked) {
      expect(isDatabaseAway(error)).toBe(true);
      expect(ms).toBeLessThan(300 + graceMs + slackMs);
    }
    await proxy.set("pass");
    expect((await timed(ask())).error).toBeNull();
  });

  test("counts as away at once for all other callers while one caller tries to reach it", async () => {
    await proxy.set("swallow");
    expect(isDatabaseAway((await timed(ask())).error)).toBe(true);
    const [trying, ...others] = await Promise.all([timed(ask()), timed(ask()), timed(ask())]);
    expect(trying.ms).toBeGreaterThan(400);
    for (const { error, ms } of others) {
      expect(isDatabaseAway(error)).toBe(true);
      expect(ms).toBeLessThan(200);
    }
  });

  test("ends a transaction with the same error", async () => {
    const work = database.transaction().execute(async (transaction) => {
      await ask(transaction);
      await proxy.set("swallow");
      await ask(transaction);
    });
    const { error, ms } = await timed(work);
    expect(error).toMatchObject({ name: "DatabaseAway", code: "08006" });
    expect(ms).toBeLessThan(300 + graceMs + slackMs);
  });

  test("is waited for where a statement has no time limit", async () => {
    const patient = database.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`select pg_sleep(${(300 + graceMs + 500) / 1000})`.execute(transaction);
      return "done";
    });
    expect(await patient).toBe("done");
  });

  test("is given up after a transaction's longer limit too, and after the session's limit once that transaction has ended", async () => {
    const limited = database.connection().execute(async (connection) => {
      await connection.transaction().execute(async (transaction) => {
        await sql`set local statement_timeout = 0`.execute(transaction);
      });
      await proxy.set("swallow");
      await ask(connection);
    });
    const { error, ms } = await timed(limited);
    expect(isDatabaseAway(error)).toBe(true);
    expect(ms).toBeLessThan(300 + graceMs + slackMs);
  });

  test("does not keep the pool from being closed", async () => {
    const patient = connectDatabase(proxy.connection, { log: silentLog, maxConnections: 1 });
    await ask(patient);
    await proxy.set("swallow");
    const hanging = timed(ask(patient));
    await delay(50);
    const { ms } = await timed(patient.destroy());
    expect(ms).toBeLessThan(1_000 + slackMs);
    expect(isDatabaseAway((await hanging).error)).toBe(true);
  });
});

test("a process that was busy beyond the limit reads the answer before it gives up", async () => {
  await ask();
  const answer = ask();
  await delay(0);
  const until = performance.now() + 300 + graceMs + 200;
  while (performance.now() < until) {
    // Nothing is read meanwhile.
  }
  expect((await answer).rows).toEqual([{ n: 1 }]);
});

test("a wait for one of the connections in use ends", async () => {
  const busy = [1, 2, 3].map(() => sql`select pg_sleep(0.25)`.execute(database));
  const impatient = connectDatabase(proxy.connection, {
    log: silentLog,
    maxConnections: 1,
    connectTimeoutMs: 200,
  });
  const slow = sql`select pg_sleep(0.6)`.execute(impatient);
  await delay(100);
  const { error, ms } = await timed(ask(impatient));
  expect(isDatabaseAway(error)).toBe(true);
  expect(ms).toBeLessThan(200 + slackMs);
  await Promise.all([slow, ...busy]);
  expect((await ask(impatient)).rows).toEqual([{ n: 1 }]);
  await impatient.destroy();
});

test.each(["refuse", "reset"] as const)(
  "a database that has gone (%s) counts as away, and is used again when it is back",
  async (mode) => {
    await Promise.all([ask(), ask()]);
    await proxy.set(mode);
    for (let attempt = 0; attempt < 4; attempt++) {
      const { error, ms } = await timed(ask());
      expect(isDatabaseAway(error)).toBe(true);
      expect(ms).toBeLessThan(500 + slackMs);
    }
    await proxy.set("pass");
    expect((await ask()).rows).toEqual([{ n: 1 }]);
  },
);

test("a connection that is cut within a transaction means that the database is away", async () => {
  const work = database.transaction().execute(async (transaction) => {
    await ask(transaction);
    await proxy.set("reset");
    await delay(50);
    await ask(transaction);
  });
  expect(isDatabaseAway((await timed(work)).error)).toBe(true);
});

test("a statement that the database itself refuses keeps its own error", async () => {
  const { error } = await timed(sql`select 1 / 0`.execute(database));
  expect(error).toMatchObject({ code: "22012" });
  expect(isDatabaseAway(error)).toBe(false);
});
