import type { BaseLogger } from "pino";
import { DatabaseUnavailable } from "./database-unavailable.ts";
import { EmbeddedServer } from "./embedded/embedded-server.ts";
import { findPostgresBinaries } from "./embedded/postgres-binaries.ts";
import { embeddedUser } from "./embedded/postgres-cluster.ts";
import { makePostgresPaths } from "./embedded/postgres-paths.ts";
import { postgresSettings } from "./embedded/postgres-settings.ts";
import { embeddedDatabase } from "./embedded/shared-use.ts";

interface EmbeddedPostgresOptions {
  /** Made where it is missing; the database lives in its folder `postgres`. */
  readonly dataDirectory: string;
  readonly log: Pick<BaseLogger, "info" | "warn" | "error">;
  /** PostgreSQL settings, by name, that replace ours. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A `PoolConfig` of `pg` that needs nothing more. */
export interface EmbeddedConnection {
  /** Folder of the Unix socket. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

export interface EmbeddedPostgres extends AsyncDisposable {
  /** How `pg` reaches the database `mosdo`: over a Unix socket, without a password. */
  readonly connection: EmbeddedConnection;
}

/**
 * Runs PostgreSQL 18 from the npm package in `dataDirectory`, or joins the one that already runs
 * there: left behind by a process that was killed, or in use by another. Resolves when it takes
 * statements; should it end unasked, it is started again. Disposing stops it cleanly unless another
 * process still uses it (docs/decisions/003).
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
