import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, inject } from "vitest";
import { connectDatabase, type Database } from "#server/database/connect.ts";
import type { EmbeddedConnection } from "#server/database/embedded/embedded-server.ts";
import { readHorizon } from "#server/places/feed/place-change-reader.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

export interface TestDatabase extends AsyncDisposable {
  readonly database: Database;
  /** For code under test that connects by itself. */
  readonly connection: EmbeddedConnection;
}

/**
 * A fresh, migrated and empty database of its own on the run's PostgreSQL, dropped when disposed:
 * `await using db = await createTestDatabase()`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject("postgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const administration = { ...template, database: "postgres" };
  await runStatement(administration, `create database ${name} template ${template.database}`);
  const connection = { ...template, database: name };
  const database = connectDatabase(connection, { log: silentLog });
  return {
    database,
    connection,
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await runStatement(administration, `drop database ${name} with (force)`);
    },
  };
}

/**
 * Waits until every transaction that has begun by now is over, those of other tests' databases on the same PostgreSQL
 * too: until then a mirror gets none of the writes since (docs/decisions/041).
 */
export async function untilTransactionsEnd(database: Database): Promise<void> {
  const { rows } = await sql<{ own: string }>`
    select pg_current_xact_id()::text as own`.execute(database);
  await expect
    .poll(async () => (await readHorizon(database)) > BigInt(rows[0].own), { timeout: 200_000 })
    .toBe(true);
}

async function runStatement(connection: EmbeddedConnection, statement: string) {
  const database = connectDatabase(connection, { log: silentLog, maxConnections: 1 });
  try {
    await sql.raw(statement).execute(database);
  } finally {
    await database.destroy();
  }
}
