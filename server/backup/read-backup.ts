import { createReadStream, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { migrationStateOf, tooOldMessage } from "#server/database/migrate.ts";
import {
  BackupError,
  type Manifest,
  Meter,
  manifestFile,
  manifestSumFile,
  partialEnding,
  readManifest,
  reasonOf,
  secretFile,
  tableFile,
} from "./backup-format.ts";

/** Backup with every file checked. */
export interface CheckedBackup {
  readonly directory: string;
  readonly manifest: Manifest;
}

/**
 * Checks a backup without any database: that no file is missing, cut off, changed or too long, that
 * each table has its rows, and that this version of the program knows its contents.
 *
 * @throws {BackupError} with the first error, in one line
 */
export async function readBackup(directory: string): Promise<CheckedBackup> {
  ensureFinished(directory);
  const manifest = readManifest(directory);
  ensureKnown(manifest);
  ensureSameFiles(directory, manifest);
  for (const table of manifest.tables) {
    const path = join(directory, tableFile(table.name));
    await ensureComplete(path, table);
    await ensureRows(path, table.rows);
  }
  if (manifest.secret) await ensureComplete(join(directory, secretFile), manifest.secret);
  for (const file of manifest.files) await ensureComplete(join(directory, file.name), file);
  return { directory, manifest };
}

function ensureFinished(directory: string): void {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BackupError(`${directory} is not a folder: name that of one backup.`);
  }
  if (!basename(directory).endsWith(partialEnding)) return;
  throw new BackupError(`${directory} was never finished: take another backup.`);
}

function ensureKnown({ migrations, product }: Manifest): void {
  const state = migrationStateOf(migrations);
  if (state.kind === "newer") {
    throw new BackupError(
      `The backup was taken by a newer version (${product}), whose migration ${state.unknown[0]} is not known here: take a version that knows it.`,
    );
  }
  if (state.kind === "too-old") {
    throw new BackupError(tooOldMessage("backup", state.last));
  }
}

function ensureSameFiles(directory: string, { tables, secret, files }: Manifest): void {
  const expected = new Set([
    manifestFile,
    manifestSumFile,
    ...tables.map(({ name }) => tableFile(name)),
    ...(secret ? [secretFile] : []),
    ...files.map(({ name }) => name),
  ]);
  const found = new Set(readdirSync(directory));
  for (const name of expected) {
    if (!found.has(name)) throw new BackupError(`The backup is not whole: it lacks ${name}.`);
  }
  for (const name of found) {
    if (!expected.has(name)) {
      throw new BackupError(`The backup has a file that does not belong to it: ${name}.`);
    }
  }
}

async function ensureComplete(
  path: string,
  { bytes, sha256 }: { readonly bytes: number; readonly sha256: string },
): Promise<void> {
  const { size } = statSync(path);
  const name = basename(path);
  if (size < bytes) throw new BackupError(`${name} is cut off: ${size} bytes of ${bytes}.`);
  if (size > bytes)
    throw new BackupError(`${name} is too long: ${size} bytes instead of ${bytes}.`);
  const meter = new Meter({ hash: true });
  await pipeline(createReadStream(path), meter, nowhere());
  if (meter.sha256 !== sha256) {
    throw new BackupError(`${name} is damaged: its SHA-256 is not that of the manifest.`);
  }
}

async function ensureRows(path: string, rows: number): Promise<void> {
  const name = basename(path);
  const meter = new Meter({ hash: false });
  try {
    await pipeline(createReadStream(path), createGunzip(), meter, nowhere());
  } catch (cause) {
    throw new BackupError(`${name} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
  if (meter.lines === rows) return;
  throw new BackupError(`${name} has ${meter.lines} rows instead of ${rows}.`);
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
