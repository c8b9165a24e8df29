import { chownSync, existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { describeContents } from "#server/backup/backup-format.ts";
import { operatorFilesOf } from "#server/backup/operator-files.ts";
import { type BackupResult, makeDirectory, writeBackup } from "#server/backup/write-backup.ts";
import { authSecretPath } from "#server/config/auth-secret.ts";
import type { Config } from "#server/config/config.ts";
import { loadConfigOf } from "#server/config/load-config.ts";
import { hasEmbeddedDatabase } from "#server/database/embedded/embedded-postgres.ts";
import { openConnection } from "#server/database/open-database.ts";
import { actAsOwner } from "./act-as-owner.ts";

/**
 * `npm run backup -- DIR [--keep]`: writes a backup of the database, of the secret that signs sessions, and of
 * the operator's logo, border and legal texts into a new folder of DIR; with `--keep` old backups in DIR are
 * removed afterwards. The server may run meanwhile. A failure is one line and exit code 1.
 */
const usage = "usage: npm run backup -- DIR [--keep]";
const log = pino({ level: "warn" }, pino.destination(2));

const { directory, isToRotate } = readCommand();
const loaded = loadConfigOf(fileURLToPath(new URL("..", import.meta.url)));
if (!loaded.ok) fail(...loaded.errors);
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());
try {
  actForBackups(directory, loaded.config.dataDirectory);
  await run(loaded.config);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
process.exit(0);

/**
 * Root continues as the server's user where that user owns the folder, so that the server can
 * remove old backups, or where the folder is created now; into another user's folder root writes
 * itself, since it alone can read the secret too.
 */
function actForBackups(directory: string, dataDirectory: string): void {
  const server = statSync(dataDirectory, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0 || !server || server.uid === 0) return;
  if (!existsSync(directory)) {
    makeDirectory(directory);
    chownSync(directory, server.uid, server.gid);
  }
  if (statSync(directory).uid === server.uid) actAsOwner(dataDirectory);
}

async function run(config: Config): Promise<void> {
  const { dataDirectory, databaseUrl, authSecret } = config;
  if (databaseUrl === null && !hasEmbeddedDatabase(dataDirectory)) {
    fail(`There is nothing to back up: ${dataDirectory} has no database.`);
  }
  const begunAtMs = performance.now();
  const opened = await openConnection(config, log, "mosdo backup");
  try {
    const result = await writeBackup({
      client: opened.client,
      directory,
      secretPath: authSecret === null ? authSecretPath(dataDirectory) : null,
      operatorFiles: operatorFilesOf(config),
      now: () => new Date(),
      removesOld: isToRotate,
      signal: stop.signal,
    });
    describe(result, (performance.now() - begunAtMs) / 1000, authSecret !== null);
  } finally {
    await opened[Symbol.asyncDispose]();
  }
}

function describe(result: BackupResult, seconds: number, hasOwnSecret: boolean): void {
  if (result.kind !== "taken") fail("Another backup of this database is under way.");
  const { path, manifest, removed } = result;
  console.log(`${path}: ${describeContents(manifest)}, in ${seconds.toFixed(1)} s.`);
  for (const name of removed) console.log(`Removed ${name}.`);
  if (hasOwnSecret) console.log("AUTH_SECRET is not in it: keep a copy of your settings too.");
}

function readCommand() {
  try {
    const { values, positionals } = parseArgs({
      options: { keep: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) fail(usage);
    // npm runs its scripts in the package's folder; INIT_CWD is the folder of the call.
    const directory = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
    return { directory, isToRotate: values.keep };
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error), usage);
  }
}

function fail(...lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`mosdo: ${line}\n`);
  process.exit(1);
}
