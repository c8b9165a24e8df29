import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { connectDatabase, type Database } from "#server/database/connect.ts";
import { addTestAdministrator, testAdministrator } from "#tests/support/accounts/add-account.ts";
import { DatabaseProxy } from "#tests/support/database/database-proxy.ts";
import {
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from "#tests/support/database/start-replicated-postgres.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

/*
 * Built server on a primary and its streaming replica, each behind a proxy (docs/decisions/034).
 */

// Hundreds of requests one after the other take their time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let postgres: ReplicatedPostgres;
let primary: Database;
let replica: Database;
let toPrimary: DatabaseProxy;
let toReplica: DatabaseProxy;
let server: ServerProcess;
let dataDirectory: string;
/** The administrator's session. */
let session: string;

beforeAll(async () => {
  buildWhenNeeded();
  dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-replica-"));
  postgres = await startReplicatedPostgres();
  primary = connectDatabase(postgres.primary, { log: silentLog });
  replica = connectDatabase(postgres.replica, { log: silentLog });
  await addTestAdministrator(primary);
  toPrimary = await DatabaseProxy.start(postgres.primary);
  toReplica = await DatabaseProxy.start(postgres.replica);
  server = await startServer();
  session = await signIn();
}, 300_000);
afterEach(async () => {
  await toPrimary.set("pass");
  await toReplica.set("pass");
  await vi.waitFor(() => sql`select pg_wal_replay_resume()`.execute(replica), 60_000);
  await untilStates({ primary: "answers", replica: "in_step" });
});
afterAll(async () => {
  await server?.stop();
  await toPrimary?.[Symbol.asyncDispose]();
  await toReplica?.[Symbol.asyncDispose]();
  await primary?.destroy();
  await replica?.destroy();
  await postgres?.[Symbol.asyncDispose]();
  rmSync(dataDirectory, { recursive: true, force: true });
});

async function startServer(): Promise<ServerProcess> {
  const started = new ServerProcess(await findFreePort(), {
    DATABASE_URL: toPrimary.url,
    DATABASE_READ_URL: toReplica.url,
    DATA_DIR: dataDirectory,
    GEO_PROVIDER: "embedded",
    SAMPLE_PLACES: "off",
    RATE_LIMITS: "off",
    ADMIN_USER_ID: testAdministrator.id,
    LOG_LEVEL: "info",
  });
  await started.readyAfterMs();
  return started;
}

async function signIn(): Promise<string> {
  const { email, password } = testAdministrator;
  const { status, cookies } = await ask("/api/auth/sign-in/email", { body: { email, password } });
  expect(status).toBe(200);
  return cookies.join("; ");
}

interface Question {
  readonly method?: string;
  readonly body?: object;
  readonly cookie?: string;
  readonly at?: ServerProcess;
}

async function ask(
  path: string,
  { body, method = body === undefined ? "GET" : "POST", cookie, at = server }: Question = {},
) {
  const { status, headers, ...answer } = await fetch(at.origin + path, {
    method,
    body: body && JSON.stringify(body),
    headers: {
      Accept: "application/json",
      Origin: at.origin,
      ...(body && { "Content-Type": "application/json" }),
      ...(cookie !== undefined && { Cookie: cookie }),
    },
  }).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    json: await response.json().catch(() => null),
  }));
  const cookies = headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  return { status, headers, cookies, ...answer };
}

async function untilStates(states: object): Promise<void> {
  await vi.waitFor(
    async () => expect((await ask("/readyz")).json).toEqual({ status: "ready", ...states }),
    { timeout: 60_000, interval: 100 },
  );
}

/** Resolves when the replica does not replay any more; it stops a moment after it is told to. */
async function pauseReplay(): Promise<void> {
  await sql`select pg_wal_replay_pause()`.execute(replica);
  const state = () =>
    sql<{ state: string }>`select pg_get_wal_replay_pause_state() as state`.execute(replica);
  await vi.waitFor(async () => expect((await state()).rows[0].state).toBe("paused"), 60_000);
}

let places = 0;

/** Adds a place as the administrator, and returns its address in the API. */
async function addPlace(at = server): Promise<{ location: string; id: number; cookies: string[] }> {
  const number = ++places;
  const body = {
    ...{ country: "HU", city: "Budapest", address: `Próba utca ${number}.`, comments: "" },
    ...{ latitude: 46 + number / 500, longitude: 17 + number / 500 },
    ...{ price: 0, accessible: false, public: true },
    opening_times: Array<string>(7).fill("00:00-24:00"),
  };
  const { status, headers, json, cookies } = await ask("/api/v1/places", {
    ...{ body, cookie: session, at },
  });
  expect(status, JSON.stringify(json)).toBe(201);
  return { location: headers.get("Location") ?? "", id: json.id, cookies };
}

describe.each(["replays", "does not replay"])("with a replica that %s", (mode) => {
  const isPaused = mode !== "replays";

  test("each of 200 added places is there at once, for a client without cookies", async () => {
    if (isPaused) await pauseReplay();
    for (let n = 0; n < 200; n++) {
      const { location, id } = await addPlace();
      const found = await ask(location);
      expect(found.status, `place ${n}`).toBe(200);
      expect(found.json.id).toBe(id);
      if (n % 10 > 0) continue;
      const { json } = await ask("/api/v1/places?sort=added-desc&per_page=1");
      expect(json.places[0].id).toBe(id);
    }
    await untilStates({ primary: "answers", replica: isPaused ? "behind" : "in_step" });
  });

  test("each of 200 stored reviews is read at once", async () => {
    if (isPaused) await pauseReplay();
    const { location } = await addPlace();
    for (let n = 0; n < 200; n++) {
      const text = `review ${n}`;
      const stored = await ask(`${location}/reviews/me`, {
        ...{ method: "PUT", body: { rating: 1 + (n % 5), text }, cookie: session },
      });
      expect(stored.status, JSON.stringify(stored.json)).toBeLessThan(300);
      const { json } = await ask(`${location}/reviews`);
      expect(JSON.stringify(json)).toContain(`"${text}"`);
      expect((await ask(location)).json.rating_calculated).toBe(1 + (n % 5));
    }
  });
});

/** Reads until told to stop, or the test is over; the answers that were not 200, and the number of all. */
function readAllTheTime(paths: readonly string[]) {
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  let asked = 0;
  const failed: string[] = [];
  const reader = async () => {
    while (!isOver) {
      const path = paths[asked++ % paths.length];
      // With a session, nothing is answered from memory before the database is asked.
      const { status, json } = await ask(path, asked % 2 === 0 ? { cookie: session } : {});
      if (status !== 200) failed.push(`${path}: ${status} ${JSON.stringify(json)}`);
    }
  };
  const readers = Array.from({ length: 6 }, reader);
  return async () => {
    isOver = true;
    await Promise.all(readers);
    return { asked, failed };
  };
}

test("a replica that is killed in traffic costs no request, and answers again by itself", async () => {
  const added = [await addPlace(), await addPlace()];
  await untilStates({ primary: "answers", replica: "in_step" });
  const stop = readAllTheTime(added.flatMap(({ location }) => [location, `${location}/reviews`]));
  await delay(500);
  for (let kill = 0; kill < 3; kill++) {
    postgres.kill("replica");
    // Longer than it takes to start again.
    await toReplica.set("refuse");
    await untilStates({ primary: "answers", replica: "lost" });
    await toReplica.set("pass");
    await untilStates({ primary: "answers", replica: "in_step" });
  }
  const { asked, failed } = await stop();
  expect(failed).toEqual([]);
  // Some twenty a second on an idle machine.
  expect(asked).toBeGreaterThan(50);
}, 120_000);

test("a replica that falls silent in traffic costs no request", async () => {
  const { location } = await addPlace();
  await untilStates({ primary: "answers", replica: "in_step" });
  const stop = readAllTheTime([location, `${location}/reviews`]);
  await delay(500);
  await toReplica.set("swallow");
  await untilStates({ primary: "answers", replica: "lost" });
  await delay(1_000);
  await toReplica.set("pass");
  await untilStates({ primary: "answers", replica: "in_step" });
  expect((await stop()).failed).toEqual([]);
});

test("while the primary is away reads go on, writes answer 503, and the server is ready", async () => {
  const { location } = await addPlace();
  await untilStates({ primary: "answers", replica: "in_step" });
  await toPrimary.set("refuse");
  await untilStates({ primary: "lost", replica: "in_step" });
  const stop = readAllTheTime([location, `${location}/reviews`, "/api/v1/places"]);
  const written = await ask("/api/v1/places", { body: {}, cookie: session });
  expect(written.status).toBe(503);
  expect(written.headers.get("Retry-After")).not.toBeNull();
  // Longer than what is kept may be old, and than the index may be behind a primary that answers.
  await delay(6_000);
  expect((await ask("/readyz")).status).toBe(200);
  expect((await stop()).failed).toEqual([]);
  await toPrimary.set("pass");
  await untilStates({ primary: "answers", replica: "in_step" });
  const { location: next } = await addPlace();
  expect((await ask(next)).status).toBe(200);
});

test("an answer of a replica that is behind is not kept when the primary is back", async () => {
  const { location, id } = await addPlace();
  await untilStates({ primary: "answers", replica: "in_step" });
  const shown = async () => (await ask(location)).json.comments;
  await pauseReplay();
  await primary.updateTable("place").set({ comments: "new" }).where("id", "=", id).execute();
  // A write of its own, after which this server has seen the other one too.
  await addPlace();
  expect(await shown()).toBe("new");
  await toPrimary.set("refuse");
  // The memory is no longer trusted, so that the place is read, as far as the replica has it.
  await vi.waitFor(async () => expect(await shown()).toBe(""), { timeout: 60_000 });
  await toPrimary.set("pass");
  await vi.waitFor(async () => expect(await shown()).toBe("new"), { timeout: 60_000 });
  for (let n = 0; n < 20; n++) expect(await shown()).toBe("new");
});

describe("of two servers", () => {
  let other: ServerProcess;
  beforeAll(async () => {
    other = await startServer();
    return async () => void (await other.stop());
  }, 300_000);

  describe.each(["replays", "does not replay"])("with a replica that %s", (mode) => {
    beforeEach(async () => {
      if (mode !== "replays") await pauseReplay();
    });

    test("the other one shows the writer each of 50 writes at once", async () => {
      const { location } = await addPlace();
      for (let n = 0; n < 50; n++) {
        const text = `two servers ${mode} ${n}`;
        const stored = await ask(`${location}/reviews/me`, {
          ...{ method: "PUT", body: { rating: 1 + (n % 5), text }, cookie: session },
        });
        expect(stored.status).toBeLessThan(300);
        const cookie = [session, ...stored.cookies].join("; ");
        const place = await ask(location, { cookie, at: other });
        expect(place.json.rating_calculated, `write ${n}`).toBe(1 + (n % 5));
        const { json } = await ask(`${location}/reviews`, { cookie, at: other });
        expect(JSON.stringify(json)).toContain(`"${text}"`);
      }
    });

    test("the other one has a place that was just added, for a client without cookies", async () => {
      for (let n = 0; n < 20; n++) {
        const { location } = await addPlace();
        expect((await ask(location, { at: other })).status).toBe(200);
      }
    });

    test("the other one shows everybody what was written", async () => {
      const { location, id } = await addPlace();
      await vi.waitFor(
        async () => {
          const list = "/api/v1/places?sort=added-desc&per_page=1";
          expect((await ask(list, { at: other })).json.places[0].id).toBe(id);
          expect((await ask(location, { at: other })).status).toBe(200);
        },
        { timeout: 60_000, interval: 50 },
      );
    });
  });

  test("a mark is given for a write, to a browser or a client with cookies", async () => {
    const { location, cookies } = await addPlace();
    expect(cookies).toEqual([expect.stringMatching(/^mosdo\.wrote=[\w-]{8}\.\w+$/)]);
    expect((await ask(location, { cookie: session })).cookies).toEqual([]);
    const refused = await ask("/api/v1/places", { body: {}, cookie: session });
    expect(refused.status).toBe(422);
    expect(refused.cookies).toEqual([]);
  });

  test("one that is killed loses nothing but what it has not answered", async () => {
    const killed = await startServer();
    const acknowledged: string[] = [];
    const writer = async () => {
      for (;;) {
        const { location } = await addPlace(killed);
        acknowledged.push(location);
      }
    };
    const writers = Array.from({ length: 4 }, () => writer().catch((error: unknown) => error));
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), 60_000);
    killed.child.kill("SIGKILL");
    for (const error of await Promise.all(writers)) expect(String(error)).toContain("fetch failed");
    for (const location of acknowledged) {
      expect((await ask(location, { at: other })).status, location).toBe(200);
    }
  });
});

test("neither server there is not ready", async () => {
  await toPrimary.set("refuse");
  await toReplica.set("refuse");
  await vi.waitFor(async () => expect((await ask("/readyz")).status).toBe(503), 60_000);
});

test("the log has a line for each change, not each second", () => {
  const lines = server.output
    .split("\n")
    .filter((line) => line.includes("the replica does not answer"));
  // Killed three times, silent once, refused once.
  expect(lines.length).toBeGreaterThanOrEqual(4);
  expect(lines.length).toBeLessThanOrEqual(8);
});
