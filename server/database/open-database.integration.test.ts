import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { connectDatabase } from "./connect.ts";
import { DatabaseUnusable } from "./database-errors.ts";
import { ensureDatabaseReachable, openDatabase } from "./open-database.ts";

async function check(connectionString: string): Promise<unknown> {
  const database = connectDatabase({ connectionString }, { log: silentLog });
  try {
    return await ensureDatabaseReachable(database).catch((error: unknown) => error);
  } finally {
    await database.destroy();
  }
}

test("accepts a working database", async () => {
  const { host, user, database } = inject("postgres");
  expect(await check(`postgres://${user}@/${database}?host=${host}`)).toBeUndefined();
});

test.each([
  ["postgres://someone:hidden@127.0.0.1:1/mosdo", "connect ECONNREFUSED 127.0.0.1:1"],
  ["postgres://someone:hidden@no-such-host.invalid/mosdo", "no-such-host.invalid"],
])("says in one line what is wrong with %s, without the password", async (url, reason) => {
  const error = await check(url);
  expect(error).toBeInstanceOf(DatabaseUnusable);
  const { message } = error as DatabaseUnusable;
  expect(message).toContain("DATABASE_URL");
  expect(message).toContain(reason);
  expect(message).not.toContain("hidden");
  expect(message).not.toContain("\n");
});

test("reports in one line that the database is read-only", async () => {
  await using db = await createTestDatabase();
  const { host, user, database: name } = db.connection;
  const url = `postgres://${user}@/${name}?host=${host}`;
  await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(
    db.database,
  );
  const config = { databaseUrl: url, dataDirectory: "/nowhere" };
  await expect(openDatabase(config, silentLog)).rejects.toThrow(
    /^DATABASE_URL leads to a database that is set to be read only, .*\.$/,
  );
  await using closed = connectDatabase({ connectionString: url }, { log: silentLog });
  await using test = await createTestServices(closed);
  expect(await test.services.isReady()).toBe(true);
  expect(test.services.databaseState()).toEqual({ database: "read_only" });
  expect(await test.services.operator.metrics()).toMatch(/^mosdo_database_read_only 1$/m);
});

test("names a missing database", async () => {
  const { host, user } = inject("postgres");
  const error = await check(`postgres://${user}@/nowhere?host=${host}`);
  expect(String(error)).toContain('database "nowhere" does not exist');
});
