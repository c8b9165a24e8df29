import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { loadConfig } from "#server/config/load-config.ts";
import { createContext } from "#server/context.ts";
import { limitPending } from "#server/http/connections.ts";
import { loadApp } from "#server/load-app.ts";
import { addPlaces, type TestPlace } from "./database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "./database/test-database.ts";
import { buildWhenNeeded } from "./server-process.ts";

const root = join(import.meta.dirname, "../..");

/** The product's server in the process of the test, on a database of the run's PostgreSQL and a port of its own. */
export interface TestServer extends AsyncDisposable {
  readonly db: TestDatabase;
  readonly origin: string;
  readonly port: number;
  /** `DATA_DIR`. */
  readonly folder: string;
  /** Ids of the places. */
  readonly placeIds: readonly number[];
}

interface TestServerOptions {
  /** Places that are there before the server starts. */
  readonly places?: readonly TestPlace[];
  /** Settings beside the usual ones. May change the database before the server starts. */
  readonly settings?: (
    server: Pick<TestServer, "db" | "origin">,
  ) => Record<string, string> | Promise<Record<string, string>>;
  readonly log?: Logger;
}

/**
 * Starts the built application with the context that `server/main.ts` gives it. What a process adds (start, signals,
 * crashes, output) needs a `ServerProcess`.
 */
export async function startTestServer({
  places = [],
  settings = () => ({}),
  log = pino({ level: "silent" }),
}: TestServerOptions = {}): Promise<TestServer> {
  buildWhenNeeded();
  await using resources = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "mosdo-server-"));
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  const db = resources.use(await createTestDatabase());
  const placeIds = await addPlaces(db.database, places);
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const loaded = loadConfig({
    DATA_DIR: folder,
    DATABASE_URL: db.url,
    PORT: String(port),
    GEO_PROVIDER: "embedded",
    SAMPLE_PLACES: "off",
    RATE_LIMITS: "off",
    ...(await settings({ db, origin })),
  });
  if (!loaded.ok) throw new Error(loaded.errors.join(" "));
  const { services } = resources.use(await createContext(loaded.config, log));
  resources.defer(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  const app = await loadApp({ root, server, isDevelopment: false });
  server.on("request", limitPending(app(services, log)));
  const held = resources.move();
  return {
    ...{ db, origin, port, folder, placeIds },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
