import { sql } from "kysely";
import type { Database } from "./connect.ts";
import { DatabaseUnusable } from "./database-errors.ts";
import {
  type Migration,
  migrations,
  oldestMigration,
  oldestVersion,
  schema,
} from "./migrations.ts";

/** Tables and functions of the schema. */
export const ownTables = findMade(/^create (?:unlogged )?table (\w+)/gm);
export const ownFunctions = findMade(/^create function (\w+)/gm);

function findMade(statement: RegExp): string[] {
  return [...schema.matchAll(statement)].map(([, name]) => name);
}

/** Names of the migrations that a new database has, in their order. */
export const migrationNames: readonly string[] = [
  oldestMigration,
  ...migrations.map(({ name }) => name),
];

/**
 * State of a database or a backup.
 *
 * - `new`: no tables of ours
 * - `older`: migrations are pending
 * - `newer`: has migrations that only a newer version of the program knows
 * - `too-old`: of a version before {@link oldestVersion}, whose last migration was `last`
 */
type MigrationState =
  | { readonly kind: "new" | "current" }
  | { readonly kind: "older"; readonly pending: readonly Migration[] }
  | { readonly kind: "newer"; readonly unknown: readonly string[] }
  | { readonly kind: "too-old"; readonly last: string };

/** @param done names of the migrations that it has */
export function migrationStateOf(done: readonly string[]): MigrationState {
  if (done.length === 0) return { kind: "new" };
  const unknown = done.filter((name) => name > oldestMigration && !migrationNames.includes(name));
  if (unknown.length > 0) return { kind: "newer", unknown };
  if (!done.includes(oldestMigration)) {
    return { kind: "too-old", last: done.toSorted().at(-1) ?? "" };
  }
  const pending = migrations.filter(({ name }) => !done.includes(name));
  return pending.length > 0 ? { kind: "older", pending } : { kind: "current" };
}

/** Message for the operator, with the remedy. */
export function tooOldMessage(what: "database" | "backup", last: string): string {
  const install = `git checkout ${oldestVersion} && npm ci && npm run build`;
  const remedy =
    what === "backup"
      ? `restore it with that version (${install}), then start this one`
      : `start that version once (${install} && npm start), then this one`;
  return `The ${what} is of a version before ${oldestVersion} (its last migration is ${last}): ${remedy}.`;
}

/** Names of the migrations of the database; none where it has no tables of ours. */
export async function findDoneMigrations(database: Database): Promise<string[]> {
  // Not `to_regclass`, which may know from before a wait for the lock that there is no table.
  const exists = await sql<{ found: boolean }>`
    select exists (
      select from pg_tables where tablename = 'migration' and schemaname = any(current_schemas(false))
    ) as found`.execute(database);
  if (!exists.rows[0]?.found) return [];
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(database);
  return rows.map(({ name }) => name);
}

const readState = async (database: Database) =>
  migrationStateOf(await findDoneMigrations(database));

/** Advisory lock that only migrations take; "mosdo" in ASCII. */
const migrationLock = 0x6d6f73646f;

/**
 * Creates the schema in a new database, and migrates an older one; one round trip where it is up to date.
 *
 * Each step runs in its own transaction with its record, under a lock that lets one process at a time migrate. A
 * database of a newer version is left as it is, so that an older process can start during a roll-out.
 *
 * @returns the names of the migrations that the database got
 * @throws {DatabaseUnusable} where it is of a version before {@link oldestVersion}
 */
export async function migrate(database: Database): Promise<string[]> {
  const ran: string[] = [];
  for (;;) {
    const { kind } = await readState(database);
    if (kind === "current" || kind === "newer") return ran;
    const step = database.transaction().execute(async (transaction) => {
      await lockMigrations(transaction);
      return takeStep(transaction);
    });
    ran.push(...(await step));
  }
}

/** Migrates the database within a transaction that holds the lock. */
export async function migrateWithin(transaction: Database): Promise<void> {
  while ((await takeStep(transaction)).length > 0);
}

/** @returns the names of the migrations that the database got; none where it is up to date */
async function takeStep(transaction: Database): Promise<readonly string[]> {
  const state = await readState(transaction);
  if (state.kind === "too-old") {
    throw new DatabaseUnusable(tooOldMessage("database", state.last));
  }
  if (state.kind === "new") return createSchema(transaction);
  if (state.kind !== "older") return [];
  const [migration] = state.pending;
  await sql.raw(migration.sql).execute(transaction);
  await migration.run?.(transaction);
  return record(transaction, [migration.name]);
}

/**
 * Creates our tables and functions, in a transaction that holds the lock.
 *
 * @returns the names of the migrations that they contain
 */
export async function createSchema(transaction: Database): Promise<readonly string[]> {
  await sql.raw(schema).execute(transaction);
  return record(transaction, migrationNames);
}

async function record(transaction: Database, names: readonly string[]): Promise<readonly string[]> {
  await sql`insert into migration (name) select unnest(${names}::text[])`.execute(transaction);
  return names;
}

/** Locks out other processes' migrations until the transaction ends; from then on no time limits apply in it. */
export async function lockMigrations(transaction: Database): Promise<void> {
  // The wait for another process and the building of an index may both take long.
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`set local lock_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(transaction);
}
