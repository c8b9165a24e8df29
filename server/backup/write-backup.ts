import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type Database, databaseThrough } from "#server/database/connect.ts";
import { findDoneMigrations, ownTables } from "#server/database/migrate.ts";
import {
  BackupError,
  formatVersion,
  instantOfName,
  type Manifest,
  Meter,
  manifestFile,
  manifestSumFile,
  nameOfBackup,
  partialEnding,
  readProductVersion,
  reasonOf,
  secretFile,
  sumLine,
  tableFile,
} from "./backup-format.ts";
import type { OperatorFile } from "./operator-files.ts";
import { findBackups, removeOldBackups } from "./rotation.ts";

export interface BackupOptions {
  /** Connection for this task alone; closed by a failure. */
  readonly client: pg.Client;
  /** Folder of the backups; created unless its parent is missing too. */
  readonly directory: string;
  /** File of the generated secret; null where the operator sets one. */
  readonly secretPath: string | null;
  /** Files of the operator; missing ones are left out. */
  readonly operatorFiles?: readonly OperatorFile[];
  readonly now: () => Date;
  /** Whether a backup of the same day (UTC) is enough. */
  readonly isOnceADay?: boolean;
  /** Whether old backups are removed afterwards (docs/product#backup-rotation). */
  readonly removesOld?: boolean;
  readonly signal?: AbortSignal;
}

export type BackupResult =
  | {
      readonly kind: "taken";
      readonly path: string;
      readonly manifest: Manifest;
      /** Names of the old backups that were removed. */
      readonly removed: readonly string[];
    }
  | { readonly kind: "taken-today"; readonly path: string }
  /** Another process is taking a backup of this database. */
  | { readonly kind: "under-way" };

/** Advisory lock of the process that takes a backup; "backup" in ASCII. */
export const backupLock = 0x6261636b7570;

/**
 * Takes a backup while servers read and write: one transaction sees all tables at one instant.
 *
 * The folder gets its name when it is complete and on the disk; before that the name ends in
 * `.partial`. A failure removes it; the remains of a killed process are removed by the next backup.
 *
 * The lock prevents two processes from writing at once, and from taking each other's unfinished
 * folder for an abandoned one. Whether a day has its backup follows from the folder's names, read
 * under the lock, and not from a record in the database, which would list backups that have been
 * removed since.
 *
 * @throws {BackupError} with one line, in particular where the disk is full or cannot be written
 */
export async function writeBackup(options: BackupOptions): Promise<BackupResult> {
  const { client, directory } = options;
  makeDirectory(directory);
  const database = databaseThrough(client);
  const end = () => void client.end();
  options.signal?.addEventListener("abort", end);
  try {
    await begin(database);
    const result = (await takeLock(database))
      ? await writeUnderLock(options, database)
      : { kind: "under-way" as const };
    await sql`commit`.execute(database);
    return result;
  } catch (error) {
    // After an interrupted copy the connection would wait for the rest of it.
    await client.end();
    if (error instanceof BackupError) throw error;
    const reason = options.signal?.aborted ? "it was stopped" : reasonOf(error);
    throw new BackupError(`The backup in ${directory} could not be taken: ${reason}.`, {
      cause: error,
    });
  } finally {
    options.signal?.removeEventListener("abort", end);
  }
}

/**
 * Creates the folder of the backups unless its parent is missing too.
 *
 * @throws {BackupError} where it cannot be created or written
 */
export function makeDirectory(directory: string): void {
  try {
    try {
      mkdirSync(directory, { mode: 0o700 });
    } catch (error) {
      if (!existsSync(directory)) throw error;
    }
    if (!statSync(directory).isDirectory()) throw new Error("it is a file");
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new BackupError(
      `${directory} cannot be used as the folder of backups: ${reasonOf(cause)}.`,
      { cause },
    );
  }
}

/** Locks the tables before the snapshot, in which a migration's rewritten table would be empty. */
async function begin(database: Database): Promise<void> {
  const names = (await findTables(database)).map(({ name }) => name);
  if (!names.includes("migration")) {
    throw new BackupError("There is nothing to back up: the database has no tables of Mosdó.");
  }
  await sql`begin isolation level repeatable read, read only`.execute(database);
  await sql`set local statement_timeout = 0`.execute(database);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(database);
  await setTextForms(database);
  const list = sql.join(names.map((name) => sql.table(name)));
  await sql`lock table ${list} in access share mode`.execute(database);
  const found = (await findTables(database)).map(({ name }) => name);
  if (names.join() === found.join()) return;
  throw new BackupError("The tables have just been changed by a migration: try again.");
}

/** Sets text forms of values that every version and setting of PostgreSQL reads. */
export async function setTextForms(database: Database): Promise<void> {
  await sql`set local datestyle = 'ISO, YMD'`.execute(database);
  await sql`set local intervalstyle = 'postgres'`.execute(database);
  await sql`set local timezone = 'UTC'`.execute(database);
  await sql`set local bytea_output = 'hex'`.execute(database);
  await sql`set local extra_float_digits = 1`.execute(database);
}

/** Takes the lock of backups until the transaction ends; false where another process has it. */
export async function takeLock(database: Database): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${backupLock}::bigint) as taken`.execute(database);
  return rows[0].taken;
}

export interface FoundTable {
  readonly name: string;
  readonly columns: string[];
}

/**
 * Tables of ours in a backup, with their columns. Left out are unlogged tables, whose rows must not
 * outlive their day or their minutes (docs/decisions/030, docs/decisions/062), and columns that number transactions of this cluster: in
 * another one they would mean others (docs/decisions/015).
 */
export async function findTables(database: Database): Promise<FoundTable[]> {
  const { rows } = await sql<FoundTable>`
    select relname::text as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'
      and attnum > 0 and not attisdropped and attgenerated = '' and atttypid <> 'xid8'::regtype
      and relname = any(${ownTables})
    group by relname order by relname::text collate "C"`.execute(database);
  return rows;
}

async function writeUnderLock(options: BackupOptions, database: Database): Promise<BackupResult> {
  const { client, directory, now, secretPath, operatorFiles = [], signal } = options;
  const at = now();
  if (options.isOnceADay) {
    const today = nameOfBackup(at).slice(0, "mosdo-2026-11-23".length);
    const name = findBackups(directory).find((name) => name.startsWith(today));
    if (name !== undefined) return { kind: "taken-today", path: join(directory, name) };
  }
  await removePartial(directory);
  const path = join(directory, nameOfBackup(at));
  const partial = `${path}${partialEnding}`;
  if (existsSync(path)) throw new BackupError(`${path} is there already.`);
  try {
    await mkdir(partial, { mode: 0o700 });
    const tables: Manifest["tables"] = [];
    for (const { name, columns } of await findTables(database)) {
      const measures = await writeTable(client, partial, { name, columns }, signal);
      tables.push({ name, columns, ...measures });
    }
    const secret =
      secretPath === null ? null : await copyPresent(secretPath, join(partial, secretFile));
    const files: Manifest["files"] = [];
    for (const { name, path } of operatorFiles) {
      const measures = await copyPresent(path, join(partial, name));
      if (measures) files.push({ name, ...measures });
    }
    const version = await sql<{ server_version: string }>`show server_version`.execute(database);
    const manifest: Manifest = {
      format: formatVersion,
      product: readProductVersion(),
      postgres: version.rows[0].server_version,
      takenAt: at.toISOString(),
      migrations: (await findDoneMigrations(database)).sort(),
      tables,
      identities: await readIdentities(database),
      secret,
      files,
    };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    await writeDurably(join(partial, manifestFile), text);
    await writeDurably(join(partial, manifestSumFile), sumLine(text));
    await sync(partial);
    await rename(partial, path);
    await sync(directory);
    const removed = options.removesOld ? await removeOldBackups(directory) : [];
    return { kind: "taken", path, manifest, removed };
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}

/** Removes the remains of killed processes. */
async function removePartial(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const isPartial = name.endsWith(partialEnding);
    if (!isPartial || instantOfName(name.slice(0, -partialEnding.length)) === null) continue;
    await rm(join(directory, name), { recursive: true, force: true });
  }
}

async function writeTable(
  client: pg.Client,
  partial: string,
  { name, columns }: FoundTable,
  signal: AbortSignal | undefined,
): Promise<{ rows: number; bytes: number; sha256: string }> {
  const plain = new Meter({ hash: false });
  const compressed = new Meter({ hash: true });
  const source = client.query(copyTo(`copy ${copiedColumns(name, columns)} to stdout`));
  // The connection's end arrives here also after the pipeline has failed.
  source.on("error", () => {});
  const file = createWriteStream(join(partial, tableFile(name)), newFile);
  await pipeline(source, plain, createGzip(), compressed, file, { signal });
  return { rows: plain.lines, bytes: compressed.bytes, sha256: compressed.sha256 };
}

export function copiedColumns(table: string, columns: readonly string[]): string {
  return `${pg.escapeIdentifier(table)} (${columns.map(pg.escapeIdentifier).join(", ")})`;
}

/** A new file, readable for its owner only, and on the disk when it is closed. */
const newFile = { flags: "wx", mode: 0o600, flush: true } as const;

/** Copies a small file that may be missing; null where it is. */
async function copyPresent(from: string, to: string) {
  if (!existsSync(from)) return null;
  const bytes = readFileSync(from);
  await writeDurably(to, bytes);
  return { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

async function writeDurably(path: string, text: Buffer | string): Promise<void> {
  const file = await open(path, newFile.flags, newFile.mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes the names in a folder to the disk. */
async function sync(directory: string): Promise<void> {
  const folder = await open(directory, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Next ids of identity columns: read after the tables, they are at least as far as each copied row. */
export async function readIdentities(database: Database): Promise<Manifest["identities"]> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select relname::text as table, attname::text as column,
      pg_get_serial_sequence(quote_ident(relname), attname) as sequence
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and attidentity <> ''
      and relname = any(${ownTables})
    order by relname::text collate "C", attnum`.execute(database);
  const identities: Manifest["identities"] = [];
  for (const { table, column, sequence } of rows) {
    const found = await sql<{ next: number }>`
      select case when is_called then last_value + 1 else last_value end as next
      from ${sql.raw(sequence)}`.execute(database);
    identities.push({ table, column, next: found.rows[0].next });
  }
  return identities;
}
