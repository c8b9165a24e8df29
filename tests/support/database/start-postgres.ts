import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  }
}

/** One PostgreSQL for the whole run, with a migrated database that tests take copies of. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "mosdo-test-"));
  // Reachable for the user that PostgreSQL runs as when the tests run as root.
  await chmod(dataDirectory, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDirectory,
    log: silentLog,
    settings: { fsync: "off", max_connections: "200" },
  });
  const stop = async () => {
    await postgres[Symbol.asyncDispose]();
    await rm(dataDirectory, { recursive: true, force: true });
  };
  try {
    await migrateTemplate(postgres.connection);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide("postgres", postgres.connection);
  return stop;
}

async function migrateTemplate(connection: EmbeddedConnection): Promise<void> {
  const template = connectDatabase(connection, { log: silentLog });
  try {
    await migrate(template);
  } finally {
    await template.destroy();
  }
}
