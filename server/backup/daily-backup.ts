import type { BaseLogger } from "pino";
import { authSecretPath } from "#server/accounts/auth-secret.ts";
import type { Config } from "#server/config/config.ts";
import { openConnection } from "#server/database/open-database.ts";
import { BackupError, describeContents } from "./backup-format.ts";
import { type OperatorFileSettings, operatorFilesOf } from "./operator-files.ts";
import { makeDirectory, writeBackup } from "./write-backup.ts";

/** @throws {Error} with one clear line where the folder of `BACKUP_DIR` cannot be used */
export function ensureBackupDirectory(directory: string): void {
  try {
    makeDirectory(directory);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`BACKUP_DIR is '${directory}': ${reason}`, { cause });
  }
}

interface DailyBackupDeps {
  readonly config: Pick<Config, "databaseUrl" | "dataDirectory" | "authSecret"> &
    OperatorFileSettings;
  readonly directory: string;
  readonly now: () => Date;
  readonly log: Pick<BaseLogger, "info" | "warn" | "error">;
  /** Aborts a running backup, such as when the server stops. */
  readonly signal: AbortSignal;
}

/**
 * Takes the backup of the day (UTC) where the folder has none yet, and removes old ones
 * (docs/product#backup-rotation). Of several processes one takes it.
 *
 * @throws {Error} with one line where it could not be taken
 */
export async function takeDailyBackup(deps: DailyBackupDeps): Promise<void> {
  const { config, directory, now, log, signal } = deps;
  const begunAtMs = performance.now();
  const opened = await openConnection(config, log, "mosdo backup");
  try {
    const result = await writeBackup({
      client: opened.client,
      directory,
      secretPath: config.authSecret === null ? authSecretPath(config.dataDirectory) : null,
      operatorFiles: operatorFilesOf(config),
      now,
      isOnceADay: true,
      removesOld: true,
      signal,
    });
    if (result.kind === "taken") {
      const { path, manifest, removed } = result;
      const ms = Math.round(performance.now() - begunAtMs);
      log.info({ path, contents: describeContents(manifest), ms, removed }, "a backup was taken");
    } else if (result.kind === "taken-today") {
      log.info({ path: result.path }, "no backup was taken: there is one of today (UTC)");
    } else log.info("no backup was taken: another process takes one");
  } catch (error) {
    if (!(signal.aborted && error instanceof BackupError)) throw error;
    log.info("the backup under way was given up, since the server stops");
  } finally {
    await opened[Symbol.asyncDispose]();
  }
}
