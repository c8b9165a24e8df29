import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BaseLogger } from "pino";
import { DatabaseUnavailable } from "#server/database/database-errors.ts";
import { EmbeddedServer } from "./embedded-server.ts";
import { embeddedUser } from "./postgres-cluster.ts";
import { findPostgresBinaries, makePostgresPaths } from "./postgres-paths.ts";
import { postgresSettings } from "./postgres-settings.ts";
import { embeddedDatabase } from "./shared-use.ts";

interface EmbeddedPostgresOptions {
  /** Data directory, created where it is missing; the database is in its folder `postgres`. */
  readonly dataDirectory: string;
  readonly log: Pick<BaseLogger, "info" | "warn" | "error">;
  /** PostgreSQL settings, by name, that replace ours. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Complete `PoolConfig` of `pg`. */
export interface EmbeddedConnection {
  /** Folder of the Unix socket. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

export interface EmbeddedPostgres extends AsyncDisposable {
  /** Connection to the database `mosdo`: over a Unix socket, without a password. */
  readonly connection: EmbeddedConnection;
}

/** Whether a data directory has a database of ours already; makes nothing. */
export function hasEmbeddedDatabase(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, "postgres", "cluster"));
}

/**
 * Runs PostgreSQL 18 from the npm package in `dataDirectory`, or joins the one that already runs
 * there: left behind by a killed process, or in use by another one. Resolves when it takes
 * statements. A PostgreSQL that ends unexpectedly is started again. Disposing stops it cleanly
 * unless another process still uses it (docs/decisions/003).
 *
 * @throws DatabaseUnavailable with one line for the operator.
 */
export async function startEmbeddedPostgres({
  dataDirectory,
  log,
  settings = {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = findPostgresBinaries();
  if (!binaries) {
    throw new DatabaseUnavailable(
      `npm has installed no PostgreSQL for ${process.platform}-${process.arch} (optional packages left out, or none exists): set DATABASE_URL to a PostgreSQL of your own, version 15 or newer.`,
    );
  }
  const paths = makePostgresPaths(dataDirectory);
  const setup = { paths, binaries, settings: { ...postgresSettings, ...settings } };
  const server = await EmbeddedServer.join(setup, log);
  return {
    connection: { host: server.socketDirectory, user: embeddedUser, database: embeddedDatabase },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
