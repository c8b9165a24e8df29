import { chownSync, existsSync, statSync } from "node:fs";
import { authSecretPath } from "#server/accounts/auth-secret.ts";
import { describeContents } from "#server/backup/backup-format.ts";
import { operatorFilesOf } from "#server/backup/operator-files.ts";
import { makeDirectory, writeBackup } from "#server/backup/write-backup.ts";
import { hasEmbeddedDatabase } from "#server/database/embedded/embedded-postgres.ts";
import { type Command, type CommandContext, fail } from "./command.ts";

const usage = "usage: npm run backup -- DIR [--keep]";

/**
 * `npm run backup -- DIR [--keep]`: writes a backup of the database, of the secret that signs sessions, and of
 * the operator's logo, border and legal texts into a new folder of DIR; with `--keep` old backups in DIR are
 * removed afterwards. The server may run meanwhile. A failure is one line and exit code 1.
 */
export const backup: Command = async (context) => {
  const { directory, isToRotate } = readCommand(context);
  const { dataDirectory, databaseUrl, authSecret } = context.config;
  const signal = context.stopSignal();
  actForBackups(context, directory, dataDirectory);
  if (databaseUrl === null && !hasEmbeddedDatabase(dataDirectory)) {
    fail(`There is nothing to back up: ${dataDirectory} has no database.`);
  }
  const begunAtMs = performance.now();
  const result = await context.withConnection("mosdo backup", (client) =>
    writeBackup({
      client,
      directory,
      secretPath: authSecret === null ? authSecretPath(dataDirectory) : null,
      operatorFiles: operatorFilesOf(context.config),
      now: () => new Date(),
      removesOld: isToRotate,
      signal,
    }),
  );
  if (result.kind !== "taken") {
    fail("Another backup of this database is under way.");
  }
  const { path, manifest, removed } = result;
  const seconds = ((performance.now() - begunAtMs) / 1000).toFixed(1);
  context.print(`${path}: ${describeContents(manifest)}, in ${seconds} s.`);
  for (const name of removed) context.print(`Removed ${name}.`);
  if (authSecret !== null) {
    context.print("AUTH_SECRET is not in it: keep a copy of your settings too.");
  }
  return 0;
};

/**
 * Root continues as the server's user where that user owns the folder, so that the server can
 * remove old backups, or where the folder is created now; into another user's folder root writes
 * itself, since it alone can read the secret too.
 */
function actForBackups(
  { actAsOwner }: CommandContext,
  directory: string,
  dataDirectory: string,
): void {
  const server = statSync(dataDirectory, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0 || !server || server.uid === 0) return;
  if (!existsSync(directory)) {
    makeDirectory(directory);
    chownSync(directory, server.uid, server.gid);
  }
  if (statSync(directory).uid === server.uid) actAsOwner(dataDirectory);
}

function readCommand(context: CommandContext) {
  const { values, positionals } = context.parse(usage, {
    options: { keep: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) fail(usage);
  return { directory: context.resolve(folder), isToRotate: values.keep };
}
