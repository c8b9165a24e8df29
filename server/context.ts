import type { PoolConfig } from "pg";
import type { Logger } from "pino";
import type { Config } from "./config/config.ts";
import { connectDatabase } from "./database/connect.ts";
import { startEmbeddedPostgres } from "./database/embedded-postgres.ts";
import { ensureDatabaseReachable } from "./database/ensure-database-reachable.ts";
import { migrate } from "./database/migrate.ts";
import { loadSamplePlaces } from "./database/sample-places/load-sample-places.ts";
import { followPlaceChanges } from "./places/follow-place-changes.ts";
import { loadPlaceIndex } from "./places/load-place-index.ts";
import { createServices, type Services } from "./services.ts";

export interface Context extends AsyncDisposable {
  services: Services;
}

/**
 * Builds every adapter and use case from the configuration; the one place that does.
 *
 * Disposing it stops the change feed, closes the connections and stops the embedded database, in
 * that order.
 *
 * @throws {Error} with one clear line where the database cannot be reached or started
 */
export async function createContext(config: Config, log: Logger): Promise<Context> {
  await using resources = new AsyncDisposableStack();
  const now = () => new Date();
  const connection = config.databaseUrl
    ? { connectionString: config.databaseUrl }
    : resources.use(await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, log }))
        .connection;
  const connect = (to: PoolConfig) =>
    resources.adopt(connectDatabase(to, { log }), (pool) => pool.destroy());
  const primary = connect(connection);
  if (config.databaseUrl) await ensureDatabaseReachable(primary, "DATABASE_URL");
  await migrate(primary);
  if (config.samplePlaces) await loadSamplePlaces(primary, now());

  // What is only read comes from the replica where there is one, the index and its feed included:
  // filled from two databases, it could miss what the slower one had not yet received.
  const database = config.databaseReadUrl
    ? connect({ connectionString: config.databaseReadUrl })
    : primary;
  if (config.databaseReadUrl) await ensureDatabaseReachable(database, "DATABASE_READ_URL");
  const loadStartedAtMs = performance.now();
  const placeIndex = await loadPlaceIndex(database);
  placeIndex.refreshOpenSchedules(now());
  const feed = resources.use(
    followPlaceChanges({ database, placeIndex, now, log, loadStartedAtMs }),
  );
  const services = createServices({ config, database, placeIndex, feed, now });
  const held = resources.move();
  return { services, [Symbol.asyncDispose]: () => held.disposeAsync() };
}
