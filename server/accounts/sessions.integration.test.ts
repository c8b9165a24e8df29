import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apiRoutes } from "#server/http/api-routes.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { identifyViewerOf } from "#server/http/middleware/identify-viewer.ts";
import {
  createTestAccounts,
  type TestAccounts,
  TestBrowser,
  testAuthSecret,
  testOrigin,
} from "#tests/support/accounts/test-accounts.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { expectDescribed } from "#tests/support/services/expect-described.ts";
import { noIdentity, silentLog } from "#tests/support/services/stand-ins.ts";
import { createBetterAuthIdentity } from "./better-auth/better-auth-identity.ts";

/*
 * Sessions as the API shows and ends them (docs/product#devices-of-an-account), with real cookies.
 */

const password = "Jelszo-123";
const userAgents = {
  phone: "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
  desk: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36",
  program: "curl/8.5.0",
};

const resources = new AsyncDisposableStack();
let accounts: TestAccounts;
/** Sends a call to the API as a browser does. */
let call: (browser: TestBrowser, path: string, method?: string) => Promise<Response>;
let count = 0;
let email: string;
let phone: TestBrowser;
let desk: TestBrowser;

beforeAll(async () => {
  accounts = resources.use(await createTestAccounts({ rateLimits: false }));
  const { identity, database } = accounts;
  const provider = { ...noIdentity, identity };
  const { services } = resources.use(await createTestServices(database, { provider }));
  const app = new Hono<AppEnvironment>();
  app.use(identifyViewerOf(services));
  app.route("/api/v1", apiRoutes(services, pino({ level: "silent" })));
  call = async ({ client: { headers } }, path, method = "GET") => {
    const response = await app.request(`${testOrigin}/api/v1${path}`, { method, headers });
    await expectDescribed(response, method, path);
    return response;
  };
});
afterAll(() => resources.disposeAsync());

beforeEach(async () => {
  email = `anna-${++count}@example.org`;
  phone = await signedIn("phone");
  desk = await signedIn("desk");
});

/** A browser with a session; the first of an account registers it. */
async function signedIn(device: keyof typeof userAgents, as = email): Promise<TestBrowser> {
  const browser = new TestBrowser("192.0.2.1", userAgents[device]);
  const { identity, database } = accounts;
  const known = database.selectFrom("account").select("id").where("email", "=", as);
  const open = (await known.executeTakeFirst()) ? identity.signIn : identity.createAccount;
  const opened = browser.keep(await open(browser.client, { email: as, password }));
  expect(opened.ok).toBe(true);
  return browser;
}

async function list(browser: TestBrowser) {
  const response = await call(browser, "/account/sessions");
  expect(response.status).toBe(200);
  const { sessions } = await response.json();
  return sessions as { id: string; device: string | null; current: boolean }[];
}

const isSignedIn = async ({ client }: TestBrowser) =>
  (await accounts.identity.findSession(client)).signedIn !== null;

const end = async (browser: TestBrowser, id: string) =>
  (await call(browser, `/account/sessions/${id}`, "DELETE")).status;

describe("the list of sessions", () => {
  it("describes each device, the own one first", async () => {
    await signedIn("program");
    const devices = (await list(phone)).map(({ device, current }) => [device, current]);
    expect(devices).toEqual([
      ["Firefox, Android", true],
      [null, false],
      ["Chrome, Windows", false],
    ]);
    expect((await list(desk))[0]).toMatchObject({ device: "Chrome, Windows", current: true });
  });

  it("says since when, and when it was last used", async () => {
    const { database } = accounts;
    const created_at = new Date("2026-05-01T10:00:00Z");
    const updated_at = new Date("2026-06-01T11:00:00Z");
    const [{ id }] = await list(phone);
    const session = database.updateTable("session").where("id", "=", id);
    await session.set({ created_at, updated_at }).execute();
    expect((await list(desk)).find((session) => session.id === id)).toEqual({
      id,
      device: "Firefox, Android",
      created_at: created_at.toISOString(),
      last_used_at: updated_at.toISOString(),
      current: false,
    });
  });

  it("contains neither tokens nor IP addresses, nor any other account's sessions", async () => {
    const stranger = await signedIn("phone", `stranger-${count}@example.org`);
    const response = await call(phone, "/account/sessions");
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    const text = await response.text();
    expect(JSON.parse(text).sessions).toHaveLength(2);
    const rows = await accounts.database.selectFrom("session").selectAll().execute();
    for (const { token } of rows) expect(text).not.toContain(token);
    for (const { cookieHeader } of [phone, desk]) {
      expect(text).not.toContain(decodeURIComponent(cookieHeader.split("=")[1]).split(".")[0]);
    }
    expect(text).not.toMatch(/token|ip_address|192\.0\.2|Mozilla/);
    for (const { id } of await list(stranger)) expect(text).not.toContain(id);
  });

  it("leaves expired sessions out", async () => {
    const [, { id }] = await list(phone);
    const session = accounts.database.updateTable("session").where("id", "=", id);
    await session.set({ expires_at: new Date(Date.now() - 1_000) }).execute();
    expect(await list(phone)).toHaveLength(1);
  });
});

describe("ending one session", () => {
  it("signs that device out at its next request, and no other", async () => {
    const third = await signedIn("phone");
    const other = (await list(phone)).find(({ device }) => device === "Chrome, Windows");
    expect(await end(phone, other?.id ?? "")).toBe(204);
    expect((await call(desk, "/account/sessions")).status).toBe(401);
    expect(await isSignedIn(desk)).toBe(false);
    expect(await isSignedIn(phone)).toBe(true);
    expect(await isSignedIn(third)).toBe(true);
  });

  it("is refused at once by another server too", async () => {
    const { database } = accounts;
    const mails = {
      sendReset: fail,
      feignReset: fail,
      sendVerification: fail,
      sendSecondFactor: fail,
    };
    const config = {
      publicUrl: testOrigin,
      port: 3000,
      google: null,
      openId: null,
      rateLimits: false,
    };
    const deps = { config, authSecret: testAuthSecret, database, log: silentLog, mails };
    const other = createBetterAuthIdentity(deps).identity;
    // It has seen the session before.
    expect((await other.findSession(desk.client)).signedIn).toMatchObject({ email });
    const [, { id }] = await list(phone);
    expect(await end(phone, id)).toBe(204);
    expect((await other.findSession(desk.client)).signedIn).toBeNull();
  });

  it("may be called twice", async () => {
    const [, { id }] = await list(phone);
    expect(await end(phone, id)).toBe(204);
    expect(await end(phone, id)).toBe(204);
    expect(await list(phone)).toHaveLength(1);
  });

  it("does not find another account's, which goes on", async () => {
    const stranger = await signedIn("desk", `stranger-${count}@example.org`);
    const [{ id }] = await list(stranger);
    expect(await end(phone, id)).toBe(404);
    expect(await isSignedIn(stranger)).toBe(true);
  });

  it("does not accept the token of a session as its id", async () => {
    const rows = await accounts.database.selectFrom("session").select("token").execute();
    for (const { token } of rows) expect(await end(phone, token)).toBe(404);
    expect(await isSignedIn(desk)).toBe(true);
  });

  it("ends the own one as well, which is a sign-out", async () => {
    const [{ id }] = await list(phone);
    expect(await end(phone, id)).toBe(204);
    expect(await isSignedIn(phone)).toBe(false);
    expect(await isSignedIn(desk)).toBe(true);
  });

  it("requires a session, so that an ended one ends no other", async () => {
    const [own, other] = await list(phone);
    await end(desk, own.id);
    expect(await end(phone, other.id)).toBe(401);
    expect(await isSignedIn(desk)).toBe(true);
  });
});

describe("ending all other sessions", () => {
  const endOthers = async (browser: TestBrowser) =>
    (await call(browser, "/account/sessions", "DELETE")).status;

  it("leaves the own one and those of other accounts, and may be called twice", async () => {
    const third = await signedIn("program");
    const stranger = await signedIn("desk", `stranger-${count}@example.org`);
    expect(await endOthers(phone)).toBe(204);
    expect(await endOthers(phone)).toBe(204);
    expect(await list(phone)).toMatchObject([{ device: "Firefox, Android", current: true }]);
    const left = await Promise.all([phone, desk, third, stranger].map(isSignedIn));
    expect(left).toEqual([true, false, false, true]);
  });

  it("leaves one of two browsers that end each other at the same moment", async () => {
    for (let session = 0; session < 8; session++) await signedIn("program");
    const statuses = await Promise.all([phone, desk].map(endOthers));
    expect(statuses.filter((status) => status !== 204 && status !== 401)).toEqual([]);
    const left = await Promise.all([phone, desk].map(isSignedIn));
    expect(left.filter((isLeft) => isLeft)).toHaveLength(1);
  });
});

async function fail(): Promise<never> {
  throw new Error("no mail is sent");
}
