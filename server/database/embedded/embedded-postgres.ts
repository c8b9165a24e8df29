import { join } from "node:path";
import type { BaseLogger } from "pino";
import { DatabaseUnusable } from "#server/database/database-errors.ts";
import { clearAbandonedUpgrades } from "./cluster-upgrade.ts";
import { type EmbeddedConnection, EmbeddedServer, postgresSettings } from "./embedded-server.ts";
import { chooseCluster, findClusters } from "./postgres-cluster.ts";
import { makePostgresPaths } from "./postgres-paths.ts";
import { findPostgresBinaries, type PostgresBinaries } from "./postgres-programs.ts";

interface EmbeddedPostgresOptions {
  /** Data directory, created where it is missing; the database is in its folder `postgres`. */
  readonly dataDirectory: string;
  readonly log: Pick<BaseLogger, "info" | "warn" | "error">;
  /** PostgreSQL settings, by name, that replace ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Programs that replace those that npm has installed with the product. */
  readonly binaries?: PostgresBinaries | null;
}

export interface EmbeddedPostgres extends AsyncDisposable {
  /** Connection to the database `mosdo`: over a Unix socket, without a password. */
  readonly connection: EmbeddedConnection;
}

/** Whether a data directory has a database of ours already; creates nothing. */
export function hasEmbeddedDatabase(dataDirectory: string): boolean {
  return findClusters(join(dataDirectory, "postgres")).length > 0;
}

/**
 * Runs PostgreSQL from the npm package in `dataDirectory`, or joins the one that already runs there. Resolves when it
 * accepts statements; one that ends unexpectedly is restarted. Disposing stops it cleanly unless another process still
 * uses it (docs/decisions/003).
 *
 * @throws DatabaseUnusable with one line for the operator.
 */
export async function startEmbeddedPostgres({
  dataDirectory,
  log,
  settings = {},
  binaries = findPostgresBinaries(),
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (!binaries) {
    throw new DatabaseUnusable(
      `npm has installed no PostgreSQL for ${process.platform}-${process.arch} (optional packages left out, or none exists): set DATABASE_URL to a PostgreSQL of your own, version 15 or newer.`,
    );
  }
  const found = makePostgresPaths(dataDirectory);
  const paths = { ...found, cluster: chooseCluster(found.root, binaries.major) };
  await clearAbandonedUpgrades(paths.root);
  const setup = { paths, binaries, settings: { ...postgresSettings, ...settings } };
  const server = await EmbeddedServer.join(setup, log);
  return {
    connection: server.connection,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
