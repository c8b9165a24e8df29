import { betterAuth } from "better-auth";
import { signJWT } from "better-auth/crypto";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { connectDatabase } from "#server/database/connect.ts";
import {
  createTestAccounts,
  TestBrowser,
  testAuthSecret,
} from "#tests/support/accounts/test-accounts.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { createBetterAuthIdentity } from "./better-auth-identity.ts";
import { configureAuth } from "./configure-auth.ts";

const email = "anna@example.org";
const password = "Jelszo-123";
const newPassword = "Masik!456";

async function withAnna() {
  const accounts = await createTestAccounts();
  const browser = new TestBrowser();
  const created = browser.store(
    await accounts.identity.createAccount(browser.client, { email, password }),
  );
  expect(created.ok).toBe(true);
  return { ...accounts, browser };
}

it("has the tables that the sign-in library expects", async () => {
  await using db = await createTestDatabase();
  const config = { publicUrl: null, port: 3000, google: null, openId: null, rateLimits: false };
  const deps = { config, authSecret: testAuthSecret, database: db.database, log: silentLog };
  const { options } = configureAuth({ ...deps, mails: {} as never }, []);
  const database = { ...options.advanced.database, validateSchema: true };
  const checking = betterAuth({ ...options, advanced: { ...options.advanced, database } });
  const response = await checking.handler(new Request("http://localhost:3000/api/auth/ok"));
  expect(response.status).toBe(200);
});

describe("createAccount", () => {
  it("signs in, stores the address in lower case and mails a link in the visitor's language", async () => {
    await using accounts = await createTestAccounts();
    const { identity, mails } = accounts;
    const browser = new TestBrowser();
    const result = browser.store(
      await identity.createAccount(browser.client, { email: " Anna@Example.ORG ", password }),
    );
    expect(result).toMatchObject({ ok: true });
    expect(await identity.findAccount(browser.client)).toEqual({
      id: expect.any(String),
      email,
      isEmailVerified: false,
      name: null,
      photoUrl: null,
      hasPassword: true,
    });
    expect(mails).toMatchObject([{ kind: "verification", to: email, language: "hu" }]);
  });

  it("sets a cookie that scripts cannot read and other sites cannot send", async () => {
    await using accounts = await createTestAccounts();
    const created = await accounts.identity.createAccount(new TestBrowser().client, {
      email,
      password,
    });
    const cookie = created.ok ? created.setCookies.join("\n") : "";
    expect(cookie).toContain("__Host-mosdo.session_token=");
    for (const attribute of ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"]) {
      expect(cookie).toContain(attribute);
    }
  });

  it("says which rule the password breaks, and what is wrong with the address", async () => {
    await using accounts = await createTestAccounts({ rateLimits: false });
    const create = (input: { email: string; password: string }) =>
      accounts.identity.createAccount(new TestBrowser().client, input);
    const codes = async (input: { email: string; password: string }) => {
      const result = await create(input);
      return result.ok ? null : result.code;
    };
    expect(await codes({ email, password: "Ab1!" })).toBe("error.characters");
    expect(await codes({ email, password: "JELSZO-123" })).toBe("error.lowercase");
    expect(await codes({ email, password: "Jelszo12345" })).toBe("error.special");
    expect(await codes({ email: "anna", password })).toBe("error.invalidemail");
    expect(await codes({ email, password })).toBeNull();
    expect(await codes({ email: "ANNA@example.org", password })).toBe("error.alreadyinuse");
  });

  it("creates one account when two visitors register the same address at the same moment", async () => {
    await using accounts = await createTestAccounts();
    const results = await Promise.all(
      [1, 2, 3].map(() =>
        accounts.identity.createAccount(new TestBrowser().client, { email, password }),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    for (const result of results) {
      if (!result.ok) expect(result.code).toBe("error.alreadyinuse");
    }
  });

  it("holds no connection to the database while it hashes passwords", async () => {
    await using accounts = await createTestAccounts({ rateLimits: false });
    const observer = connectDatabase(accounts.connection, { log: silentLog, maxConnections: 1 });
    const creations = Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        accounts.identity.createAccount(new TestBrowser().client, {
          email: `user-${i}@example.org`,
          password,
        }),
      ),
    );
    let isOver = false;
    const over = creations.finally(() => {
      isOver = true;
    });
    let mostHeld = 0;
    while (!isOver) {
      const { rows } = await sql<{ held: number }>`
        select count(*)::int as held from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(observer);
      mostHeld = Math.max(mostHeld, rows[0].held);
    }
    await observer.destroy();
    expect((await over).filter(({ ok }) => !ok)).toEqual([]);
    expect(mostHeld).toBeLessThan(3);
  });

  it("accepts a password of 20 characters that are two UTF-16 units each", async () => {
    await using accounts = await createTestAccounts();
    const emoji = `Aa1!${"😀".repeat(16)}`;
    const browser = new TestBrowser();
    expect(
      await accounts.identity.createAccount(browser.client, { email, password: emoji }),
    ).toMatchObject({ ok: true });
    expect(
      await accounts.identity.signIn(browser.client, { email, password: emoji }),
    ).toMatchObject({ ok: true });
  });
});

describe("signIn", () => {
  it("distinguishes an unknown user from a wrong password", async () => {
    await using accounts = await withAnna();
    const { identity } = accounts;
    const { client } = new TestBrowser();
    expect(await identity.signIn(client, { email: "béla@example.org", password })).toEqual({
      ok: false,
      code: "error.usernotfound",
    });
    expect(await identity.signIn(client, { email, password: "Rossz-123" })).toEqual({
      ok: false,
      code: "error.wrongpassword",
    });
    expect(await identity.signIn(client, { email, password: "x".repeat(500) })).toEqual({
      ok: false,
      code: "error.wrongpassword",
    });
  });

  it("knows the session from then on, until it signs out", async () => {
    await using accounts = await withAnna();
    const { identity } = accounts;
    const browser = new TestBrowser();
    browser.store(await identity.signIn(browser.client, { email: "ANNA@example.org", password }));
    const { client } = browser;
    expect((await identity.findSession(client)).signedIn).toMatchObject({ email });
    expect(browser.store(await identity.signOut(client))).toMatchObject({ ok: true });
    expect([...browser.cookies.keys()]).toEqual(["__Host-mosdo.known_browser"]);
    expect((await identity.findSession(client)).signedIn).toBeNull();
  });

  it("lasts a month after the last visit, renewed once a day", async () => {
    await using accounts = await withAnna();
    const { identity, database, browser } = accounts;
    const expiresIn = (days: number) =>
      database
        .updateTable("session")
        .set({ expires_at: new Date(Date.now() + days * 86_400_000) })
        .execute();
    expect((await identity.findSession(browser.client)).setCookies).toEqual([]);
    await expiresIn(28.9);
    expect((await identity.findSession(browser.client)).setCookies.join()).toContain(
      "Max-Age=2592000",
    );
    expect((await identity.findSession(browser.client)).setCookies).toEqual([]);
    await expiresIn(-0.1);
    expect((await identity.findSession(browser.client)).signedIn).toBeNull();
  });

  it("is refused to a disabled account, whose sessions end at once", async () => {
    await using accounts = await withAnna();
    const { identity, database, browser } = accounts;
    await database.updateTable("account").set({ disabled: true }).execute();
    expect((await identity.findSession(browser.client)).signedIn).toBeNull();
    expect(await identity.findAccount(browser.client)).toBeNull();
    expect(await identity.signIn(new TestBrowser().client, { email, password })).toEqual({
      ok: false,
      code: "error.disableduser",
    });
    expect(await identity.sendResetEmail(new TestBrowser().client, { email })).toEqual({
      ok: false,
      code: "error.disableduser",
    });
    const change = { currentPassword: password, newPassword };
    expect(await identity.changePassword(browser.client, change)).toEqual({
      ok: false,
      code: "error.signin",
    });
  });

  it("stores nothing of the client's IP address, and only family and system of its browser", async () => {
    await using accounts = await withAnna();
    const firefox = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";
    const phone = new TestBrowser("192.0.2.9", firefox);
    phone.store(await accounts.identity.signIn(phone.client, { email, password }));
    const stored = async () =>
      (
        await sql<Record<string, unknown>>`
          select ip_address, user_agent from session order by created_at`.execute(accounts.database)
      ).rows;
    const ip_address = null;
    expect(await stored()).toEqual([
      { ip_address, user_agent: null },
      { ip_address, user_agent: "Firefox, Android" },
    ]);
    // A session without a device gets it when it is renewed; a program removes none.
    const age = { expires_at: new Date(Date.now() + 28 * 86_400_000) };
    await accounts.database
      .updateTable("session")
      .set({ ...age, user_agent: null })
      .execute();
    await accounts.identity.findSession(phone.client);
    expect(await stored()).toContainEqual({ ip_address, user_agent: "Firefox, Android" });
    await accounts.database.updateTable("session").set(age).execute();
    const program = new TestBrowser("192.0.2.9", "curl/8.5.0");
    for (const [name, value] of phone.cookies) program.cookies.set(name, value);
    await accounts.identity.findSession(program.client);
    expect(await stored()).toContainEqual({ ip_address, user_agent: "Firefox, Android" });
  });
});

describe("changePassword", () => {
  it("needs the current password, and ends the account's other sessions", async () => {
    await using accounts = await withAnna();
    const { identity, browser } = accounts;
    const other = new TestBrowser();
    other.store(await identity.signIn(other.client, { email, password }));
    const change = (currentPassword: string) =>
      identity.changePassword(browser.client, { currentPassword, newPassword });
    expect(await change("Rossz-123")).toEqual({ ok: false, code: "error.wrongpassword" });
    expect(browser.store(await change(password))).toMatchObject({ ok: true });
    expect((await identity.findSession(browser.client)).signedIn).toMatchObject({ email });
    expect((await identity.findSession(other.client)).signedIn).toBeNull();
  });

  it("applies the password rules, and needs a session", async () => {
    await using accounts = await withAnna();
    const { identity, browser } = accounts;
    const weak = { currentPassword: password, newPassword: "gyenge" };
    expect(await identity.changePassword(browser.client, weak)).toMatchObject({
      code: "error.characters",
    });
    expect(await identity.changePassword(new TestBrowser().client, weak)).toMatchObject({
      code: "error.signin",
    });
  });
});

describe("a password reset", () => {
  it("goes by a mailed code that names its account, and lets the new password in", async () => {
    await using accounts = await withAnna();
    const { identity, mails, browser } = accounts;
    const { client } = new TestBrowser();
    expect(await identity.sendResetEmail(client, { email: "Anna@example.org" })).toMatchObject({
      ok: true,
    });
    const mail = mails.find(({ kind }) => kind === "reset");
    expect(mail).toMatchObject({ to: email, language: "hu" });
    const code = mail?.code ?? "";
    expect(await identity.verifyResetCode(client, { code })).toMatchObject({ ok: true, email });
    expect(await identity.verifyResetCode(client, { code })).toMatchObject({ ok: true, email });
    expect(await identity.confirmReset(client, { code, newPassword: "gyenge" })).toMatchObject({
      code: "error.characters",
    });
    expect(await identity.confirmReset(client, { code, newPassword: "P@ssw0rd" })).toMatchObject({
      code: "password-reset-weak-password",
    });
    expect(await identity.confirmReset(client, { code, newPassword })).toMatchObject({ ok: true });
    expect(await identity.signIn(client, { email, password })).toMatchObject({
      code: "error.wrongpassword",
    });
    expect((await identity.findSession(browser.client)).signedIn).toBeNull();
    const fresh = new TestBrowser();
    fresh.store(await identity.signIn(fresh.client, { email, password: newPassword }));
    expect(await identity.findAccount(fresh.client)).toMatchObject({ isEmailVerified: true });
  });

  it("is refused for an empty and for a malformed address", async () => {
    await using accounts = await createTestAccounts();
    const send = (address: string) =>
      accounts.identity.sendResetEmail(new TestBrowser().client, { email: address });
    expect(await send("  ")).toEqual({ ok: false, code: "error.emptyemail" });
    expect(await send("anna")).toEqual({ ok: false, code: "error.invalidemail" });
  });
});

describe("an address that is to be confirmed", () => {
  const unknown = { ok: false, code: "error.password-reset-expired-or-invalid" };

  it("is named by its link, with the time of the registration, which changes nothing", async () => {
    await using accounts = await withAnna();
    const { identity, mails, browser, database } = accounts;
    const { client } = new TestBrowser();
    const { created_at } = await database
      .selectFrom("account")
      .select("created_at")
      .executeTakeFirstOrThrow();
    for (let visit = 1; visit <= 2; visit++) {
      expect(await identity.checkEmailToken(client, { token: mails[0].code })).toEqual({
        ok: true,
        setCookies: [],
        email,
        registered: created_at.toISOString(),
        isVerified: false,
      });
    }
    expect(await identity.findAccount(browser.client)).toMatchObject({ isEmailVerified: false });
  });

  it("is confirmed by its link, as often as it is sent", async () => {
    await using accounts = await withAnna();
    const { identity, mails, browser } = accounts;
    const { client } = new TestBrowser();
    const token = mails[0].code;
    expect(await identity.verifyEmail(client, { token })).toMatchObject({ ok: true });
    expect(await identity.findAccount(browser.client)).toMatchObject({ isEmailVerified: true });
    expect(await identity.verifyEmail(client, { token })).toMatchObject({ ok: true });
    expect(await identity.checkEmailToken(client, { token })).toMatchObject({ isVerified: true });
  });

  it("gets its mail again, five times an hour, for its own account and until it is confirmed", async () => {
    await using accounts = await withAnna();
    const { identity, mails, browser } = accounts;
    const send = (by = browser) => identity.sendConfirmationEmail(by.client);
    expect(await send(new TestBrowser())).toEqual({ ok: false, code: "error.signin" });
    for (let sent = 1; sent <= 4; sent++) expect(await send()).toMatchObject({ ok: true });
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual(
      Array.from({ length: 5 }, () => ["verification", email]),
    );
    const { code: token } = mails[4];
    expect(await identity.verifyEmail(browser.client, { token })).toMatchObject({ ok: true });
    expect(await send()).toMatchObject({ ok: true });
    expect(mails).toHaveLength(5);
    expect(await send()).toMatchObject({ ok: false, code: "error.toomanyrequests" });
  });

  it("is not confirmed by a link that is made up, or too old", async () => {
    await using accounts = await withAnna();
    const { identity, browser } = accounts;
    const { client } = new TestBrowser();
    const { id } = (await identity.findAccount(browser.client)) ?? { id: "" };
    const old = await signJWT({ email, userId: id }, testAuthSecret, -1);
    const forged = await signJWT({ email, userId: id }, "another-secret-of-32-characters-0");
    const elsewhere = await signJWT({ email: "b@example.org", userId: id }, testAuthSecret);
    for (const token of ["", "made.up.token", old, forged, elsewhere]) {
      expect(await identity.checkEmailToken(client, { token })).toEqual(unknown);
      expect(await identity.verifyEmail(client, { token })).toEqual(unknown);
    }
    expect(await identity.findAccount(browser.client)).toMatchObject({ isEmailVerified: false });
  });

  it("is not confirmed by the link of an account that was deleted, once there is a new one", async () => {
    await using accounts = await withAnna();
    const { identity, mails, database } = accounts;
    const { client } = new TestBrowser();
    await database.deleteFrom("account").execute();
    const stranger = new TestBrowser();
    stranger.store(await identity.createAccount(stranger.client, { email, password }));
    expect(await identity.verifyEmail(client, { token: mails[0].code })).toEqual(unknown);
    expect(await identity.findAccount(stranger.client)).toMatchObject({ isEmailVerified: false });
  });

  it("limits how many links are tried", async () => {
    await using accounts = await createTestAccounts();
    const { client } = new TestBrowser();
    const check = () => accounts.identity.checkEmailToken(client, { token: "made.up.token" });
    const results = await Promise.all(Array.from({ length: 11 }, check));
    expect(
      results.filter((result) => !result.ok && result.code === "error.toomanyrequests"),
    ).toHaveLength(1);
  });
});

it.each([
  { rateLimits: false, warnings: 1 },
  { rateLimits: true, warnings: 0 },
])("warns at each start where attempts are not limited: %o", async ({ rateLimits, warnings }) => {
  await using db = await createTestDatabase();
  const warn = vi.fn();
  const { identity } = createBetterAuthIdentity({
    config: { publicUrl: null, port: 3000, google: null, openId: null, rateLimits },
    authSecret: "a-secret-that-is-only-for-tests-0123456789",
    database: db.database,
    log: { ...silentLog, debug: warn, info: warn, error: warn, warn },
    mails: {
      sendReset: vi.fn(),
      feignReset: vi.fn(),
      sendVerification: vi.fn(),
      sendSecondFactor: vi.fn(),
    },
  });
  const client = { headers: new Headers(), clientAddress: "192.0.2.1", language: "en" } as const;
  expect(await identity.signIn(client, { email: "a@b.test", password: "x" })).toMatchObject({
    code: "error.usernotfound",
  });
  expect(warn).toHaveBeenCalledTimes(warnings);
});

it("distinguishes a request that may have a session from one without, without the database", async () => {
  await using accounts = await withAnna();
  const { identity, browser } = accounts;
  const may = (cookie: string) => identity.mayHaveSession(new Headers({ Cookie: cookie }));
  const cookie = browser.client.headers.get("Cookie") ?? "";
  expect(cookie).toContain("session_token");
  expect(may(cookie)).toBe(true);
  expect(may(`theme=dark; ${cookie}; i18next=de`)).toBe(true);
  // Whether it is still one is not looked up.
  expect(may(cookie.replace(/session_token=[^;]+/, "session_token=ended"))).toBe(true);
  expect(may("theme=dark; i18next=de; mosdo.wrote=1")).toBe(false);
  expect(identity.mayHaveSession(new Headers())).toBe(false);
});
