import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { base32 } from "@better-auth/utils/base32";
import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { parseTypedCode } from "#domain/account/second-factor.ts";
import { apiRoutes } from "#server/http/api-routes.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { identifyViewerOf } from "#server/http/middleware/identify-viewer.ts";
import { deleteAccount } from "#server/personal-data/delete-account.ts";
import { exportAccount } from "#server/personal-data/export-account.ts";
import { appCode, wrongCode } from "#tests/support/accounts/app-code.ts";
import {
  createTestAccounts,
  type TestAccounts,
  TestBrowser,
  testAuthSecret,
  testOrigin,
} from "#tests/support/accounts/test-accounts.ts";
import { countBlockedStatements } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { expectDescribed } from "#tests/support/services/expect-described.ts";
import { noIdentity } from "#tests/support/services/stand-ins.ts";
import { forgetExpired } from "./forget-expired.ts";
import { dropSecondFactor, needsRecentSignIn, spendCode } from "./second-factor.ts";

/*
 * Second factor from the set-up to its end, with real cookies (docs/product#second-factor). Only the clock stands
 * still: each test has a time step of its own to begin in.
 */

const password = "Jelszo-123";
const newPassword = "Masik!456";
/** Ten seconds into a time step. */
const start = new Date("2026-11-23T10:00:10Z");
const stepMs = 30_000;

const resources = new AsyncDisposableStack();
let accounts: TestAccounts;
let api: (
  browser: TestBrowser,
  path: string,
  body?: object,
  method?: "GET" | "POST" | "DELETE",
) => Promise<Response>;
let count = 0;
let email: string;
let browser: TestBrowser;

beforeAll(async () => {
  accounts = resources.use(await createTestAccounts());
  const { identity, database } = accounts;
  const provider = { ...noIdentity, identity };
  const { services } = resources.use(await createTestServices(database, { provider }));
  const app = new Hono<AppEnvironment>();
  app.use(identifyViewerOf(services));
  app.route("/api/v1", apiRoutes(services, pino({ level: "silent" })));
  api = async ({ client: { headers } }, path, body, method = body ? "POST" : "GET") => {
    if (body) headers.set("Content-Type", "application/json");
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await app.request(`${testOrigin}/api/v1${path}`, init);
    await expectDescribed(response, method, path);
    return response;
  };
});
afterAll(() => resources.disposeAsync());

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  email = `anna-${++count}@example.org`;
  browser = newBrowser();
  const { identity, database } = accounts;
  browser.store(await identity.createAccount(browser.client, { email, password }));
  const account = database.updateTable("account").where("email", "=", email);
  await account.set({ email_verified: true }).execute();
});
afterEach(() => void vi.useRealTimers());

let browsers = 0;
/** A browser with an IP address of its own: these tests are about limits of the account. */
function newBrowser(): TestBrowser {
  browsers++;
  return new TestBrowser(`198.51.${browsers >> 8}.${browsers & 255}`);
}

const later = (ms: number) => void vi.setSystemTime(Date.now() + ms);

async function idOf(address = email): Promise<string> {
  const accountsOf = accounts.database.selectFrom("account").select("id");
  return (await accountsOf.where("email", "=", address).executeTakeFirstOrThrow()).id;
}

async function enable(own = browser) {
  const { identity } = accounts;
  const setUp = await identity.setUpSecondFactor(own.client, { password });
  if (!setUp.ok) throw new Error(`no set-up: ${setUp.code}`);
  const { secret } = setUp;
  const on = await identity.enableSecondFactor(own.client, { secret, code: appCode(secret) });
  if (!on.ok) throw new Error(`not turned on: ${on.code}`);
  // The code of this step is used.
  later(stepMs);
  return { secret, recoveryCodes: on.recoveryCodes };
}

/** The first step of a sign-in, in a new browser. */
async function givePassword(as = password): Promise<TestBrowser> {
  const own = newBrowser();
  const response = await accounts.identity.signIn(own.client, { email, password: as });
  expect(response).toMatchObject({ ok: false, code: "error.secondfactor" });
  own.store(response);
  return own;
}

const giveCode = async (own: TestBrowser, code: string) => {
  const response = await accounts.identity.signInWithCode(own.client, { code });
  own.store(response);
  return response.ok ? "signed in" : response.code;
};

const isSignedIn = async ({ client }: TestBrowser) =>
  (await accounts.identity.findSession(client)).signedIn !== null;

async function sessionCount(): Promise<number> {
  const sessions = accounts.database.selectFrom("session").select("id");
  return (await sessions.where("account_id", "=", await idOf()).execute()).length;
}

/** Makes the attempts of codes so far older, which count by the database's clock. */
async function waitForLimits(seconds: number): Promise<void> {
  const { database } = accounts;
  const rows = await database.selectFrom("rate_limit").select(["key", "attempts"]).execute();
  for (const { key, attempts } of rows) {
    const older = attempts.map((at) => new Date(at.getTime() - seconds * 1000));
    const row = database.updateTable("rate_limit").where("key", "=", key);
    await row.set({ attempts: older }).execute();
  }
}

it("is tested with codes as RFC 6238 has them", () => {
  const secret = base32.encode("12345678901234567890", { padding: false });
  for (const [seconds, code] of [
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_234_567_890, "005924"],
    [20_000_000_000, "353130"],
  ] as const) {
    expect(appCode(secret, new Date(seconds * 1000))).toBe(code);
  }
});

describe("turning it on", () => {
  it("accepts the password and a code of the app, and gives ten recovery codes", async () => {
    const { identity, database } = accounts;
    const { client } = browser;
    const wrong = await identity.setUpSecondFactor(client, { password: "Not-this-1" });
    expect(wrong).toEqual({ ok: false, code: "error.wrongpassword" });
    const { recoveryCodes, secret } = await enable();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-?){4}$/);
    const response = await api(browser, "/account/second-factor");
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(await response.json()).toEqual({ since: start.toISOString(), recovery_codes_left: 10 });
    // None of it is plain text.
    const rows = JSON.stringify(await database.selectFrom("second_factor").selectAll().execute());
    const codes = recoveryCodes.flatMap((code) => [code, code.replaceAll("-", "")]);
    for (const secretText of [secret, ...codes]) expect(rows).not.toContain(secretText);
  });

  it("is not done before the first code, and a wrong one does not do it", async () => {
    const { identity } = accounts;
    const setUp = await identity.setUpSecondFactor(browser.client, { password });
    const secret = setUp.ok ? setUp.secret : "";
    const code = wrongCode(secret);
    const wrong = await identity.enableSecondFactor(browser.client, { secret, code });
    expect(wrong).toEqual({ ok: false, code: "error.wrongcode" });
    expect(await (await api(browser, "/account/second-factor")).json()).toEqual({
      since: null,
      recovery_codes_left: 0,
    });
    const other = newBrowser();
    other.store(await identity.signIn(other.client, { email, password }));
    expect(await isSignedIn(other)).toBe(true);
  });

  it("needs the secret that was set up last, within an hour", async () => {
    const { identity } = accounts;
    const secrets: string[] = [];
    for (let time = 0; time < 2; time++) {
      const setUp = await identity.setUpSecondFactor(browser.client, { password });
      if (setUp.ok) secrets.push(setUp.secret);
    }
    const [old, secret] = secrets;
    const tryOn = async (own: string) => {
      const given = { secret: own, code: appCode(own) };
      const result = await identity.enableSecondFactor(browser.client, given);
      return result.ok ? "on" : result.code;
    };
    expect(await tryOn(old)).toBe("error.signinexpired");
    later(3_600_000);
    expect(await tryOn(secret)).toBe("error.signinexpired");
    later(-1);
    expect(await tryOn(secret)).toBe("on");
    // It cannot be set up over an enabled one.
    const again = await identity.setUpSecondFactor(browser.client, { password });
    expect(again).toEqual({ ok: false, code: "error.signinexpired" });
  });

  it("is for confirmed addresses, so that no stranger locks their owner out", async () => {
    const { identity, database } = accounts;
    await database
      .updateTable("account")
      .set({ email_verified: false })
      .where("email", "=", email)
      .execute();
    const setUp = await identity.setUpSecondFactor(browser.client, { password });
    expect(setUp).toEqual({ ok: false, code: "error.unconfirmed" });
  });

  it("ends the other sessions, and notifies the owner by mail", async () => {
    const { identity, mails } = accounts;
    const other = newBrowser();
    other.store(await identity.signIn(other.client, { email, password }));
    await enable();
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);
    expect(mails.at(-1)).toMatchObject({ to: email, kind: "on", language: "hu" });
  });

  it("leaves no session without a code that was being opened meanwhile", async () => {
    const { identity, database } = accounts;
    const other = newBrowser();
    other.store(await identity.signIn(other.client, { email, password }));
    const setUp = await identity.setUpSecondFactor(browser.client, { password });
    const secret = setUp.ok ? setUp.secret : "";
    // Enabling waits for a lock of the test as it ends the other session, with everything else done.
    const ours = await database.startTransaction().execute();
    await ours.selectFrom("session").select("id").forUpdate().execute();
    const turningOn = identity.enableSecondFactor(browser.client, {
      secret,
      code: appCode(secret),
    });
    await vi.waitUntil(async () => (await countBlockedStatements(accounts.database)) === 1, {
      timeout: 60_000,
    });
    const late = newBrowser();
    let isOpened = false;
    const signingIn = identity.signIn(late.client, { email, password }).finally(() => {
      isOpened = true;
    });
    await vi.waitUntil(
      async () => isOpened || (await countBlockedStatements(accounts.database)) === 2,
      {
        timeout: 60_000,
      },
    );
    await ours.commit().execute();
    const [on, signedIn] = await Promise.all([turningOn, signingIn]);
    late.store(signedIn);
    expect(on.ok).toBe(true);
    expect(signedIn).toMatchObject({ ok: false, code: "error.secondfactor" });
    expect(await isSignedIn(late)).toBe(false);
    expect(await sessionCount()).toBe(1);
  });
});

describe("what needs a sign-in of the last ten minutes", () => {
  const recentMs = 10 * 60_000;
  const sessionOf = async () => {
    const { signedIn } = await accounts.identity.findSession(browser.client);
    return { accountId: signedIn?.id ?? "", sessionId: signedIn?.sessionId ?? "" };
  };

  it("is the deletion of an account with a second factor, and of no other", async () => {
    const needs = async () =>
      needsRecentSignIn({ database: accounts.database, now: () => new Date() }, await sessionOf());
    later(recentMs);
    expect(await needs()).toBe(false);
    const { secret } = await enable();
    expect(await needs()).toBe(true);
    const other = await givePassword();
    expect(await giveCode(other, appCode(secret))).toBe("signed in");
    browser = other;
    later(recentMs - 1);
    expect(await needs()).toBe(false);
    later(1);
    expect(await needs()).toBe(true);
    const refused = await api(other, "/account", undefined, "DELETE");
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: "error.signinagain" });
    expect(await isSignedIn(other)).toBe(true);
    expect((await api(other, "/account/export")).status).toBe(200);
    later(-1);
    expect((await api(other, "/account", undefined, "DELETE")).status).toBe(204);
    expect(await isSignedIn(other)).toBe(false);
  });

  it("is the set-up of a second factor without a password to check", async () => {
    const { identity, database } = accounts;
    await database
      .updateTable("sign_in_method")
      .set({ password: null })
      .where("account_id", "=", await idOf())
      .execute();
    const setUp = () => identity.setUpSecondFactor(browser.client, { password: "" });
    later(recentMs - 1);
    expect(await setUp()).toMatchObject({ ok: true });
    later(1);
    expect(await setUp()).toMatchObject({ ok: false, code: "error.signinagain" });
  });
});

describe("a password change", () => {
  it("from a session behind the second factor keeps the browser signed in", async () => {
    await enable();
    const { identity } = accounts;
    const change = { currentPassword: password, newPassword };
    const changed = await identity.changePassword(browser.client, change);
    browser.store(changed);
    expect(changed.ok).toBe(true);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await sessionCount()).toBe(1);
  });

  it("ends the sign-ins that wait for a code with the old password", async () => {
    const { secret } = await enable();
    const pending = await givePassword();
    const change = { currentPassword: password, newPassword };
    browser.store(await accounts.identity.changePassword(browser.client, change));
    expect(await giveCode(pending, appCode(secret))).toBe("error.signinexpired");
    expect(await isSignedIn(pending)).toBe(false);
  });

  it("opens no session without a code where the second factor is turned on meanwhile", async () => {
    const { identity } = accounts;
    const other = newBrowser();
    other.store(await identity.signIn(other.client, { email, password }));
    const { scrypt } = crypto;
    const checking = Promise.withResolvers<() => void>();
    const hashing = vi.spyOn(crypto, "scrypt");
    hashing.mockImplementationOnce((...call) => checking.resolve(() => scrypt(...call)));
    hashing.mockImplementation((...call) => scrypt(...call));
    syncBuiltinESMExports();
    try {
      const change = { currentPassword: password, newPassword };
      const changing = identity.changePassword(other.client, change);
      const goOn = await checking.promise;
      await enable();
      goOn();
      const changed = await changing;
      other.store(changed);
      expect(changed.ok).toBe(false);
      expect(await isSignedIn(other)).toBe(false);
    } finally {
      hashing.mockRestore();
      syncBuiltinESMExports();
    }
  });
});

describe("signing in", () => {
  it("has no session before the code, and one after it", async () => {
    const { secret } = await enable();
    const sessions = await sessionCount();
    const other = await givePassword();
    expect([...other.cookies.keys()].join()).toMatch(/waiting_sign_in$/);
    expect(await isSignedIn(other)).toBe(false);
    expect(await sessionCount()).toBe(sessions);
    expect((await api(other, "/account/export")).status).toBe(401);
    expect(await giveCode(other, wrongCode(secret))).toBe("error.wrongcode");
    expect(await isSignedIn(other)).toBe(false);
    expect(await giveCode(other, ` ${appCode(secret)} `)).toBe("signed in");
    expect(await isSignedIn(other)).toBe(true);
    expect([...other.cookies.keys()].join()).not.toMatch(/waiting_sign_in/);
  });

  it.each([
    ["one step early", 1, "signed in"],
    ["one step late", -1, "signed in"],
    ["two steps early", 2, "error.wrongcode"],
    ["two steps late", -2, "error.wrongcode"],
  ])("accepts a code that comes %s: %i, %s", async (_case, stepOffset, outcome) => {
    const { secret } = await enable();
    later(2 * stepMs);
    const other = await givePassword();
    expect(await giveCode(other, appCode(secret, new Date(), stepOffset))).toBe(outcome);
  });

  it("accepts a code to the last millisecond of the next step", async () => {
    const { secret } = await enable();
    const code = appCode(secret);
    const endMs = Math.ceil(Date.now() / stepMs) * stepMs + stepMs;
    const other = await givePassword();
    vi.setSystemTime(endMs);
    expect(await giveCode(other, code)).toBe("error.wrongcode");
    vi.setSystemTime(endMs - 1);
    expect(await giveCode(other, code)).toBe("signed in");
  });

  it("accepts no code twice, nor the code of an earlier step after it", async () => {
    const { secret } = await enable();
    const [earlier, code] = [appCode(secret), appCode(secret, new Date(), 1)];
    expect(await giveCode(await givePassword(), code)).toBe("signed in");
    expect(await giveCode(await givePassword(), code)).toBe("error.wrongcode");
    expect(await giveCode(await givePassword(), earlier)).toBe("error.wrongcode");
    later(stepMs);
    expect(await giveCode(await givePassword(), appCode(secret, new Date(), 1))).toBe("signed in");
  });

  it("does not accept the code that enabled it", async () => {
    const { secret } = await enable();
    expect(await giveCode(await givePassword(), appCode(secret, start))).toBe("error.wrongcode");
  });

  it("lets one of two in that give one code at the same moment", async () => {
    const { secret, recoveryCodes } = await enable();
    for (const code of [appCode(secret), recoveryCodes[0]]) {
      const both = await Promise.all([givePassword(), givePassword()]);
      const outcomes = await Promise.all(both.map((own) => giveCode(own, code)));
      expect(outcomes.toSorted()).toEqual(["error.wrongcode", "signed in"]);
    }
  });

  it("accepts each recovery code once, however it is typed", async () => {
    const { recoveryCodes } = await enable();
    const [first, second] = recoveryCodes;
    expect(await giveCode(await givePassword(), first)).toBe("signed in");
    expect(await giveCode(await givePassword(), first)).toBe("error.wrongcode");
    const typed = second.toUpperCase().replaceAll("-", " ").replaceAll("0", "O");
    const other = await givePassword();
    expect(await giveCode(other, typed)).toBe("signed in");
    expect(await (await api(other, "/account/second-factor")).json()).toMatchObject({
      recovery_codes_left: 8,
    });
  });

  it("waits ten minutes for the code, in the browser that gave the password", async () => {
    const { secret } = await enable();
    const other = await givePassword();
    expect(await giveCode(newBrowser(), appCode(secret))).toBe("error.signinexpired");
    later(600_000);
    expect(await giveCode(other, appCode(secret))).toBe("error.signinexpired");
    later(-1);
    expect(await giveCode(other, appCode(secret))).toBe("signed in");
    // The cookie of a completed sign-in is worthless.
    const again = await givePassword();
    const cookies = new Map(again.cookies);
    later(stepMs);
    expect(await giveCode(again, appCode(secret))).toBe("signed in");
    const copied = newBrowser();
    for (const [name, value] of cookies) copied.cookies.set(name, value);
    later(stepMs);
    expect(await giveCode(copied, appCode(secret))).toBe("error.signinexpired");
  });

  it("requires the account's own code, not that of another", async () => {
    const { secret } = await enable();
    const own = await givePassword();
    const code = parseTypedCode(appCode(secret));
    const { database } = accounts;
    const deps = { database, authSecret: testAuthSecret, now: () => new Date() };
    const stranger = newBrowser();
    const strangers = `stranger-${count}@example.org`;
    await accounts.identity.createAccount(stranger.client, { email: strangers, password });
    expect(code && (await spendCode(deps, await idOf(strangers), code))).toBe(false);
    expect(await giveCode(own, appCode(secret))).toBe("signed in");
  });

  it("is refused to a disabled account", async () => {
    const { secret } = await enable();
    const other = await givePassword();
    const { database } = accounts;
    const account = database.updateTable("account").where("email", "=", email);
    await account.set({ disabled: true }).execute();
    expect(await giveCode(other, appCode(secret))).toBe("error.disableduser");
    expect(await isSignedIn(other)).toBe(false);
  });

  it("ends the session that the browser came with", async () => {
    const { secret } = await enable();
    const response = await accounts.identity.signIn(browser.client, { email, password });
    const before = new Map(browser.cookies);
    browser.store(response);
    expect(await giveCode(browser, appCode(secret))).toBe("signed in");
    const old = newBrowser();
    for (const [name, value] of before) old.cookies.set(name, value);
    expect(await isSignedIn(old)).toBe(false);
  });

  it("is as it was for an account without one", async () => {
    const response = await accounts.request("/api/auth/sign-in/email", {
      method: "POST",
      headers: { Origin: testOrigin, "Content-Type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ redirect: false, user: { email } });
  });
});

describe("a program", () => {
  it("gets a state by its name, then gives the code", async () => {
    const { secret } = await enable();
    const own = newBrowser();
    const response = await accounts.request("/api/auth/sign-in/email", {
      method: "POST",
      headers: { Origin: testOrigin, "Content-Type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "error.secondfactor" });
    own.store({ setCookies: response.headers.getSetCookie() });
    const wrong = await api(own, "/sign-in/code", { code: wrongCode(secret) });
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toMatchObject({ code: "error.wrongcode" });
    const accepted = await api(own, "/sign-in/code", { code: appCode(secret) });
    expect(accepted.status).toBe(204);
    own.store({ setCookies: accepted.headers.getSetCookie() });
    expect(await isSignedIn(own)).toBe(true);
    const late = await api(newBrowser(), "/sign-in/code", { code: appCode(secret) });
    expect(late.status).toBe(410);
  });

  it("cannot go round the code by another call of the library", async () => {
    const { secret } = await enable();
    for (const path of [
      "/two-factor/enable",
      "/two-factor/disable",
      "/two-factor/verify-totp",
      "/sign-in/anonymous",
    ]) {
      const response = await accounts.request(`/api/auth${path}`, {
        method: "POST",
        headers: { Origin: testOrigin, "Content-Type": "application/json" },
        body: JSON.stringify({ email, password, code: appCode(secret) }),
      });
      expect(response.status).toBe(404);
    }
  });
});

describe("wrong codes", () => {
  it("are limited by the account: five a minute, ten an hour, whatever IP address they come from", async () => {
    const { secret, recoveryCodes } = await enable();
    // Enabling it used one.
    await waitForLimits(3_600);
    const tries = async (times: number) => {
      const outcomes: string[] = [];
      for (let time = 0; time < times; time++) {
        outcomes.push(await giveCode(await givePassword(), wrongCode(secret)));
      }
      return outcomes;
    };
    expect(await tries(5)).toEqual(Array(5).fill("error.wrongcode"));
    // Neither a correct code nor a recovery code is accepted.
    expect(await giveCode(await givePassword(), appCode(secret))).toBe("error.toomanyrequests");
    expect(await giveCode(await givePassword(), recoveryCodes[0])).toBe("error.toomanyrequests");
    await waitForLimits(60);
    expect(await tries(5)).toEqual(Array(5).fill("error.wrongcode"));
    await waitForLimits(60);
    expect(await tries(1)).toEqual(["error.toomanyrequests"]);
    await waitForLimits(3_600);
    expect(await giveCode(await givePassword(), appCode(secret))).toBe("signed in");
  });

  it("are limited on the account page as at the sign-in, so that a stolen session does not turn it off", async () => {
    const { secret } = await enable();
    await waitForLimits(3_600);
    const { identity } = accounts;
    const outcomes: string[] = [];
    for (let time = 0; time < 6; time++) {
      const given = { code: wrongCode(secret) };
      const result = await (time % 2
        ? identity.renewRecoveryCodes(browser.client, given)
        : identity.disableSecondFactor(browser.client, given));
      outcomes.push(result.ok ? "done" : result.code);
    }
    expect(outcomes).toEqual([...Array(5).fill("error.wrongcode"), "error.toomanyrequests"]);
    expect(await giveCode(await givePassword(), appCode(secret))).toBe("error.toomanyrequests");
  });

  /** Wrong codes at the sign-in up to now, as if they had taken hours. */
  const haveBeen = async (wrong_codes: number) => {
    const factors = accounts.database.updateTable("second_factor").set({ wrong_codes });
    await factors.where("account_id", "=", await idOf()).execute();
  };
  const mailsOf = (kind: string) =>
    accounts.mails.filter((mail) => mail.to === email && mail.kind === kind);

  it("are mailed to the owner at the tenth, and anew after a correct one", async () => {
    const { secret } = await enable();
    for (const [secretText, step] of [1, 2].entries()) {
      await haveBeen(8);
      expect(await giveCode(await givePassword(), wrongCode(secret))).toBe("error.wrongcode");
      expect(mailsOf("guessed")).toHaveLength(secretText);
      expect(await giveCode(await givePassword(), wrongCode(secret))).toBe("error.wrongcode");
      expect(mailsOf("guessed")).toHaveLength(secretText + 1);
      await waitForLimits(3_600);
      later(step * stepMs);
      expect(await giveCode(await givePassword(), appCode(secret))).toBe("signed in");
      const row = accounts.database.selectFrom("second_factor").select("wrong_codes");
      const stored = row.where("account_id", "=", await idOf()).executeTakeFirst();
      expect(await stored).toEqual({ wrong_codes: 0 });
    }
  });

  it("end the password at the hundredth, and all pending sign-ins; a new one by a mail's link works again", async () => {
    const { identity, mails } = accounts;
    const { secret } = await enable();
    await waitForLimits(3_600);
    await haveBeen(98);
    const pending = await givePassword();
    expect(await giveCode(await givePassword(), wrongCode(secret))).toBe("error.wrongcode");
    expect(mailsOf("ended")).toEqual([]);
    expect(await giveCode(await givePassword(), wrongCode(secret))).toBe("error.wrongcode");
    expect(mailsOf("ended")).toHaveLength(1);
    expect(await giveCode(pending, appCode(secret))).toBe("error.signinexpired");
    const other = newBrowser();
    const refused = await identity.signIn(other.client, { email, password });
    expect(refused).toMatchObject({ ok: false, code: "error.wrongpassword" });
    // The owner's own session has shown a code.
    expect(await isSignedIn(browser)).toBe(true);
    await identity.sendResetEmail(other.client, { email });
    const { code = "" } = mails.findLast(({ kind }) => kind === "reset") ?? {};
    await identity.confirmReset(other.client, { code, newPassword });
    expect(await giveCode(await givePassword(newPassword), appCode(secret))).toBe("signed in");
  });

  it("do not count where they cannot be codes", async () => {
    const { secret } = await enable();
    const other = await givePassword();
    for (const code of ["", "12345", "abc", "1234567", "x".repeat(90)]) {
      expect(await giveCode(other, code)).toBe("error.wrongcode");
    }
    expect(await giveCode(other, appCode(secret))).toBe("signed in");
  });
});

describe("a new password", () => {
  it("leaves it on, whether it is changed or set by a mail's link", async () => {
    const { identity, mails } = accounts;
    const { secret } = await enable();
    const given = { currentPassword: password, newPassword };
    const changed = browser.store(await identity.changePassword(browser.client, given));
    expect(changed.ok).toBe(true);
    expect(await isSignedIn(browser)).toBe(true);
    const pending = await givePassword(newPassword);
    await identity.sendResetEmail(browser.client, { email });
    const { code = "" } = mails.findLast(({ kind }) => kind === "reset") ?? {};
    await identity.confirmReset(browser.client, { code, newPassword: password });
    // The sign-in that the old password began is over.
    expect(await giveCode(pending, appCode(secret))).toBe("error.signinexpired");
    later(stepMs);
    expect(await giveCode(await givePassword(), appCode(secret))).toBe("signed in");
  });
});

describe("new recovery codes", () => {
  it("need a code and replace the old ones", async () => {
    const { identity } = accounts;
    const { secret, recoveryCodes } = await enable();
    const renewed = await identity.renewRecoveryCodes(browser.client, { code: appCode(secret) });
    const fresh = renewed.ok ? renewed.recoveryCodes : [];
    expect(fresh).toHaveLength(10);
    expect(await giveCode(await givePassword(), recoveryCodes[0])).toBe("error.wrongcode");
    expect(await giveCode(await givePassword(), fresh[0])).toBe("signed in");
  });
});

describe("turning it off", () => {
  it.each(["app", "recovery"])(
    "takes a code (%s), and notifies the owner by mail",
    async (kind) => {
      const { identity, mails } = accounts;
      const { secret, recoveryCodes } = await enable();
      const wrong = await identity.disableSecondFactor(browser.client, { code: wrongCode(secret) });
      expect(wrong).toEqual({ ok: false, code: "error.wrongcode" });
      const code = kind === "app" ? appCode(secret) : recoveryCodes[3];
      expect((await identity.disableSecondFactor(browser.client, { code })).ok).toBe(true);
      expect(mails.at(-1)).toMatchObject({ to: email, kind: "off" });
      const other = newBrowser();
      other.store(await identity.signIn(other.client, { email, password }));
      expect(await isSignedIn(other)).toBe(true);
      // A pending sign-in and the old codes are worthless.
      const rows = accounts.database.selectFrom("second_factor").selectAll();
      expect(await rows.where("account_id", "=", await idOf()).execute()).toEqual([]);
    },
  );

  it("needs a session", async () => {
    const { secret } = await enable();
    const { identity } = accounts;
    const { client } = newBrowser();
    const code = appCode(secret);
    for (const attempt of [
      identity.disableSecondFactor(client, { code }),
      identity.renewRecoveryCodes(client, { code }),
      identity.setUpSecondFactor(client, { password }),
      identity.enableSecondFactor(client, { secret, code }),
    ]) {
      expect(await attempt).toEqual({ ok: false, code: "error.signin" });
    }
    // A pending sign-in is not a session either.
    const pending = await givePassword();
    const refused = await identity.disableSecondFactor(pending.client, { code });
    expect(refused).toEqual({ ok: false, code: "error.signin" });
  });
});

describe("the account's data", () => {
  it("name it without secret and codes", async () => {
    const { secret, recoveryCodes } = await enable();
    const { database } = accounts;
    const row = await database
      .selectFrom("second_factor")
      .selectAll()
      .where("account_id", "=", await idOf())
      .executeTakeFirstOrThrow();
    const response = await api(browser, "/account/export");
    const text = await response.text();
    expect(JSON.parse(text).second_factor).toEqual({
      since: start.toISOString(),
      recovery_codes_left: 10,
    });
    for (const secretText of [secret, row.secret, ...recoveryCodes, ...row.recovery_codes]) {
      expect(text).not.toContain(secretText);
    }
  });

  it("contain nothing of one that is only set up, which is deleted with the account like an enabled one", async () => {
    const { database, identity } = accounts;
    await identity.setUpSecondFactor(browser.client, { password });
    const id = await idOf();
    expect(await exportAccount({ database }, id)).toMatchObject({ second_factor: null });
    const rows = database.selectFrom("second_factor").select("account_id");
    expect(await rows.where("account_id", "=", id).execute()).toHaveLength(1);
    await deleteAccount({ database }, id);
    expect(await rows.where("account_id", "=", id).execute()).toEqual([]);
  });

  it("lose one that was set up and never turned on", async () => {
    const { database, identity } = accounts;
    const { secret } = await enable();
    const stranger = newBrowser();
    const strangers = `stranger-${count}@example.org`;
    stranger.store(await identity.createAccount(stranger.client, { email: strangers, password }));
    const account = database.updateTable("account").where("email", "=", strangers);
    await account.set({ email_verified: true }).execute();
    await identity.setUpSecondFactor(stranger.client, { password });
    const set_up_at = new Date(0);
    await database.updateTable("second_factor").set({ set_up_at }).execute();
    await forgetExpired({ database });
    const rows = database.selectFrom("second_factor").select("account_id");
    expect(await rows.where("account_id", "=", await idOf(strangers)).execute()).toEqual([]);
    expect(await giveCode(await givePassword(), appCode(secret))).toBe("signed in");
  });
});

it("is removed by the operator, with every session", async () => {
  const { database, identity } = accounts;
  await enable();
  expect(await dropSecondFactor({ database }, await idOf())).toBe(true);
  expect(await isSignedIn(browser)).toBe(false);
  const other = newBrowser();
  other.store(await identity.signIn(other.client, { email, password }));
  expect(await isSignedIn(other)).toBe(true);
  expect(await dropSecondFactor({ database }, await idOf())).toBe(false);
  expect(await isSignedIn(other)).toBe(true);
});
