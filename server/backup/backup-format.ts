import { createHash } from "node:crypto";
import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import * as v from "valibot";
import { migrationStateOf, tooOldMessage } from "#server/database/migrate.ts";

/**
 * A backup is a folder: a compressed file for each table, as `COPY` writes it as text, the secret
 * that signs sessions, the operator's own files, and a manifest that lists what must be there
 * (docs/decisions/035).
 *
 * @throws {BackupError} from every function that writes, reads or restores one
 */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** Version of the format; a program refuses unknown ones. */
export const formatVersion = 1;

export const manifestFile = "manifest.json";
/** SHA-256 of the manifest, in the form that `sha256sum -c` reads. */
export const manifestSumFile = "manifest.json.sha256";
export const secretFile = "auth-secret";

const identifier = v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]*$/));
const operatorFilePattern =
  /^(?:site-(?:logo\.(?:svg|png)|border\.geojson)|content-[a-z]{2,3}-[a-z]+\.md|locale-[a-z]{2,3}-[a-z-]+\.json)$/;
const operatorFileName = v.pipe(v.string(), v.regex(operatorFilePattern));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const manifestSchema = v.object({
  format: v.literal(formatVersion),
  /** Version of the product that took it. */
  product: v.string(),
  postgres: v.string(),
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  migrations: v.array(v.string()),
  tables: v.array(
    v.object({
      name: identifier,
      columns: v.array(identifier),
      rows: count,
      /** Length of the compressed file, and its SHA-256. */
      bytes: count,
      sha256: digest,
    }),
  ),
  /** Next id of each identity column. */
  identities: v.array(v.object({ table: identifier, column: identifier, next: count })),
  /** Null where the operator has set `AUTH_SECRET`, or no server has made a secret yet. */
  secret: v.nullable(v.object({ bytes: count, sha256: digest })),
  /** Logo, border, legal texts and messages of the operator; older backups have none. */
  files: v.optional(
    v.array(v.object({ name: operatorFileName, bytes: count, sha256: digest })),
    () => [],
  ),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;
export type BackedUpTable = Manifest["tables"][number];

/** Whether a file of the operator can be in a backup under this name. */
export function isOperatorFileName(name: string): boolean {
  return operatorFilePattern.test(name);
}

/** Summary of a backup: '26 tables, 271 rows, 16 kB'. */
export function describeContents({ tables }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  return `${tables.length} tables, ${rows} rows, ${size}`;
}

/** Version of this program. */
export function readProductVersion(): string {
  const path = new URL("../../package.json", import.meta.url);
  return v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(path, "utf8"))).version;
}

export function tableFile(table: string): string {
  return `${table}.copy.gz`;
}

/**
 * Reads the manifest of a backup and checks its own sum.
 *
 * @throws {BackupError} where it is missing, damaged or of a newer format
 */
export function readManifest(directory: string): Manifest {
  const text = readSmallFile(directory, manifestFile);
  const sum = readSmallFile(directory, manifestSumFile).toString("utf8");
  if (sum !== sumLine(text)) {
    throw new BackupError(`${manifestFile} is damaged: its SHA-256 is not that of its sum file.`);
  }
  const value: unknown = JSON.parse(text.toString("utf8"));
  const parsed = v.safeParse(manifestSchema, value);
  if (parsed.success) return parsed.output;
  const { format } = v.parse(v.object({ format: v.fallback(v.number(), 0) }), value);
  throw new BackupError(
    format > formatVersion
      ? `The backup has format ${format}, and this version knows ${formatVersion}: take a newer version of the program.`
      : `${manifestFile} does not describe a backup of Mosdó.`,
  );
}

function readSmallFile(directory: string, name: string): Buffer {
  try {
    return readFileSync(join(directory, name));
  } catch (cause) {
    throw new BackupError(
      `${directory} is not a whole backup: ${name} cannot be read (${reasonOf(cause)}).`,
      { cause },
    );
  }
}

export function sumLine(manifest: Buffer): string {
  return `${createHash("sha256").update(manifest).digest("hex")}  ${manifestFile}\n`;
}

/** Name of the folder of a backup that was taken at an instant: `mosdo-2026-11-23T08-00-00Z`. */
export function nameOfBackup(at: Date): string {
  return `mosdo-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

/** Suffix of the name during writing and removal. */
export const partialEnding = ".partial";

/** Instant in the name of a backup; null for any other name, however similar. */
export function instantOfName(name: string): Date | null {
  const [, day, time] = /^mosdo-(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)Z$/.exec(name) ?? [];
  if (day === undefined) return null;
  const at = new Date(`${day}T${time.replaceAll("-", ":")}Z`);
  return !Number.isNaN(at.getTime()) && nameOfBackup(at) === name ? at : null;
}

/** Passes bytes through, and measures their number, their SHA-256 and the number of their lines. */
export class Meter extends Transform {
  bytes = 0;
  lines = 0;
  readonly #hash = createHash("sha256");
  readonly #measures: { readonly hash: boolean };

  constructor(measures: { readonly hash: boolean }) {
    super();
    this.#measures = measures;
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, data: Buffer) => void) {
    this.bytes += chunk.length;
    if (this.#measures.hash) this.#hash.update(chunk);
    else this.lines += countLines(chunk);
    done(null, chunk);
  }

  get sha256(): string {
    return this.#hash.copy().digest("hex");
  }
}

/** A line is a row: `COPY` writes a line break within a value as two characters. */
function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
  return lines;
}

/** Text of an error for one line. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

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
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BackupError(`${directory} is not a folder: name that of one backup.`);
  }
  if (basename(directory).endsWith(partialEnding)) {
    throw new BackupError(`${directory} was never finished: take another backup.`);
  }
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
