import { Kysely, PostgresDialect } from "kysely";
import pg, { type PoolConfig } from "pg";
import type { BaseLogger } from "pino";
import type { Schema } from "./schema.ts";

/** Typed access to PostgreSQL; `destroy()` ends its connections. */
export type Database = Kysely<Schema>;

interface ConnectOptions {
  /** Hears of connections that are lost while nobody uses them. */
  readonly log: Pick<BaseLogger, "warn">;
  readonly maxConnections?: number;
  /** After this time the database cancels a statement. */
  readonly statementTimeoutMs?: number;
}

/**
 * A pool of connections to PostgreSQL. Nothing is connected before the first query. `bigint`
 * arrives as a number, and one that a number cannot hold exactly is an error; `date` as its text.
 */
export function connectDatabase(
  connection: PoolConfig,
  { log, maxConnections = 10, statementTimeoutMs = 10_000 }: ConnectOptions,
): Database {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    // A transaction that waits for nothing keeps its locks, and the feeds of places look past it anew
    // each time. Who has a reason to let one wait longer says so in it (server/import/extract).
    idle_in_transaction_session_timeout: 15_000,
    application_name: "mosdo",
    types: exactTypes(),
  });
  // Without listeners, a lost connection would end the process: the pool hears of idle ones only,
  // and one that is lent out tells nobody while it waits for its next statement.
  pool.on("error", (error) => log.warn({ err: error }, "lost an idle database connection"));
  pool.on("connect", (client) => {
    client.on("error", (error) => log.warn({ err: error }, "lost a database connection"));
  });
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

function exactTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, exactNumber);
  // A day has no time zone; the driver would make it a midnight of the process's own.
  types.setTypeParser(pg.types.builtins.DATE, (day) => day);
  return types;
}

function exactNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not exact as a number`);
  return value;
}
