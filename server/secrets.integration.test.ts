import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { appCode, wrongCode } from "#tests/support/accounts/app-code.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/** Secrets by their source; each is easy to find wherever it comes to light. */
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

let server: ServerProcess;
let db: TestDatabase;
let answers: { readonly what: string; readonly content: string }[];

beforeAll(async () => {
  buildWhenNeeded();
  const folder = await mkdtemp(join(tmpdir(), "mosdo-secrets-"));
  db = await createTestDatabase();
  const { user, host, database } = db.connection;
  const port = await findFreePort();
  const away = await findFreePort();
  answers = [];
  server = new ServerProcess(port, {
    DATA_DIR: folder,
    DATABASE_URL: `postgres://${user}:${settings.database}@localhost/${database}?host=${encodeURIComponent(host)}`,
    PUBLIC_URL: `http://localhost:${port}`,
    AUTH_SECRET: settings.sessions,
    // Peers that are away: what cannot be reached is what logs tell most of.
    SMTP_URL: `smtp://mosdo:${settings.mail}@localhost:${away}`,
    MAIL_FROM: "mosdo@example.org",
    GOOGLE_CLIENT_ID: "client",
    GOOGLE_CLIENT_SECRET: settings.google,
    GOOGLE_DISCOVERY_URL: `http://localhost:${away}/.well-known/openid-configuration`,
    PHOTON_URL: `http://localhost:${away}/api?key=${settings.photon}`,
    GEO_PROVIDER: "open",
    LOG_LEVEL: "trace",
  });
  await server.readyAfterMs();
  return async () => {
    await server.stop();
    await db[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  };
});

/** Asks, notes all that is answered but the cookies, and returns those. */
async function ask(path: string, init: RequestInit = {}): Promise<string[]> {
  const headers = {
    Origin: server.origin,
    Authorization: `Bearer ${typed.header}`,
    ...init.headers,
  };
  const answer = await fetch(server.origin + path, { redirect: "manual", ...init, headers });
  const told = [...answer.headers].filter(([name]) => name !== "set-cookie").join("\n");
  const what = `${init.method ?? "GET"} ${path}: ${answer.status}`;
  answers.push({ what, content: `${told}\n${await answer.text()}` });
  return answer.headers.getSetCookie();
}

const send = (path: string, fields: Record<string, string>, headers: HeadersInit = {}) =>
  ask(path, { method: "POST", body: new URLSearchParams(fields), headers });

/**
 * Turns the second factor on through the page, whose answers alone have its secrets: they are not noted.
 */
async function turnSecondFactorOn(email: string, session: string) {
  const accounts = db.database.updateTable("account").where("email", "=", email);
  await accounts.set({ email_verified: true }).execute();
  const post = async (fields: Record<string, string>) => {
    const answer = await fetch(`${server.origin}/account/second-factor`, {
      method: "POST",
      headers: { Origin: server.origin, Cookie: session },
      body: new URLSearchParams(fields),
    });
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    return answer.text();
  };
  const setUp = await post({ intent: "set-up", currentPassword: typed.password });
  const secret = /name="secret" value="([A-Z2-7]{32})"/.exec(setUp)?.[1] ?? "";
  const on = await post({ intent: "turn-on", secret, code: appCode(secret) });
  const recoveryCodes = [...new Set(on.match(/\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b/g))];
  expect(recoveryCodes).toHaveLength(10);
  const row = await db.database.selectFrom("second_factor").selectAll().executeTakeFirstOrThrow();
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
  const factor = await turnSecondFactorOn(email, session);
  const waiting = await send("/login", { email, password });
  const waits = { Cookie: waiting.map((line) => line.split(";")[0]).join("; ") };
  await send("/login/code", { code: wrongCode(factor.secret) }, waits);
  const ended = await send("/login/code", { code: factor.recoveryCodes[0] }, waits);
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
    await ask(path);
    await ask(path, { headers: Cookie });
  }
  const broken = { method: "POST", body: `{"password": "${typed.body}"` };
  await ask("/api/v1/places", {
    ...broken,
    headers: { "Content-Type": "application/json", ...Cookie },
  });
  await ask("/api/v1/corrections", {
    ...broken,
    headers: { "Content-Type": "application/json", ...Cookie },
  });
  await ask("/auth/google");
  await expect.poll(() => server.output).toMatch(/a mail could not be sent/);
  expect(server.output).toMatch(/Google does not work/);
  await server.stop();

  const tokens = session.split("; ").map((pair) => pair.slice(pair.indexOf("=") + 1));
  const ofFactor = [
    factor.secret,
    ...factor.stored,
    // The one that was used to sign in is typed, and a page repeats what it refused.
    ...factor.recoveryCodes.flatMap((code) => [code, code.replaceAll("-", "")]),
  ];
  expect(ofFactor.every((secret) => secret.length > 15)).toBe(true);
  const secrets = [...Object.values(settings), ...Object.values(typed), ...tokens, ...ofFactor];
  expect(tokens.every((token) => token.length > 20)).toBe(true);
  expect(secrets.filter((secret) => server.output.includes(secret))).toEqual([]);
  const told = answers.flatMap(({ what, content }) =>
    // Pages repeat what their address says, which their visitor knows.
    secrets
      .filter((secret) => secret !== query && content.includes(secret))
      .map((s) => `${what}: ${s}`),
  );
  expect(told).toEqual([]);
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
