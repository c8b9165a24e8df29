import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addPlaces, type TestPlace } from "./database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "./database/test-database.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "./server-process.ts";

/** A built server on a database of the run's PostgreSQL, which takes less than one of its own. */
export interface OneServer extends AsyncDisposable {
  readonly db: TestDatabase;
  readonly server: ServerProcess;
  readonly port: number;
  readonly origin: string;
  /** Ids of the places. */
  readonly placeIds: readonly number[];
}

interface OneServerOptions {
  /** Places that are there before the server starts. */
  readonly places?: readonly TestPlace[];
  /** Settings beside the usual ones, by the port. */
  readonly settings?: (port: number) => Record<string, string>;
}

export async function startOneServer({
  places = [],
  settings = () => ({}),
}: OneServerOptions = {}): Promise<OneServer> {
  buildWhenNeeded();
  const resources = new AsyncDisposableStack();
  try {
    const folder = mkdtempSync(join(tmpdir(), "mosdo-one-"));
    resources.defer(() => rmSync(folder, { recursive: true, force: true }));
    const db = resources.use(await createTestDatabase());
    const placeIds = await addPlaces(db.database, places);
    const { user, host, database } = db.connection;
    const port = await findFreePort();
    const server = new ServerProcess(port, {
      DATA_DIR: folder,
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
      GEO_PROVIDER: "embedded",
      SAMPLE_PLACES: "off",
      RATE_LIMITS: "off",
      LOG_LEVEL: "warn",
      ...settings(port),
    });
    resources.defer(async () => void (await server.stop()));
    await server.readyAfterMs();
    return {
      ...{ db, server, port, origin: server.origin, placeIds },
      [Symbol.asyncDispose]: () => resources.disposeAsync(),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}
