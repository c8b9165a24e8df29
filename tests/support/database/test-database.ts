import { randomBytes } from "node:crypto";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { expect, inject } from "vitest";
import { connectDatabase, type Database } from "#server/database/connect.ts";
import type { EmbeddedConnection } from "#server/database/embedded/embedded-server.ts";
import { readHorizon } from "#server/places/feed/place-change-reader.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { copyData } from "./start-postgres.ts";

export interface TestDatabase extends AsyncDisposable {
  readonly database: Database;
  /** For code under test that connects by itself. */
  readonly connection: EmbeddedConnection;
  /** The same as a `DATABASE_URL`. */
  readonly url: string;
}

/**
 * A fresh, migrated and empty database of its own on the run's PostgreSQL, dropped when disposed:
 * `await using db = await createTestDatabase()`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject("postgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Half the processor time of the copy through the log.
  const copying = sql.raw(`template ${template.database} strategy file_copy`);
  await sql`create database ${sql.id(name)} ${copying}`.execute(administration());
  const connection = { ...template, database: name };
  const database = connectDatabase(connection, { log: silentLog });
  return {
    database,
    connection,
    url: urlOf(connection),
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await dropDatabase(name);
    },
  };
}

/** Removes all that the template has. */
export async function emptySchema(database: Database): Promise<void> {
  await sql`drop schema public cascade`.execute(database);
  await sql`create schema public`.execute(database);
}

/** A database as the oldest version leaves it whose databases are taken, without rows. */
export async function createOldestDatabase(): Promise<TestDatabase> {
  const db = await createTestDatabase();
  await emptySchema(db.database);
  await createOldestSchema(db.database);
  return db;
}

/** Runs the SQL of that version's migrations, without its comments, and records their names. */
export async function createOldestSchema(database: Database): Promise<void> {
  const path = join(import.meta.dirname, "schema-038.sql.gz");
  await sql.raw(gunzipSync(readFileSync(path)).toString()).execute(database);
}

/** SQLSTATE object_in_use. */
const inUse = "55006";

async function dropDatabase(name: string): Promise<void> {
  const id = sql.id(name);
  try {
    // It waits for sessions that are ending: `force` would send these an error that no one awaits any more.
    await sql`drop database ${id}`.execute(administration());
  } catch (error) {
    if (Object(error).code !== inUse) throw error;
    await sql`drop database ${id} with (force)`.execute(administration());
  }
}

/** Spares a PostgreSQL of the test's own its first start: its data directory gets an empty, migrated database. */
export function addUnusedData(dataDirectory: string): void {
  chmodSync(dataDirectory, 0o755);
  copyData(inject("unusedData"), dataDirectory);
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

/** Number of statements that wait for a lock. */
export async function countBlockedStatements(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
  return rows[0].count;
}

function urlOf({ host, user, database }: EmbeddedConnection): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
}

let administrating: Database | undefined;

/** Connection of this process that creates and drops databases: a new one each time would cost as much again. */
function administration(): Database {
  administrating ??= connectDatabase(
    { ...inject("postgres"), database: "postgres" },
    { log: silentLog },
  );
  return administrating;
}
