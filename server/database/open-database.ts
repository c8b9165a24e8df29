import type { BaseLogger } from "pino";
import type { Config } from "#server/config/config.ts";
import { type ConnectOptions, connectDatabase, type Database } from "./connect.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { ensureDatabaseReachable } from "./ensure-database-reachable.ts";
import { migrate } from "./migrate.ts";

/** Disposing it closes the connections, then stops the embedded PostgreSQL if nobody else uses it. */
export interface OpenedDatabase extends AsyncDisposable {
  /** The one that takes writes, up to date with the migrations. */
  readonly database: Database;
}

/**
 * Opens the database of the configuration: the one that `DATABASE_URL` names, or our own, which is
 * started where it does not run yet.
 *
 * @throws {Error} with one clear line where it cannot be reached or started
 */
export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "dataDirectory">,
  log: Pick<BaseLogger, "info" | "warn" | "error">,
  limits: Pick<ConnectOptions, "connectTimeoutMs"> = {},
): Promise<OpenedDatabase> {
  const { databaseUrl, dataDirectory } = config;
  const embedded =
    databaseUrl === null ? await startEmbeddedPostgres({ dataDirectory, log }) : null;
  const connection = embedded?.connection ?? { connectionString: databaseUrl ?? undefined };
  const database = connectDatabase(connection, { log, ...limits });
  const close = async () => {
    await database.destroy();
    await embedded?.[Symbol.asyncDispose]();
  };
  try {
    if (!embedded) await ensureDatabaseReachable(database, "DATABASE_URL");
    await migrate(database);
    return { database, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}
