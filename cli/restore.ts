import { authSecretPath } from "#server/accounts/auth-secret.ts";
import { type CheckedBackup, describeContents, readBackup } from "#server/backup/backup-format.ts";
import { restoreOperatorFiles } from "#server/backup/operator-files.ts";
import { inspectTarget, obstaclesTo, restoreBackup } from "#server/backup/restore-backup.ts";
import type { Config } from "#server/config/config.ts";
import { databaseThrough } from "#server/database/connect.ts";
import { hasEmbeddedDatabase } from "#server/database/embedded/embedded-postgres.ts";
import { type Command, type CommandContext, fail } from "./command.ts";

const usage = "usage: npm run restore -- DIR/mosdo-… [--yes] [--replace]";

/**
 * `npm run restore -- DIR/mosdo-… [--yes] [--replace]`: checks a backup file by file and prints
 * what a restore would do; with `--yes` it does so. No server may use the database then. A database
 * with places, accounts or reviews is refused; with `--replace` its contents are removed first.
 */
export const restore: Command = async (context) => {
  const { directory, isToDo, isToReplace } = readCommand(context);
  context.actAsOwner(context.config.dataDirectory, { isMade: isToDo, reads: [directory] });
  const backup = await readBackup(directory);
  describeBackup(context, backup);
  if (isToDo) await carryOut(context, backup, isToReplace);
  else await report(context, isToReplace);
  return 0;
};

function describeBackup({ print }: CommandContext, { manifest }: CheckedBackup): void {
  const { takenAt, product, postgres, tables, migrations } = manifest;
  print(
    `The backup is whole: taken ${takenAt} by version ${product} from PostgreSQL ${postgres}, up to migration ${migrations.at(-1)}.`,
  );
  for (const { name, rows } of tables) {
    if (rows > 0) print(`${String(rows).padStart(12)}  ${name}`);
  }
  print(`${describeContents(manifest)}.`);
}

/** Prints what a restore would do, without doing it. */
async function report(context: CommandContext, isToReplace: boolean): Promise<void> {
  const { config, print } = context;
  const target = nameTarget(config);
  if (config.databaseUrl === null && !hasEmbeddedDatabase(config.dataDirectory)) {
    print(`It would be restored into ${target}, which would be made.`);
  } else {
    await context.withConnection("mosdo restore", async (client) => {
      const found = await inspectTarget(databaseThrough(client));
      const obstacles = obstaclesTo(found, isToReplace);
      const { places, accounts, reviews } = found;
      const contents = `places: ${places}, accounts: ${accounts}, reviews: ${reviews}`;
      print(`It would be restored into ${target}, which now has ${contents}.`);
      for (const obstacle of obstacles) print(`Before that: ${obstacle}`);
    });
  }
  print("Nothing has been changed. Add --yes to restore it.");
}

async function carryOut(
  context: CommandContext,
  backup: CheckedBackup,
  replacesData: boolean,
): Promise<void> {
  const { config, print } = context;
  const begunAtMs = performance.now();
  await context.withConnection("mosdo restore", (client) =>
    restoreBackup({
      client,
      backup,
      replacesData,
      secretPath: config.authSecret === null ? authSecretPath(config.dataDirectory) : null,
    }),
  );
  const seconds = ((performance.now() - begunAtMs) / 1000).toFixed(1);
  for (const line of restoreOperatorFiles(backup, config)) print(line);
  print(`Restored into ${nameTarget(config)} in ${seconds} s. Now start the server.`);
  if (backup.manifest.secret === null && config.authSecret === null) {
    print("The backup has no secret: set the AUTH_SECRET of its server, or sessions end.");
  }
}

/** The database, without its password. */
function nameTarget({ databaseUrl, dataDirectory }: Config): string {
  if (databaseUrl === null) return `the database in ${dataDirectory}`;
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get("host") ?? `${hostname}${port && `:${port}`}`;
  return `the database ${decodeURIComponent(pathname.slice(1))} on ${host}`;
}

function readCommand(context: CommandContext) {
  const { values, positionals } = context.parse(usage, {
    options: {
      yes: { type: "boolean", default: false },
      replace: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) fail(usage);
  const directory = context.resolve(folder);
  return { directory, isToDo: values.yes, isToReplace: values.replace };
}
