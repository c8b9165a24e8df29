import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, it, vi } from "vitest";
import {
  createTestAccounts,
  type TestAccounts,
  TestBrowser,
  testOrigin,
} from "#tests/support/accounts/test-accounts.ts";

const email = "anna@example.org";
const password = "Jelszo-123";
const newPassword = "Masik!456";

/** Anna has an account; the browser is hers. */
async function withAnna(options?: Parameters<typeof createTestAccounts>[0]) {
  const accounts = await createTestAccounts(options);
  const anna = new TestBrowser("198.51.100.1");
  anna.keep(await accounts.identity.createAccount(anna.client, { email, password }));
  return { ...accounts, anna };
}

async function mailCode({ identity, mails }: TestAccounts): Promise<string> {
  await identity.sendResetEmail(new TestBrowser("198.51.100.2").client, { email });
  return mails.findLast(({ kind }) => kind === "reset")?.code ?? "";
}

function postJson(accounts: TestAccounts, path: string, body: object, headers: object = {}) {
  return accounts.request(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe("a reset code", () => {
  const { client } = new TestBrowser();

  it("works once", async () => {
    await using accounts = await withAnna();
    const { identity } = accounts;
    const code = await mailCode(accounts);
    expect(await identity.confirmReset(client, { code, newPassword })).toMatchObject({ ok: true });
    expect(await identity.confirmReset(client, { code, newPassword: "Harmadik+7!" })).toEqual({
      ok: false,
      code: "password-reset-expired-or-invalid",
    });
    expect(await identity.verifyResetCode(client, { code })).toEqual({
      ok: false,
      code: "error.password-reset-expired-or-invalid",
    });
    expect(await identity.signIn(client, { email, password: newPassword })).toMatchObject({
      ok: true,
    });
  });

  it("works once when two calls use it at the same moment", async () => {
    await using accounts = await withAnna();
    const code = await mailCode(accounts);
    const results = await Promise.all(
      [newPassword, "Harmadik!7", "Negyedik!8"].map((password) =>
        accounts.identity.confirmReset(client, { code, newPassword: password }),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("works for an hour and not longer", async () => {
    await using accounts = await withAnna();
    const { identity, database } = accounts;
    const code = await mailCode(accounts);
    const [{ expires_at }] = await database.selectFrom("verification").selectAll().execute();
    expect(expires_at.getTime()).toBeGreaterThan(clock(59).getTime());
    expect(expires_at.getTime()).toBeLessThanOrEqual(clock(60).getTime());
    await database
      .updateTable("verification")
      .set({ expires_at: clock(-1) })
      .execute();
    expect(await identity.verifyResetCode(client, { code })).toMatchObject({
      code: "error.password-reset-expired-or-invalid",
    });
    expect(await identity.confirmReset(client, { code, newPassword })).toMatchObject({
      code: "password-reset-expired-or-invalid",
    });
  });

  it("is refused when another code of the account has been used", async () => {
    await using accounts = await withAnna();
    const [older, newer] = [await mailCode(accounts), await mailCode(accounts)];
    await accounts.identity.confirmReset(client, { code: newer, newPassword });
    expect(await accounts.identity.verifyResetCode(client, { code: older })).toMatchObject({
      ok: false,
    });
  });

  it("cannot be made up, nor read from the database", async () => {
    await using accounts = await withAnna();
    const { identity, database } = accounts;
    const code = await mailCode(accounts);
    const [{ identifier }] = await database.selectFrom("verification").selectAll().execute();
    expect(identifier).not.toContain(code);
    for (const guess of ["", "x", identifier, "' or 1=1 --"]) {
      expect(await identity.verifyResetCode(client, { code: guess })).toMatchObject({ ok: false });
      expect(await identity.confirmReset(client, { code: guess, newPassword })).toMatchObject({
        ok: false,
        code: "password-reset-expired-or-invalid",
      });
    }
  });

  it("cannot be tried out faster than the limit", async () => {
    await using accounts = await withAnna();
    const check = (i: number) => accounts.identity.verifyResetCode(client, { code: `guess-${i}` });
    for (let i = 0; i < 10; i++) expect(await check(i)).not.toHaveProperty("retryAfterSeconds");
    expect(await check(10)).toEqual({
      ok: false,
      code: "error.toomanyrequests",
      retryAfterSeconds: expect.any(Number),
    });
  });
});

describe("requesting a reset", () => {
  it("responds alike to a known and an unknown address", async () => {
    await using accounts = await withAnna();
    const requestReset = async (address: string) => {
      const response = await postJson(
        accounts,
        "/api/auth/request-password-reset",
        { email: address },
        { "X-Forwarded-For": address === email ? "192.0.2.1" : "192.0.2.2" },
      );
      const headers = [...response.headers].sort();
      return { status: response.status, headers, body: await response.json() };
    };
    expect(await requestReset(email)).toEqual(await requestReset("nobody@example.org"));
    const send = (address: string, from: string) =>
      accounts.identity.sendResetEmail(new TestBrowser(from).client, { email: address });
    expect(await send(email, "192.0.2.3")).toEqual(await send("nobody@example.org", "192.0.2.4"));
  });

  it("stores as much for an unknown address as for a known one", async () => {
    await using accounts = await withAnna();
    const { identity, database, mails } = accounts;
    const stored = async (address: string) => {
      const before = mails.length;
      await database.deleteFrom("verification").execute();
      await identity.sendResetEmail(new TestBrowser("192.0.2.5").client, { email: address });
      const codes = await database
        .selectFrom("verification")
        .select(["identifier", "value", "expires_at"])
        .execute();
      const lifetimes = codes.map(({ expires_at }) =>
        Math.round((expires_at.getTime() - Date.now()) / 60_000),
      );
      const lengths = codes.map(({ identifier, value }) => [identifier.length, value.length]);
      const sent = mails.slice(before).map(({ code, language }) => [code.length, language]);
      return { lifetimes, lengths, sent };
    };
    const known = await stored(email);
    expect(known).toMatchObject({ lifetimes: [60], sent: [[24, "hu"]] });
    expect(await stored("nobody@example.org")).toEqual(known);
    expect(mails.at(-1)).toMatchObject({ kind: "decoy", to: "" });
  });

  it("limits a known and an unknown address alike", async () => {
    await using accounts = await withAnna();
    for (const address of [email, "nobody@example.org"]) {
      const requestReset = (i: number) =>
        accounts.identity.sendResetEmail(new TestBrowser(`192.0.2.${i}`).client, {
          email: address,
        });
      const base = address === email ? 10 : 20;
      for (let i = 0; i < 5; i++) expect(await requestReset(base + i)).toMatchObject({ ok: true });
      expect(await requestReset(base + 5)).toMatchObject({ code: "error.toomanyrequests" });
    }
    expect(accounts.mails.filter(({ kind }) => kind === "reset")).toHaveLength(5);
  });
});

describe("guessing passwords", () => {
  const wrong = { email, password: "Rossz-123" };

  it("is limited by the client's IP address, whatever account is tried", async () => {
    await using accounts = await withAnna();
    const { identity } = accounts;
    const attacker = new TestBrowser("192.0.2.9");
    for (let i = 0; i < 10; i++) {
      const guess = { email: `user-${i}@example.org`, password };
      expect(await identity.signIn(attacker.client, guess)).toMatchObject({
        code: "error.usernotfound",
      });
    }
    expect(await identity.signIn(attacker.client, { email, password })).toEqual({
      ok: false,
      code: "error.toomanyrequests",
      retryAfterSeconds: expect.any(Number),
    });
    expect(
      await identity.signIn(new TestBrowser("192.0.2.10").client, { email, password }),
    ).toMatchObject({ ok: true });
  });

  it("is limited by the account, whatever IP address it comes from", async () => {
    await using accounts = await withAnna();
    const attempts = Array.from({ length: 11 }, (_, i) =>
      accounts.identity.signIn(new TestBrowser(`192.0.2.${i}`).client, wrong),
    );
    const codes = (await Promise.all(attempts)).map((result) => !result.ok && result.code);
    expect(codes.filter((code) => code === "error.wrongpassword")).toHaveLength(10);
    expect(codes.filter((code) => code === "error.toomanyrequests")).toHaveLength(1);
  });

  it("is limited alike straight at the library, whatever IP address the client claims", async () => {
    await using accounts = await withAnna();
    const attempt = (i: number) =>
      postJson(
        accounts,
        "/api/auth/sign-in/email",
        { ...wrong, email: `u${i}@example.org` },
        {
          "X-Forwarded-For": `203.0.113.${i}, 192.0.2.9`,
          "X-Mosdo-Client-Address": `203.0.113.${i}`,
        },
      );
    for (let i = 0; i < 10; i++) expect((await attempt(i)).status).toBe(401);
    const refused = await attempt(10);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: "error.toomanyrequests" });
  });

  it("is limited for the current password of a stolen session as well", async () => {
    await using accounts = await withAnna();
    const guess = () =>
      accounts.identity.changePassword(accounts.anna.client, {
        currentPassword: "Rossz-123",
        newPassword,
      });
    for (let i = 0; i < 10; i++)
      expect(await guess()).toMatchObject({ code: "error.wrongpassword" });
    expect(await guess()).toMatchObject({ code: "error.toomanyrequests" });
  });

  it("is not limited where the operator switched the limits off", async () => {
    await using accounts = await withAnna({ rateLimits: false });
    const { client } = new TestBrowser();
    for (let i = 0; i < 12; i++) {
      expect(await accounts.identity.signIn(client, wrong)).toMatchObject({
        code: "error.wrongpassword",
      });
    }
  });
});

it("registering is limited to five an hour from one IP address, weak passwords not counted", async () => {
  await using accounts = await createTestAccounts();
  for (let i = 0; i < 6; i++) {
    const weak = { email, password: "gyenge" };
    expect(await accounts.identity.createAccount(new TestBrowser().client, weak)).toMatchObject({
      code: "error.characters",
    });
  }
  const register = (i: number) =>
    accounts.identity.createAccount(new TestBrowser().client, {
      email: `user-${i}@example.org`,
      password,
    });
  for (let i = 0; i < 5; i++) expect(await register(i)).toMatchObject({ ok: true });
  expect(await register(5)).toMatchObject({ code: "error.toomanyrequests" });
});

describe("a session planted in someone's browser", () => {
  it("is left for a new one at sign-in, and ends", async () => {
    await using accounts = await withAnna();
    const { identity, anna: attacker } = accounts;
    const victim = new TestBrowser("192.0.2.50");
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value);
    const planted = victim.cookieHeader;
    victim.keep(
      await identity.createAccount(victim.client, { email: "bea@example.org", password }),
    );
    expect(victim.cookieHeader).not.toBe(planted);
    expect((await identity.findSession(victim.client)).signedIn).toMatchObject({
      email: "bea@example.org",
    });
    expect((await identity.findSession(attacker.client)).signedIn).toBeNull();
  });

  it("is new at each sign-in, and is not taken from the browser", async () => {
    await using accounts = await withAnna();
    const { identity, anna } = accounts;
    const before = anna.cookieHeader;
    anna.keep(await identity.signIn(anna.client, { email, password }));
    expect(anna.cookieHeader).not.toBe(before);
    const made = new TestBrowser();
    made.cookies.set("__Host-mosdo.session_token", "chosen-by-the-attacker.c2lnbmF0dXJl");
    expect((await identity.findSession(made.client)).signedIn).toBeNull();
    made.keep(await identity.signIn(made.client, { email, password }));
    expect(made.cookieHeader).not.toContain("chosen-by-the-attacker");
  });
});

it("a password that is dropped while it is being checked opens nothing", async () => {
  await using accounts = await withAnna();
  const { identity, database } = accounts;
  const stranger = new TestBrowser();
  const { scrypt } = crypto;
  const checking = Promise.withResolvers<() => void>();
  const hashing = vi.spyOn(crypto, "scrypt");
  hashing.mockImplementation((...call) => checking.resolve(() => scrypt(...call)));
  syncBuiltinESMExports();
  try {
    const signIn = identity.signIn(stranger.client, { email, password });
    const goOn = await checking.promise;
    await database.deleteFrom("sign_in_method").execute();
    await database.deleteFrom("session").execute();
    goOn();
    expect(await signIn).toEqual({ ok: false, code: "error.wrongpassword" });
    expect(await database.selectFrom("session").select("id").execute()).toEqual([]);
  } finally {
    hashing.mockRestore();
    syncBuiltinESMExports();
  }
});

it("wrong passwords from elsewhere do not keep the owner's browser out, and no other browser in", async () => {
  await using accounts = await withAnna({ rateLimits: true });
  const { identity, anna } = accounts;
  const tryAs = (browser: TestBrowser, word: string) =>
    identity.signIn(browser.client, { email, password: word });
  for (let attempt = 0; attempt < 10; attempt++) {
    await tryAs(new TestBrowser(`203.0.113.${attempt}`), "Wrong-1234");
  }
  const limited = { ok: false, code: "error.toomanyrequests" };
  expect(await tryAs(new TestBrowser("203.0.113.99"), password)).toMatchObject(limited);
  expect(await tryAs(anna, password)).toMatchObject({ ok: true });
  // Its own attempts are limited too, and its cookie is of one account.
  for (let attempt = 0; attempt < 9; attempt++) await tryAs(anna, "Wrong-1234");
  expect(await tryAs(anna, password)).toMatchObject(limited);
  const bela = new TestBrowser("198.51.100.2");
  const other = { email: "bela@example.org", password };
  bela.keep(await identity.createAccount(bela.client, other));
  expect(await tryAs(bela, password)).toMatchObject(limited);
});

it("a new password makes every browser unknown but the one that has set it", async () => {
  await using accounts = await withAnna({ rateLimits: true });
  const { identity, anna } = accounts;
  const former = new TestBrowser("198.51.100.3");
  former.keep(await identity.signIn(former.client, { email, password }));
  const change = { currentPassword: password, newPassword };
  anna.keep(await identity.changePassword(anna.client, change));
  for (let attempt = 0; attempt < 10; attempt++) {
    const wrong = { email, password: "Wrong-1234" };
    await identity.signIn(new TestBrowser(`203.0.113.${attempt}`).client, wrong);
  }
  const credentials = { email, password: newPassword };
  expect(await identity.signIn(former.client, credentials)).toMatchObject({
    code: "error.toomanyrequests",
  });
  expect(await identity.signIn(anna.client, credentials)).toMatchObject({ ok: true });
});

describe("a post from another site", () => {
  const body = { email, password };

  it.each([
    ["with a foreign origin", { Origin: "https://evil.test" }],
    ["with a hidden origin", { Origin: "null" }],
    ["that only the browser tells", { "Sec-Fetch-Site": "cross-site" }],
    ["from a neighbour's subdomain", { "Sec-Fetch-Site": "same-site" }],
  ])("%s signs no account in or out", async (_case, headers) => {
    await using accounts = await withAnna();
    const signIn = await postJson(accounts, "/api/auth/sign-in/email", body, headers);
    expect(signIn.status).toBe(403);
    expect(signIn.headers.getSetCookie()).toEqual([]);
    const Cookie = accounts.anna.cookieHeader;
    const signOut = await postJson(accounts, "/api/auth/sign-out", {}, { ...headers, Cookie });
    expect(signOut.status).toBe(403);
    expect((await accounts.identity.findSession(accounts.anna.client)).signedIn).not.toBeNull();
  });

  it("differs from one of our own", async () => {
    await using accounts = await withAnna();
    const own = await postJson(accounts, "/api/auth/sign-in/email", body, { Origin: testOrigin });
    expect(own.status).toBe(200);
  });
});

describe("the calls of the sign-in library", () => {
  it.each([
    ["POST", "/delete-user"],
    ["POST", "/change-email"],
    ["POST", "/update-user"],
    ["POST", "/link-social"],
    ["GET", "/list-sessions"],
    ["GET", "/list-accounts"],
    ["GET", "/reset-password/some-code?callbackURL=/"],
    ["POST", "/send-verification-email"],
    ["GET", "/verify-email?token=some.to.ken"],
  ])("that the product does not need are not offered: %s %s", async (method, path) => {
    await using accounts = await withAnna();
    const response = await accounts.request(`/api/auth${path}`, {
      method,
      headers: {
        Cookie: accounts.anna.cookieHeader,
        Origin: testOrigin,
        "Content-Type": "application/json",
      },
      ...(method === "POST" && {
        body: JSON.stringify({ email, newEmail: "bea@example.org", provider: "google", name: "x" }),
      }),
    });
    expect(response.status).toBe(404);
  });

  it("never contain the session's token, which only the cookie has", async () => {
    await using accounts = await createTestAccounts();
    const browser = new TestBrowser();
    const send = async (path: string, body?: object) => {
      const headers = { Cookie: browser.cookieHeader, Origin: testOrigin };
      const response = await (body
        ? postJson(accounts, `/api/auth${path}`, body, headers)
        : accounts.request(`/api/auth${path}`, { headers }));
      browser.keep({ setCookies: response.headers.getSetCookie() });
      expect(response.status, path).toBe(200);
      return response.text();
    };
    const responses = [
      await send("/sign-up/email", { email, password, name: "" }),
      await send("/change-password", { currentPassword: password, newPassword }),
      await send("/sign-in/email", { email, password: newPassword }),
      await send("/get-session"),
    ];
    const { token } = await accounts.database
      .selectFrom("session")
      .select("token")
      .executeTakeFirstOrThrow();
    expect(browser.cookieHeader).toContain(token);
    for (const body of responses) {
      expect(JSON.parse(body).user).toMatchObject({ email });
      expect(body).not.toContain("oken");
    }
    expect(responses.join()).not.toContain(token);
  });

  it("refuse headers and fields that only the server may set", async () => {
    await using accounts = await createTestAccounts();
    const response = await postJson(accounts, "/api/auth/sign-up/email", {
      email,
      password,
      id: "admin",
      name: "Admin",
      image: "https://evil.test/pixel",
      emailVerified: true,
      disabled: true,
    });
    expect(response.status).toBe(200);
    const [row] = await accounts.database.selectFrom("account").selectAll().execute();
    expect(row).toMatchObject({ name: "", photo_url: "", email_verified: false, disabled: false });
    expect(row.id).not.toBe("admin");
  });

  it("make no one a moderator", async () => {
    await using accounts = await withAnna();
    const moderator_since = new Date();
    const body = { email: "misi@example.org", password, name: "", moderator_since };
    expect((await postJson(accounts, "/api/auth/sign-up/email", body)).status).toBe(400);
    const change = await accounts.request("/api/auth/update-user", {
      method: "POST",
      headers: { "Content-Type": "application/json", Cookie: accounts.anna.cookieHeader },
      body: JSON.stringify({ moderator_since }),
    });
    expect(change.ok).toBe(false);
    const rows = await accounts.database.selectFrom("account").select("moderator_since").execute();
    expect(rows).toEqual([{ moderator_since: null }]);
  });
});

it("a server-rendered page has the viewer of the session", async () => {
  await using accounts = await withAnna();
  const who = async (headers: Record<string, string>) =>
    (await accounts.request("/whoami", { headers })).json();
  expect(await who({})).toEqual({ userId: null, email: null, role: "visitor" });
  const anna = { Cookie: accounts.anna.cookieHeader };
  expect(await who(anna)).toMatchObject({ email, role: "user" });
  const appoint = (moderator_since: Date | null) =>
    accounts.database.updateTable("account").set({ moderator_since }).execute();
  await appoint(new Date());
  expect(await who(anna)).toMatchObject({ email, role: "moderator" });
  await appoint(null);
  expect(await who(anna)).toMatchObject({ email, role: "user" });
});
