import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OpenIdConfig } from "#server/config/config.ts";
import {
  returnFromGoogle,
  signInWithGoogle,
  visitGoogle,
} from "#tests/support/accounts/sign-in-with-google.ts";
import {
  createTestAccounts,
  type TestAccounts,
  TestBrowser,
  testOrigin,
} from "#tests/support/accounts/test-accounts.ts";
import { type OpenIdProvider, startOpenIdProvider } from "#tests/support/peers/open-id-provider.ts";
import { findFreePort } from "#tests/support/server-process.ts";

const email = "anna@example.org";
const password = "Jelszo-123";
const at = "openid" as const;
const redirectUris = ["google", "oidc"].map((id) => `${testOrigin}/api/auth/callback/${id}`);

let provider: OpenIdProvider;

beforeAll(async () => {
  provider = await startOpenIdProvider(redirectUris);
});

afterAll(() => provider[Symbol.asyncDispose]());

const configOf = ({ issuer, clientId, clientSecret }: OpenIdProvider): OpenIdConfig => {
  return { issuer, clientId, clientSecret, name: "Városkapu" };
};
const withProvider = () => createTestAccounts({ openId: configOf(provider), rateLimits: false });

const methodsOf = ({ database }: TestAccounts) =>
  database
    .selectFrom("sign_in_method")
    .innerJoin("account", "account.id", "account_id")
    .select(["email", "provider", "provider_account_id"])
    .orderBy("provider")
    .execute();

describe("signing in with the operator's provider", () => {
  it("makes an account with a verified address, and finds it again", async () => {
    await using accounts = await withProvider();
    expect(accounts.identity.openIdName).toBe("Városkapu");
    expect(accounts.identity.hasGoogle).toBe(false);
    const [first, second] = [new TestBrowser(), new TestBrowser()];
    expect(await signInWithGoogle(accounts, { at, as: email, browser: first })).toBe(
      `${testOrigin}/done`,
    );
    await signInWithGoogle(accounts, { at, as: email, browser: second });
    const found = await accounts.identity.findAccount(first.client);
    expect(found).toMatchObject({ email, isEmailVerified: true, name: "anna", hasPassword: false });
    expect(await accounts.identity.findAccount(second.client)).toEqual(found);
    expect(await methodsOf(accounts)).toEqual([
      { email, provider: "oidc", provider_account_id: `${provider.issuer} ${email}` },
    ]);
  });

  it.each([
    "\u212aate@example.org",
    "kate@example.org\r\nBcc: other@example.org",
    `${"a".repeat(65)}@example.org`,
    `kate@${`${"b".repeat(60)}.`.repeat(5)}hu`,
    "kate@localhost",
  ])("accepts no address that no one could register: %s", async (as) => {
    await using accounts = await withProvider();
    const owner = { email: "kate@example.org", password };
    await accounts.identity.createAccount(new TestBrowser().client, owner);
    const browser = new TestBrowser();
    expect(await signInWithGoogle(accounts, { at, as, browser })).toContain("error=");
    expect(await accounts.identity.findAccount(browser.client)).toBeNull();
    expect(await methodsOf(accounts)).toMatchObject([
      { email: owner.email, provider: "credential" },
    ]);
  });

  it("sends PKCE, state and nonce, and stores no token", async () => {
    await using accounts = await withProvider();
    await signInWithGoogle(accounts, { at, as: email, browser: new TestBrowser() });
    expect(provider.requests.at(-1)).toEqual({
      state: expect.stringMatching(/^.{32}$/),
      nonce: expect.stringMatching(/^.{32}$/),
      codeChallengeMethod: "S256",
    });
    const rows = await accounts.database.selectFrom("sign_in_method").selectAll().execute();
    expect(rows).toMatchObject([{ access_token: null, refresh_token: null, id_token: null }]);
  });

  it("comes back with a reason when the person refuses, and for an address that is not verified", async () => {
    await using accounts = await withProvider();
    const errorOf = async (as: string | null) => {
      const end = await signInWithGoogle(accounts, { at, as, browser: new TestBrowser() });
      return new URL(end).searchParams.get("error");
    };
    expect(await errorOf(null)).toBe("access_denied");
    expect(await errorOf("unverified@example.org")).toBe("error.googleerror");
    expect(await accounts.database.selectFrom("account").selectAll().execute()).toEqual([]);
  });

  it("ends a password and the sessions that a stranger set up on the address", async () => {
    await using accounts = await withProvider();
    const [stranger, owner] = [new TestBrowser(), new TestBrowser()];
    stranger.keep(await accounts.identity.createAccount(stranger.client, { email, password }));
    await signInWithGoogle(accounts, { at, as: email, browser: owner });
    expect((await accounts.identity.findSession(stranger.client)).signedIn).toBeNull();
    expect(await accounts.identity.signIn(stranger.client, { email, password })).toMatchObject({
      ok: false,
    });
    expect(await methodsOf(accounts)).toMatchObject([{ email, provider: "oidc" }]);
  });

  it("fails where the provider announces its issuer, and the response has none", async () => {
    await using accounts = await withProvider();
    const browser = new TestBrowser();
    const back = new URL(await visitGoogle(accounts, { at, as: email, browser }));
    expect(back.searchParams.get("iss")).toBe(provider.issuer);
    back.searchParams.delete("iss");
    const end = await returnFromGoogle(accounts, browser, back.href);
    expect(new URL(end)).toMatchObject({ pathname: "/failed", search: "?error=issuer_missing" });
    const blank = new URL(await visitGoogle(accounts, { at, as: email, browser }));
    blank.searchParams.set("iss", "");
    expect(await returnFromGoogle(accounts, browser, blank.href)).toContain("error=issuer_missing");
    expect(await methodsOf(accounts)).toEqual([]);
    const other = new URL(await visitGoogle(accounts, { at, as: email, browser }));
    other.searchParams.set("iss", "https://other.example");
    expect(await returnFromGoogle(accounts, browser, other.href)).toContain("/failed?error=");
    expect(await methodsOf(accounts)).toEqual([]);
  });

  it("fails without an ID token", async () => {
    await using plain = await startOpenIdProvider(redirectUris, { hidesIdToken: true });
    await using accounts = await createTestAccounts({
      ...{ google: plain, openId: configOf(plain), rateLimits: false },
    });
    for (const way of [undefined, at] as const) {
      const browser = new TestBrowser();
      const end = await signInWithGoogle(accounts, { at: way, as: email, browser });
      expect(new URL(end).searchParams.get("error")).toBeTruthy();
      expect((await accounts.identity.findSession(browser.client)).signedIn).toBeNull();
    }
    expect(await methodsOf(accounts)).toEqual([]);
  });

  it("knows an account whether or not the issuer of the settings ends in a slash", async () => {
    const { issuer, ...openId } = configOf(provider);
    await using accounts = await createTestAccounts({
      ...{ openId: { ...openId, issuer: `${issuer}/` }, rateLimits: false },
    });
    await signInWithGoogle(accounts, { at, as: email, browser: new TestBrowser() });
    expect(await methodsOf(accounts)).toEqual([
      { email, provider: "oidc", provider_account_id: `${issuer} ${email}` },
    ]);
  });

  it("leads to the same account as Google, for the same address", async () => {
    await using accounts = await createTestAccounts({
      ...{ google: provider, openId: configOf(provider), rateLimits: false },
    });
    await signInWithGoogle(accounts, { as: email, browser: new TestBrowser() });
    await signInWithGoogle(accounts, { at, as: email, browser: new TestBrowser() });
    expect(await methodsOf(accounts)).toMatchObject([
      { email, provider: "google" },
      { email, provider: "oidc" },
    ]);
  });

  it("opens no account of another provider that had the same id there", async () => {
    await using accounts = await withProvider();
    const { database } = accounts;
    await database.insertInto("account").values({ id: "old", email: "old@example.org" }).execute();
    const method = { id: "old", account_id: "old", provider: "oidc", password: null } as const;
    await database
      .insertInto("sign_in_method")
      .values({ ...method, provider_account_id: `https://before.example ${email}` })
      .execute();
    const browser = new TestBrowser();
    await signInWithGoogle(accounts, { at, as: email, browser });
    expect(await accounts.identity.findAccount(browser.client)).toMatchObject({ email });
  });

  it("accepts a provider that returns the address by UserInfo alone, and authenticates clients by a header", async () => {
    await using strict = await startOpenIdProvider(redirectUris, { isStrict: true });
    await using accounts = await createTestAccounts({ openId: configOf(strict) });
    const browser = new TestBrowser();
    await signInWithGoogle(accounts, { at, as: email, browser });
    expect(await accounts.identity.findAccount(browser.client)).toMatchObject({ email });
  });
});

describe("the way back from the operator's provider", () => {
  it("works once, in the browser that left, with its own state and issuer", async () => {
    await using accounts = await withProvider();
    const browser = new TestBrowser();
    const visit = () => visitGoogle(accounts, { at, as: email, browser });
    const endOf = async (url: string, by = browser) => {
      const { pathname, searchParams } = new URL(await returnFromGoogle(accounts, by, url));
      return searchParams.has("error") ? `${pathname} failed` : pathname;
    };
    const altered = (url: string, name: string, value: string) => {
      const other = new URL(url);
      other.searchParams.set(name, value);
      return other.href;
    };
    expect(await endOf(await visit(), new TestBrowser())).toMatch(/ failed$/);
    expect(await endOf(altered(await visit(), "state", "x".repeat(32)))).toMatch(/ failed$/);
    expect(await endOf(altered(await visit(), "iss", "https://evil.example"))).toMatch(/ failed$/);
    expect(await endOf(altered(await visit(), "code", "made-up"))).toMatch(/ failed$/);
    expect(await accounts.database.selectFrom("account").selectAll().execute()).toEqual([]);
    const signedIn = await visit();
    expect(await endOf(signedIn)).toBe("/done");
    expect(await endOf(signedIn)).toMatch(/ failed$/);
  });
});

it("accepts the way back from the provider alone that the browser left for", async () => {
  const providers = { google: provider, openId: configOf(provider), rateLimits: false };
  await using accounts = await createTestAccounts(providers);
  const browser = new TestBrowser();
  const [backFromGoogle, backFromOpenId] = redirectUris;
  const swapped = { at, as: email, browser, backTo: backFromGoogle };
  expect(await signInWithGoogle(accounts, swapped)).toContain("/failed?error=error.googleerror");
  const other = { as: email, browser, backTo: backFromOpenId };
  expect(await signInWithGoogle(accounts, other)).toContain("/failed?error=error.googleerror");
  expect(await methodsOf(accounts)).toEqual([]);
  expect(await signInWithGoogle(accounts, { as: email, browser, backTo: backFromGoogle })).toBe(
    `${testOrigin}/done`,
  );
});

describe("a provider that cannot be used", () => {
  it("does not block sign-ins by password, and works as soon as it is reachable", async () => {
    const port = await findFreePort();
    const openId = { ...configOf(provider), issuer: `http://localhost:${port}` };
    await using accounts = await createTestAccounts({ openId, rateLimits: false });
    const { identity } = accounts;
    const { client } = new TestBrowser();
    const start = () => identity.startOpenIdSignIn(client, { returnTo: "/", failTo: "/login" });
    expect(await start()).toEqual({ ok: false, code: "error.googleerror" });
    expect(await identity.createAccount(client, { email, password })).toMatchObject({ ok: true });
    await using late = await startOpenIdProvider(redirectUris, { port });
    expect(late.issuer).toBe(openId.issuer);
    expect(await start()).toMatchObject({ ok: true });
  });

  it.each([
    ["away", false],
    ["hanging", true],
  ])(
    "is not the one that was asked for while Google is %s",
    async (_, isHanging) => {
      const google = await startOpenIdProvider(redirectUris);
      const port = await findFreePort();
      const openId = { ...configOf(provider), issuer: `http://localhost:${port}` };
      await using accounts = await createTestAccounts({ google, openId, rateLimits: false });
      const { identity } = accounts;
      const { client } = new TestBrowser();
      const ways = { returnTo: "/", failTo: "/login" };
      expect(await identity.startGoogleSignIn(client, ways)).toMatchObject({ ok: true });
      const googlePort = Number(new URL(google.issuer).port);
      await google[Symbol.asyncDispose]();
      const silent = createServer(() => {});
      if (isHanging) await once(silent.listen(googlePort, "localhost"), "listening");
      await using _late = await startOpenIdProvider(redirectUris, { port });
      expect(await identity.startOpenIdSignIn(client, ways)).toMatchObject({ ok: true });
      expect(await identity.startGoogleSignIn(client, ways)).toMatchObject({ ok: false });
      silent.closeAllConnections();
      if (isHanging) await once(silent.close(), "close");
      await using _back = await startOpenIdProvider(redirectUris, { port: googlePort });
      expect(await identity.startGoogleSignIn(client, ways)).toMatchObject({ ok: true });
      expect(await identity.startOpenIdSignIn(client, ways)).toMatchObject({ ok: true });
    },
    60_000,
  );

  it("is one whose document names another issuer", async () => {
    const { port } = new URL(provider.issuer);
    const openId = { ...configOf(provider), issuer: `http://127.0.0.1:${port}` };
    await using accounts = await createTestAccounts({ openId });
    const ways = { returnTo: "/", failTo: "/login" };
    expect(await accounts.identity.startOpenIdSignIn(new TestBrowser().client, ways)).toEqual({
      ok: false,
      code: "error.googleerror",
    });
  });
});
