import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { connectDatabase } from "#server/database/connect.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import type { EmbeddedConnection } from "#server/database/embedded/embedded-server.ts";
import { migrate } from "#server/database/migrate.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** How to reach the PostgreSQL of this test run; `database` is the migrated template. */
    postgres: EmbeddedConnection;
    /** Data directory with the same databases that no PostgreSQL uses, for tests that start one of their own. */
    unusedData: string;
  }
}

const settings = {
  max_connections: "200",
  // Nothing has to survive a crash.
  ...{ fsync: "off", full_page_writes: "off", wal_level: "minimal", max_wal_senders: "0" },
  // Its workers would go round hundreds of short-lived databases.
  autovacuum: "off",
};

/** One PostgreSQL for the whole run, with a migrated database that tests take copies of. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  await using resources = new AsyncDisposableStack();
  const makeFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), "mosdo-test-"));
    resources.defer(() => rmSync(folder, { recursive: true, force: true }));
    // Reachable for the user that PostgreSQL runs as when the tests run as root.
    chmodSync(folder, 0o755);
    return folder;
  };
  const unusedData = makeFolder();
  await migrateTemplate(unusedData);
  const dataDirectory = makeFolder();
  copyData(unusedData, dataDirectory);
  const options = { dataDirectory, log: silentLog, settings };
  const postgres = resources.use(await startEmbeddedPostgres(options));
  await writeCatalogCache(postgres.connection);
  project.provide("postgres", postgres.connection);
  project.provide("unusedData", unusedData);
  const held = resources.move();
  return () => held.disposeAsync();
}

/**
 * The first session of a database writes `pg_internal.init`, the cache of its catalog, which every start removes: the
 * template's is copied with it, and saves the first session of each copy a quarter of its time.
 */
async function writeCatalogCache(connection: EmbeddedConnection): Promise<void> {
  await using template = connectDatabase(connection, { log: silentLog });
  await sql`select`.execute(template);
}

async function migrateTemplate(dataDirectory: string): Promise<void> {
  await using postgres = await startEmbeddedPostgres({ dataDirectory, log: silentLog, settings });
  await using template = connectDatabase(postgres.connection, { log: silentLog });
  await migrate(template);
}

/** Copies the data of a stopped PostgreSQL; files keep their owner, which need not be the user of the tests. */
export function copyData(from: string, to: string): void {
  const { status, stderr } = spawnSync("cp", ["-a", join(from, "postgres"), to]);
  if (status !== 0) throw new Error(String(stderr));
}
