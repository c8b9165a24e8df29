import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { addPlaces, type TestPlace } from "./database/add-places.ts";
import { DatabaseProxy } from "./database/database-proxy.ts";
import { createTestDatabase, type TestDatabase } from "./database/test-database.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "./server-process.ts";

interface TwoServersOptions {
  /** Places that are there before the servers start. */
  readonly places: readonly TestPlace[];
  /** E-mail addresses of the accounts; the first is the administrator's on the writing server. */
  readonly accounts: readonly string[];
  readonly logLevel: "info" | "warn";
}

/** Two built servers on one database, which they reach through a proxy. */
export interface TwoServers extends AsyncDisposable {
  readonly db: TestDatabase;
  readonly proxy: DatabaseProxy;
  /** The server that takes the writes. */
  readonly writing: ServerProcess;
  /** The server that learns of them from the database. */
  readonly other: ServerProcess;
  /** Ids of the places. */
  readonly placeIds: readonly number[];
  /** Cookies of each account's session, which the writing server has not seen. */
  readonly sessions: readonly string[];
  /** Registers another account; its cookies. */
  register(email: string): Promise<string>;
  /** Sends a write to the API of the writing server, the administrator's unless another session is named. */
  write(method: string, path: string, body?: object, session?: string): Promise<void>;
}

const password = "Aa1!aaaa";

export async function startTwoServers(options: TwoServersOptions): Promise<TwoServers> {
  buildWhenNeeded();
  const resources = new AsyncDisposableStack();
  const dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-two-"));
  resources.defer(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const db = resources.use(await createTestDatabase());
  const proxy = resources.use(await DatabaseProxy.start(db.connection));
  const placeIds = await addPlaces(db.database, options.places);

  const startServer = async (environment: Record<string, string>): Promise<ServerProcess> => {
    const server = new ServerProcess(await findFreePort(), {
      DATABASE_URL: proxy.url,
      DATA_DIR: dataDirectory,
      GEO_PROVIDER: "embedded",
      SAMPLE_PLACES: "off",
      RATE_LIMITS: "off",
      LOG_LEVEL: options.logLevel,
      ...environment,
    });
    resources.defer(async () => void (await server.stop()));
    await server.readyAfterMs();
    return server;
  };

  const other = await startServer({});
  const register = async (email: string): Promise<string> => {
    const registered = await fetch(`${other.origin}/api/auth/sign-up/email`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: other.origin },
      body: JSON.stringify({ email, password, name: "" }),
    });
    expect(registered.status).toBe(200);
    return registered.headers
      .getSetCookie()
      .map((line) => line.split(";", 1)[0])
      .join("; ");
  };
  const sessions: string[] = [];
  for (const email of options.accounts) sessions.push(await register(email));

  const { id } = await db.database
    .selectFrom("account")
    .select("id")
    .where("email", "=", options.accounts[0])
    .executeTakeFirstOrThrow();
  const writing = await startServer({ ADMIN_USER_ID: String(id) });
  const write: TwoServers["write"] = async (method, path, body, session = sessions[0]) => {
    const answer = await fetch(`${writing.origin}/api/v1${path}`, {
      method,
      headers: {
        Cookie: session,
        Origin: writing.origin,
        ...(body && { "Content-Type": "application/json" }),
      },
      body: body && JSON.stringify(body),
    });
    expect(answer.status, await answer.text()).toBeLessThan(300);
  };
  return {
    db,
    proxy,
    writing,
    other,
    placeIds,
    sessions,
    register,
    write,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
