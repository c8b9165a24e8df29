import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "node:util";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { appCode, wrongCode } from "#tests/support/accounts/app-code.ts";
import { findFreePort } from "#tests/support/server-process.ts";
import { startTestServer, type TestServer } from "#tests/support/test-server.ts";

/** Secrets by source; each is a unique text that is easy to find. */
const settings = {
  database: "secret-of-the-database",
  mail: "secret-of-the-mail-server",
  sessions: "secret-of-the-sessions-with-32-letters",
  google: "secret-of-google-sign-in",
  photon: "secret-of-the-search",
};
const typed = {
  password: "Typed-Secret-1!",
  wrongPassword: "Typed-Secret-2!",
  newPassword: "Typed-Secret-3!",
  query: "secret-in-a-query",
  header: "secret-in-a-header",
  body: "secret-in-a-broken-body",
};

let server: TestServer;
/** Log, and what libraries print. */
let output = "";
const responses: { readonly what: string; readonly content: string }[] = [];

beforeAll(async () => {
  const record = (...values: unknown[]) => {
    output += `${format(...values)}\n`;
    return true;
  };
  for (const name of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, name).mockImplementation((...values) => void record(...values));
  }
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => record(text));
  }
  const closedPort = await findFreePort();
  server = await startTestServer({
    log: pino({ level: "trace" }, { write: (line) => void record(line) }),
    settings: ({ db, origin }) => ({
      DATABASE_URL: db.url.replace("@", `:${settings.database}@`),
      PUBLIC_URL: origin,
      RATE_LIMITS: "on",
      AUTH_SECRET: settings.sessions,
      // Unreachable peers: failures to connect are logged with the most detail.
      SMTP_URL: `smtp://mosdo:${settings.mail}@localhost:${closedPort}`,
      MAIL_FROM: "mosdo@example.org",
      GOOGLE_CLIENT_ID: "client",
      GOOGLE_CLIENT_SECRET: settings.google,
      GOOGLE_DISCOVERY_URL: `http://localhost:${closedPort}/.well-known/openid-configuration`,
      PHOTON_URL: `http://localhost:${closedPort}/api?key=${settings.photon}`,
      GEO_PROVIDER: "open",
    }),
  });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  vi.restoreAllMocks();
});

/** Sends a request, records the response except its cookies, and returns these. */
async function sendRequest(path: string, init: RequestInit = {}): Promise<string[]> {
  const headers = {
    Origin: server.origin,
    Authorization: `Bearer ${typed.header}`,
    ...init.headers,
  };
  const response = await fetch(server.origin + path, { redirect: "manual", ...init, headers });
  const texts = [...response.headers].filter(([name]) => name !== "set-cookie").join("\n");
  const what = `${init.method ?? "GET"} ${path}: ${response.status}`;
  responses.push({ what, content: `${texts}\n${await response.text()}` });
  return response.headers.getSetCookie();
}

const send = (path: string, fields: Record<string, string>, headers: HeadersInit = {}) =>
  sendRequest(path, { method: "POST", body: new URLSearchParams(fields), headers });

/** Enables the second factor through the page. Only its responses have the secrets: they are not recorded. */
async function enableSecondFactor(email: string, session: string) {
  const accounts = server.db.database.updateTable("account").where("email", "=", email);
  await accounts.set({ email_verified: true }).execute();
  const post = async (fields: Record<string, string>) => {
    const response = await fetch(`${server.origin}/account/second-factor`, {
      method: "POST",
      headers: { Origin: server.origin, Cookie: session },
      body: new URLSearchParams(fields),
    });
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    return response.text();
  };
  const setUp = await post({ intent: "set-up", currentPassword: typed.password });
  const secret = /name="secret" value="([A-Z2-7]{32})"/.exec(setUp)?.[1] ?? "";
  const on = await post({ intent: "turn-on", secret, code: appCode(secret) });
  const recoveryCodes = [...new Set(on.match(/\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b/g))];
  expect(recoveryCodes).toHaveLength(10);
  const row = await server.db.database
    .selectFrom("second_factor")
    .selectAll()
    .executeTakeFirstOrThrow();
  return { secret, recoveryCodes, stored: [row.secret, ...row.recovery_codes] };
}

test("no secret is in a log or a response", async () => {
  const email = "anna@example.org";
  const { password, wrongPassword, newPassword, query } = typed;
  const cookies = await send("/register", { email, password, confirmation: password, terms: "1" });
  const session = cookies.map((line) => line.split(";")[0]).join("; ");
  expect(session).toContain("=");
  const Cookie = { Cookie: session };
  await send("/login", { email, password: wrongPassword });
  await send("/login", { email: "berta@example.org", password: wrongPassword });
  await send("/login", { email, password });
  await send("/forgotpassword", { email });
  await send(
    "/account",
    { intent: "password", current: wrongPassword, password: newPassword },
    Cookie,
  );
  const factor = await enableSecondFactor(email, session);
  const pending = await send("/login", { email, password });
  const pendingCookies = { Cookie: pending.map((line) => line.split(";")[0]).join("; ") };
  await send("/login/code", { code: wrongCode(factor.secret) }, pendingCookies);
  const ended = await send("/login/code", { code: factor.recoveryCodes[0] }, pendingCookies);
  expect(ended.join()).toContain("session_token");
  await send("/account/second-factor", { intent: "renew", code: "000" }, Cookie);
  for (const path of [
    "/",
    "/places",
    "/account",
    "/account/second-factor",
    "/api/v1/account/second-factor",
    "/login",
    "/register",
    "/nothing-here",
    `/mail?mode=resetPassword&oobCode=${query}`,
    `/__/auth/action?mode=verifyEmail&oobCode=${query}`,
    `/login?next=/account&token=${query}`,
    "/api/v1/openapi.json",
    "/api/v1/account/export",
    "/api/v1/geo/search?q=Budapest",
    `/auth/google/done?code=${query}&state=${query}`,
    "/metrics",
    "/readyz",
  ]) {
    await sendRequest(path);
    await sendRequest(path, { headers: Cookie });
  }
  const broken = { method: "POST", body: `{"password": "${typed.body}"` };
  await sendRequest("/api/v1/places", {
    ...broken,
    headers: { "Content-Type": "application/json", ...Cookie },
  });
  await sendRequest("/api/v1/corrections", {
    ...broken,
    headers: { "Content-Type": "application/json", ...Cookie },
  });
  await sendRequest("/auth/google");
  await expect.poll(() => output).toMatch(/a mail could not be sent/);
  expect(output).toMatch(/Google does not work/);
  await server[Symbol.asyncDispose]();

  const tokens = session.split("; ").map((pair) => pair.slice(pair.indexOf("=") + 1));
  const ofFactor = [
    factor.secret,
    ...factor.stored,
    // The code of the sign-in is entered again, and the page repeats a refused input.
    ...factor.recoveryCodes.flatMap((code) => [code, code.replaceAll("-", "")]),
  ];
  expect(ofFactor.every((secret) => secret.length > 15)).toBe(true);
  const secrets = [...Object.values(settings), ...Object.values(typed), ...tokens, ...ofFactor];
  expect(tokens.every((token) => token.length > 20)).toBe(true);
  expect(secrets.filter((secret) => output.includes(secret))).toEqual([]);
  const texts = responses.flatMap(({ what, content }) =>
    // Pages repeat parameters of their URL, which their visitor knows.
    secrets
      .filter((secret) => secret !== query && content.includes(secret))
      .map((s) => `${what}: ${s}`),
  );
  expect(texts).toEqual([]);
});

test("browsers load no script of the server", () => {
  const folder = join(import.meta.dirname, "../build/client/assets");
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(20);
  const found = scripts.filter((name) =>
    /AUTH_SECRET|DATABASE_URL|GOOGLE_CLIENT_SECRET|process\.env|pg_catalog|"kysely"|nodemailer/.test(
      readFileSync(join(folder, name), "utf8"),
    ),
  );
  expect(found).toEqual([]);
});
