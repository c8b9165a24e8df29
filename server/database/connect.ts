import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg, { type PoolConfig } from "pg";
import { ConnectionPool, type PoolOptions, poolLimits } from "./connection-pool.ts";
import type { Schema } from "./schema.ts";

/** Typed access to PostgreSQL; `destroy()` ends its connections. */
export type Database = Kysely<Schema>;

/** Log, and the limits that differ from `poolLimits`. */
export type ConnectOptions = Pick<PoolOptions, "log"> & Partial<PoolOptions>;

/**
 * Pool of connections to PostgreSQL, opened by queries. A `bigint` arrives as a number, beyond the exact numbers as an
 * error; a `date` as its text.
 */
export function connectDatabase(connection: PoolConfig, options: ConnectOptions): Database {
  return databaseOn(openPool(connection, options));
}

/** The same pool without typed access. */
export function openPool(connection: PoolConfig, options: ConnectOptions): ConnectionPool {
  return new ConnectionPool({ ...connection, types: exactTypes() }, { ...poolLimits, ...options });
}

/** Typed access through a pool; its `destroy()` ends the pool. */
export function databaseOn(pool: PostgresPool): Database {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** One unopened connection, without a pool and without time limits. */
export function newConnection(connection: PoolConfig, name: string): pg.Client {
  return new pg.Client({
    ...connection,
    types: exactTypes(),
    connectionTimeoutMillis: poolLimits.connectTimeoutMs,
    keepAlive: true,
    application_name: name,
  });
}

/** Typed access through one connection, which stays open after its `destroy()`. */
export function databaseThrough(client: pg.Client): Database {
  const lent = { query: client.query.bind(client), release() {} } as PostgresPoolClient;
  return databaseOn({ options: {}, connect: async () => lent, end: async () => {} });
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
