import { Kysely, PostgresDialect } from "kysely";
import pg, { type PoolConfig } from "pg";
import type { BaseLogger } from "pino";
import { ConnectionPool } from "./connection-pool.ts";
import type { Schema } from "./schema.ts";

/** Typed access to PostgreSQL; `destroy()` ends its connections. */
export type Database = Kysely<Schema>;

export interface ConnectOptions {
  /** Log for connections that are lost while they are idle. */
  readonly log: Pick<BaseLogger, "warn">;
  readonly maxConnections?: number;
  /** Longest wait for a connection. */
  readonly connectTimeoutMs?: number;
  /** Time after which the database cancels a statement. */
  readonly statementTimeoutMs?: number;
}

/**
 * Pool of connections to PostgreSQL. The first query opens the first connection. `bigint` arrives
 * as a number, and a value that a number cannot hold exactly is an error; `date` arrives as its
 * text.
 */
export function connectDatabase(
  connection: PoolConfig,
  {
    log,
    maxConnections = 10,
    connectTimeoutMs = 10_000,
    statementTimeoutMs = 10_000,
  }: ConnectOptions,
): Database {
  const pool = new ConnectionPool(
    { ...connection, types: exactTypes() },
    { log, maxConnections, connectTimeoutMs, statementTimeoutMs },
  );
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

function exactTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, exactNumber);
  // A day has no time zone; the driver would turn it into midnight in the process's time zone.
  types.setTypeParser(pg.types.builtins.DATE, (day) => day);
  return types;
}

function exactNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not exact as a number`);
  return value;
}
