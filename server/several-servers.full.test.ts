import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addTestAdministrator, testAdministrator } from "#tests/support/accounts/add-account.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/* Two built servers on one database (docs/decisions/038). */

// Hundreds of requests one after the other take their time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let db: Awaited<ReturnType<typeof createTestDatabase>>;
let server: ServerProcess;
let other: ServerProcess;
let dataDirectory: string;
/** The administrator's session. */
let session: string;

beforeAll(async () => {
  buildWhenNeeded();
  dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-servers-"));
  db = await createTestDatabase();
  await addTestAdministrator(db.database);
  [server, other] = await Promise.all([startServer(), startServer()]);
  session = await signIn();
}, 300_000);
afterAll(async () => {
  await server?.stop();
  await other?.stop();
  await db?.[Symbol.asyncDispose]();
  rmSync(dataDirectory, { recursive: true, force: true });
});

async function startServer(): Promise<ServerProcess> {
  const { user, host, database } = db.connection;
  const started = new ServerProcess(await findFreePort(), {
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
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
  const { status, cookies } = await request("/api/auth/sign-in/email", {
    body: { email, password },
  });
  expect(status).toBe(200);
  return cookies.join("; ");
}

interface RequestOptions {
  readonly method?: string;
  readonly body?: object;
  readonly cookie?: string;
  readonly at?: ServerProcess;
}

async function request(
  path: string,
  { body, method = body === undefined ? "GET" : "POST", cookie, at = server }: RequestOptions = {},
) {
  const { status, headers, ...content } = await fetch(at.origin + path, {
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
  return { status, headers, cookies, ...content };
}

let places = 0;

/** Adds a place as the administrator, and returns its path in the API. */
async function addPlace(at = server): Promise<{ location: string; id: number; cookies: string[] }> {
  const number = ++places;
  const body = {
    ...{ country: "HU", city: "Budapest", address: `Próba utca ${number}.`, comments: "" },
    ...{ latitude: 46 + number / 500, longitude: 17 + number / 500 },
    ...{ price: 0, accessible: false, public: true },
    opening_times: Array<string>(7).fill("00:00-24:00"),
  };
  const { status, headers, json, cookies } = await request("/api/v1/places", {
    ...{ body, cookie: session, at },
  });
  expect(status, JSON.stringify(json)).toBe(201);
  return { location: headers.get("Location") ?? "", id: json.id, cookies };
}

test("the other one shows the writer each of 50 writes at once", async () => {
  const { location } = await addPlace();
  for (let n = 0; n < 50; n++) {
    const text = `review ${n}`;
    const stored = await request(`${location}/reviews/me`, {
      ...{ method: "PUT", body: { rating: 1 + (n % 5), text }, cookie: session },
    });
    expect(stored.status).toBeLessThan(300);
    const cookie = [session, ...stored.cookies].join("; ");
    const place = await request(location, { cookie, at: other });
    expect(place.json.rating_calculated, `write ${n}`).toBe(1 + (n % 5));
    const { json } = await request(`${location}/reviews`, { cookie, at: other });
    expect(JSON.stringify(json)).toContain(`"${text}"`);
  }
});

test("the other one has a place that was just added, for a client without cookies", async () => {
  for (let n = 0; n < 20; n++) {
    const { location } = await addPlace();
    expect((await request(location, { at: other })).status).toBe(200);
  }
});

test("the other one shows everybody what was written", async () => {
  const { location, id } = await addPlace();
  await vi.waitFor(
    async () => {
      const list = "/api/v1/places?sort=added-desc&per_page=1";
      expect((await request(list, { at: other })).json.places[0].id).toBe(id);
      expect((await request(location, { at: other })).status).toBe(200);
    },
    { timeout: 60_000, interval: 50 },
  );
});

test("a token is set for a write, not for a read or a refused write", async () => {
  const { location, cookies } = await addPlace();
  expect(cookies).toEqual([expect.stringMatching(/^mosdo\.wrote=[\w-]{8}\.\w+$/)]);
  expect((await request(location, { cookie: session })).cookies).toEqual([]);
  const refused = await request("/api/v1/places", { body: {}, cookie: session });
  expect(refused.status).toBe(422);
  expect(refused.cookies).toEqual([]);
});

test("one that is killed loses only unacknowledged writes", async () => {
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
    expect((await request(location, { at: other })).status, location).toBe(200);
  }
});
