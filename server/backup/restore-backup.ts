import {
  createReadStream,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { sql } from "kysely";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type Database, databaseThrough } from "#server/database/connect.ts";
import {
  createSchema,
  findDoneMigrations,
  lockMigrations,
  migrateWithin,
  migrationStateOf,
  ownFunctions,
  ownTables,
} from "#server/database/migrate.ts";
import { forgetChangeMarks } from "#server/export/place-changes.ts";
import type { CheckedBackup } from "./backup-format.ts";
import {
  type BackedUpTable,
  BackupError,
  type Manifest,
  reasonOf,
  secretFile,
  tableFile,
} from "./backup-format.ts";
import {
  copiedColumns,
  type FoundTable,
  findTables,
  setTextForms,
  takeLock,
} from "./write-backup.ts";

export interface RestoreOptions {
  /** Connection for this task alone; closed by a failure. */
  readonly client: pg.Client;
  readonly backup: CheckedBackup;
  /** Whether the database's present contents are removed. */
  readonly replacesData: boolean;
  /** Whether the migrations since the backup are left to the next start of the server. */
  readonly skipsMigrations?: boolean;
  /** File for the secret of the backup; null where the operator sets one. */
  readonly secretPath: string | null;
}

/** State of the database before a restore. */
interface RestoreTarget {
  readonly places: number;
  readonly accounts: number;
  readonly reviews: number;
  /** Connections of servers and commands of ours. */
  readonly users: number;
  /** First migration that this version does not know; null without any. */
  readonly unknownMigration: string | null;
}

/** Reads the state of a database before a restore. */
export async function inspectTarget(database: Database): Promise<RestoreTarget> {
  const state = migrationStateOf(await findDoneMigrations(database));
  const { rows } = await sql<{ users: number }>`
    select count(*)::int as users from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'mosdo%'`.execute(database);
  return {
    places: await countRows(database, "place"),
    accounts: await countRows(database, "account"),
    reviews: await countRows(database, "review"),
    users: rows[0].users,
    unknownMigration: state.kind === "newer" ? state.unknown[0] : null,
  };
}

async function countRows(database: Database, table: string): Promise<number> {
  const found = await sql<{ found: boolean }>`
    select to_regclass(${table}) is not null as found`.execute(database);
  if (!found.rows[0].found) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}`.execute(database);
  return rows[0].count;
}

/** Reasons to refuse a restore into the database, a line each. */
export function obstaclesTo(target: RestoreTarget, replacesData: boolean): string[] {
  const { places, accounts, reviews, users, unknownMigration } = target;
  const obstacles: string[] = [];
  if (users > 0) {
    obstacles.push("A server or a command of Mosdó uses this database: stop all of them first.");
  }
  if (unknownMigration !== null) {
    obstacles.push(
      `The database is of a newer version, whose migration ${unknownMigration} is not known here.`,
    );
  }
  if (!replacesData && places + accounts + reviews > 0) {
    obstacles.push(
      `The database is not empty (places: ${places}, accounts: ${accounts}, reviews: ${reviews}): add --replace to remove all that it holds.`,
    );
  }
  return obstacles;
}

/**
 * Restores the database to its state at the backup, and migrates it to this version, in one
 * transaction: a failure changes nothing.
 *
 * Tables are created as they are now; what an older backup lacks has its default until the
 * migrations since have run. Places get the number of this transaction, by which every change feed sees them as changed (docs/decisions/015).
 *
 * @throws {BackupError} with one line
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { client, backup, secretPath } = options;
  const { manifest } = backup;
  const database = databaseThrough(client);
  const secret = manifest.secret && secretPath ? readySecret(backup, secretPath) : null;
  try {
    await sql`begin`.execute(database);
    await prepare(database, options.replacesData);
    await createSchema(database);
    await loadTables(client, database, backup);
    if (!options.skipsMigrations) await migrateWithin(database);
    await forgetChangeMarks(database);
    await sql`analyze`.execute(database);
    await sql`commit`.execute(database);
    secret?.put();
  } catch (error) {
    secret?.drop();
    // After an interrupted copy the connection would wait for the rest of it.
    await client.end();
    if (error instanceof BackupError) throw error;
    throw new BackupError(
      `The restore failed, and the database is as it was before: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
}

/** Writes the secret next to its path, so that this cannot fail once the database is changed. */
function readySecret({ directory }: CheckedBackup, path: string) {
  const unfinished = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(unfinished, readFileSync(join(directory, secretFile)), { mode: 0o600 });
  return {
    put: () => renameSync(unfinished, path),
    drop: () => rmSync(unfinished, { force: true }),
  };
}

/** Maximum wait for another program's lock on a table. */
const lockTimeoutMs = 10_000;

async function prepare(database: Database, replacesData: boolean): Promise<void> {
  // A server that starts meanwhile waits here, and then finds the restored database.
  await lockMigrations(database);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(database);
  await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(database);
  await setTextForms(database);
  if (!(await takeLock(database)))
    throw new BackupError("A backup of this database is under way: wait for it.");
  const [obstacle] = obstaclesTo(await inspectTarget(database), replacesData);
  if (obstacle !== undefined) throw new BackupError(obstacle);
  await dropOwn(database);
}

/** Removes our tables and functions; other programs' stay, and a view on ours, which the error names. */
async function dropOwn(database: Database): Promise<void> {
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)));
  await sql`drop table if exists ${list(ownTables)}`.execute(database);
  await sql`drop function if exists ${list(ownFunctions)}`.execute(database);
}

async function loadTables(
  client: pg.Client,
  database: Database,
  { directory, manifest }: CheckedBackup,
): Promise<void> {
  const { tables } = manifest;
  await ensureSameTables(database, manifest);
  const all = sql.join(tables.map(({ name }) => sql.table(name)));
  // Rows that migrations write into new tables are in the backup too. Later tables may refer to these.
  await sql`truncate ${all} cascade`.execute(database);
  const restTriggers = await disableTriggers(database, tables);
  // In the schema a table comes after those that its rows refer to.
  const order = ({ name }: BackedUpTable) => ownTables.indexOf(name);
  for (const table of tables.toSorted((one, other) => order(one) - order(other))) {
    await loadTable(client, join(directory, tableFile(table.name)), table);
  }
  await restTriggers();
  await restartIdentities(database, manifest);
}

async function ensureSameTables(
  database: Database,
  { migrations, tables }: Manifest,
): Promise<void> {
  const isOlder = migrationStateOf(migrations).kind === "older";
  const given = new Map(tables.map(({ name, columns }) => [name, columns]));
  const made = (await findTables(database)).flatMap((table) => {
    if (!isOlder) return [table];
    // Later migrations may have added tables and columns.
    const columns = given.get(table.name);
    return columns
      ? [{ ...table, columns: table.columns.filter((column) => columns.includes(column)) }]
      : [];
  });
  const shapeOf = ({ name, columns }: FoundTable) => `${name} (${columns.toSorted().join(", ")})`;
  const expected = made.map(shapeOf);
  const found = tables.map(shapeOf);
  const missing = expected.find((shape) => !found.includes(shape));
  const unknown = found.find((shape) => !expected.includes(shape));
  if (missing === undefined && unknown === undefined) return;
  throw new BackupError(
    `The backup does not fit its migrations: they ${missing ? "make" : "do not make"} the table ${missing ?? unknown}.`,
  );
}

/**
 * Disables the triggers that would count, number or refuse the restored rows again.
 *
 * @returns a function that restores the state of each trigger: some are always on
 */
async function disableTriggers(
  database: Database,
  tables: readonly BackedUpTable[],
): Promise<() => Promise<void>> {
  const { rows } = await sql<{ table: string; trigger: string; state: keyof typeof states }>`
    select relname::text as table, tgname::text as trigger, tgenabled::text as state
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and not tgisinternal`.execute(database);
  for (const { name } of tables) {
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(database);
  }
  return async () => {
    for (const { table, trigger, state } of rows) {
      await sql`alter table ${sql.table(table)} ${states[state]} trigger ${sql.id(trigger)}`.execute(
        database,
      );
    }
  };
}

/** Clause for each state of a trigger, by the catalog's letter. */
const states = {
  O: sql`enable`,
  A: sql`enable always`,
  R: sql`enable replica`,
  D: sql`disable`,
};

async function loadTable(client: pg.Client, path: string, table: BackedUpTable): Promise<void> {
  const target = client.query(
    copyFrom(`copy ${copiedColumns(table.name, table.columns)} from stdin`),
  );
  await pipeline(createReadStream(path), createGunzip(), target);
  if (target.rowCount === table.rows) return;
  throw new Error(`${target.rowCount} rows of ${table.rows} arrived in ${table.name}`);
}

/** Restarts counters by statements that a rollback undoes, unlike `setval`. */
async function restartIdentities(database: Database, { identities }: Manifest): Promise<void> {
  for (const { table, column, next } of identities) {
    const { rows } = await sql<{ next: number }>`
      select greatest(${next}::bigint, max(${sql.ref(column)}) + 1) as next
      from ${sql.table(table)}`.execute(database);
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)}
      restart with ${sql.lit(rows[0].next)}`.execute(database);
  }
}
