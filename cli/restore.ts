import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { describeContents } from "#server/backup/backup-format.ts";
import { operatorFilesOf, restoreOperatorFiles } from "#server/backup/operator-files.ts";
import { type CheckedBackup, readBackup } from "#server/backup/read-backup.ts";
import { inspectTarget, obstaclesTo, restoreBackup } from "#server/backup/restore-backup.ts";
import { authSecretPath } from "#server/config/auth-secret.ts";
import type { Config } from "#server/config/config.ts";
import { loadConfigOf } from "#server/config/load-config.ts";
import { databaseThrough } from "#server/database/connect.ts";
import { hasEmbeddedDatabase } from "#server/database/embedded/embedded-postgres.ts";
import { openConnection } from "#server/database/open-database.ts";
import { actAsOwner } from "./act-as-owner.ts";

/**
 * `npm run restore -- DIR/mosdo-… [--yes] [--replace]`: checks a backup file by file and prints
 * what a restore would do; with `--yes` it does so. No server may use the database then. A database
 * with places, accounts or reviews is refused; with `--replace` its contents are removed first.
 */
const usage = "usage: npm run restore -- DIR/mosdo-… [--yes] [--replace]";
const log = pino({ level: "warn" }, pino.destination(2));

const { directory, isToDo, isToReplace } = readCommand();
const loaded = loadConfigOf(fileURLToPath(new URL("..", import.meta.url)));
if (!loaded.ok) fail(...loaded.errors);
try {
  actAsOwner(loaded.config.dataDirectory, { isMade: isToDo, reads: [directory] });
  const backup = await readBackup(directory);
  describeBackup(backup);
  if (isToDo) await restore(backup, loaded.config);
  else await report(loaded.config);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
process.exit(0);

function describeBackup({ manifest }: CheckedBackup): void {
  const { takenAt, product, postgres, tables, migrations } = manifest;
  console.log(
    `The backup is whole: taken ${takenAt} by version ${product} from PostgreSQL ${postgres}, up to migration ${migrations.at(-1)}.`,
  );
  for (const { name, rows } of tables) {
    if (rows > 0) console.log(`${String(rows).padStart(12)}  ${name}`);
  }
  console.log(`${describeContents(manifest)}.`);
}

/** Prints what a restore would do, without doing it. */
async function report(config: Config): Promise<void> {
  const target = nameTarget(config);
  if (config.databaseUrl === null && !hasEmbeddedDatabase(config.dataDirectory)) {
    console.log(`It would be restored into ${target}, which would be made.`);
  } else {
    const opened = await openConnection(config, log, "mosdo restore");
    try {
      const found = await inspectTarget(databaseThrough(opened.client));
      const obstacles = obstaclesTo(found, isToReplace);
      const { places, accounts, reviews } = found;
      const contents = `places: ${places}, accounts: ${accounts}, reviews: ${reviews}`;
      console.log(`It would be restored into ${target}, which now has ${contents}.`);
      for (const obstacle of obstacles) console.log(`Before that: ${obstacle}`);
    } finally {
      await opened[Symbol.asyncDispose]();
    }
  }
  console.log("Nothing has been changed. Add --yes to restore it.");
}

async function restore(backup: CheckedBackup, config: Config): Promise<void> {
  const begunAtMs = performance.now();
  const opened = await openConnection(config, log, "mosdo restore");
  try {
    await restoreBackup({
      client: opened.client,
      backup,
      replacesData: isToReplace,
      secretPath: config.authSecret === null ? authSecretPath(config.dataDirectory) : null,
    });
  } finally {
    await opened[Symbol.asyncDispose]();
  }
  const seconds = ((performance.now() - begunAtMs) / 1000).toFixed(1);
  for (const line of restoreOperatorFiles(backup, operatorFilesOf(config))) console.log(line);
  console.log(`Restored into ${nameTarget(config)} in ${seconds} s. Now start the server.`);
  if (backup.manifest.secret === null && config.authSecret === null) {
    console.log("The backup has no secret: set the AUTH_SECRET of its server, or sessions end.");
  }
}

/** The database, without its password. */
function nameTarget({ databaseUrl, dataDirectory }: Config): string {
  if (databaseUrl === null) return `the database in ${dataDirectory}`;
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get("host") ?? `${hostname}${port && `:${port}`}`;
  return `the database ${decodeURIComponent(pathname.slice(1))} on ${host}`;
}

function readCommand() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        yes: { type: "boolean", default: false },
        replace: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) fail(usage);
    // npm runs its scripts in the package's folder; INIT_CWD is the folder of the call.
    const directory = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
    return { directory, isToDo: values.yes, isToReplace: values.replace };
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error), usage);
  }
}

function fail(...lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`mosdo: ${line}\n`);
  process.exit(1);
}
