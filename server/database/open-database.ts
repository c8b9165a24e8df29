import { sql } from "kysely";
import type pg from "pg";
import type { BaseLogger } from "pino";
import type { Config } from "#server/config/config.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import {
  type ConnectOptions,
  type Database,
  databaseOn,
  databaseThrough,
  newConnection,
  openPool,
} from "./connect.ts";
import type { ConnectionPool } from "./connection-pool.ts";
import { DatabaseUnavailable, DatabaseUnusable } from "./database-errors.ts";
import { migrate } from "./migrate.ts";

type DatabaseConfig = Pick<Config, "databaseUrl" | "dataDirectory">;
type Log = Pick<BaseLogger, "info" | "warn" | "error">;

/** Open database. Disposing it closes the connections, then stops the embedded PostgreSQL as its last user. */
export interface OpenedDatabase extends AsyncDisposable {
  /** Migrated database. */
  readonly database: Database;
  /** Its connections. */
  readonly pool: ConnectionPool;
}

/**
 * Opens the database of the configuration: that of `DATABASE_URL`, or the embedded one, started where need be.
 *
 * @throws {Error} with one clear line where it cannot be reached or started
 */
export async function openDatabase(
  config: DatabaseConfig,
  log: Log,
  limits: Pick<ConnectOptions, "connectTimeoutMs"> = {},
): Promise<OpenedDatabase> {
  const { embedded, connection } = await reachServer(config, log);
  const pool = openPool(connection, { log, ...limits });
  const database = databaseOn(pool);
  const close = async () => {
    await database.destroy();
    await embedded?.[Symbol.asyncDispose]();
  };
  try {
    if (!embedded) {
      await ensureDatabaseReachable(database);
      const reason = await readOnlyReason(database);
      if (reason) throw new DatabaseUnusable(`DATABASE_URL leads to ${readOnlyMessages[reason]}`);
    }
    await migrate(database);
    return { database, pool, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts or joins the embedded PostgreSQL, unless the configuration names another. */
async function reachServer({ databaseUrl, dataDirectory }: DatabaseConfig, log: Log) {
  if (databaseUrl !== null) {
    return { embedded: null, connection: { connectionString: databaseUrl } };
  }
  const embedded = await startEmbeddedPostgres({ dataDirectory, log });
  return { embedded, connection: embedded.connection };
}

/** Open connection; disposing it closes it, and stops the embedded PostgreSQL as above. */
interface OpenedConnection extends AsyncDisposable {
  readonly client: pg.Client;
}

/**
 * Opens one connection to the database of the configuration, without migrations.
 *
 * @param name of the program, as the database shows it
 * @throws {Error} with one clear line where it cannot be reached or started
 */
export async function openConnection(
  config: DatabaseConfig,
  log: Log,
  name: string,
): Promise<OpenedConnection> {
  const { embedded, connection } = await reachServer(config, log);
  const client = newConnection(connection, name);
  // Without a listener, a connection that is lost between two statements would end the process.
  client.on("error", () => {});
  const close = async () => {
    await client.end();
    await embedded?.[Symbol.asyncDispose]();
  };
  try {
    await client.connect().catch(failUnreachable);
    await ensureDatabaseReachable(databaseThrough(client));
    return { client, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Oldest supported PostgreSQL; the embedded one is newer. */
const leastMajor = 15;

/**
 * Connects once and checks the version, so that the operator learns of a wrong URL at the start.
 *
 * @throws DatabaseUnusable with one line that contains the error, and no password.
 */
export async function ensureDatabaseReachable(database: Database): Promise<void> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version_num') as version`
    .execute(database)
    .catch(failUnreachable);
  const major = Math.floor(Number(rows[0]?.version) / 10_000);
  if (major >= leastMajor) return;
  throw new DatabaseUnusable(
    `DATABASE_URL leads to PostgreSQL ${major}: version ${leastMajor} or newer is needed.`,
  );
}

/** Reason why a database is read-only; null where it is not. */
export async function readOnlyReason(database: Database): Promise<"standby" | "setting" | null> {
  const { rows } = await sql<{ standby: boolean; closed: boolean }>`
    select pg_is_in_recovery() as standby,
      current_setting('transaction_read_only') = 'on' as closed`.execute(database);
  const [{ standby, closed }] = rows;
  if (standby) return "standby";
  return closed ? "setting" : null;
}

/** Message for the operator, after 'DATABASE_URL leads to'. */
export const readOnlyMessages = {
  standby: "a replica, which takes no writes: set it to the primary.",
  setting:
    "a database that is set to be read only, as hosts do where its disk is full: make room, or switch default_transaction_read_only off.",
} as const;

function failUnreachable(cause: unknown): never {
  throw new DatabaseUnusable(
    `The database of DATABASE_URL cannot be used: ${describe(cause)}. Check the address, the user and the password, or leave the variable out.`,
    { cause },
  );
}

/** Text of an error. Node reports a host name with several addresses as one error without a message of its own. */
function describe(error: unknown): string {
  if (error instanceof AggregateError) return describe(error.errors[0]);
  if (error instanceof DatabaseUnavailable && error.cause !== undefined)
    return describe(error.cause);
  return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
}
