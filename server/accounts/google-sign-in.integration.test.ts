import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { appCode } from "#tests/support/accounts/app-code.ts";
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

const email = "anna@example.org";
const password = "Jelszo-123";

let provider: OpenIdProvider;

beforeAll(async () => {
  provider = await startOpenIdProvider([`${testOrigin}/api/auth/callback/google`]);
});

afterAll(() => provider[Symbol.asyncDispose]());

const withGoogle = () => createTestAccounts({ google: provider });

describe("signing in with Google", () => {
  it("makes an account with a verified address, a name and a picture, and no password", async () => {
    await using accounts = await withGoogle();
    const browser = new TestBrowser();
    expect(accounts.identity.hasGoogle).toBe(true);
    expect(await signInWithGoogle(accounts, { as: email, browser })).toBe(`${testOrigin}/done`);
    expect(await accounts.identity.findAccount(browser.client)).toEqual({
      id: expect.any(String),
      email,
      isEmailVerified: true,
      name: "anna",
      photoUrl: "https://pictures.test/anna%40example.org",
      hasPassword: false,
    });
  });

  it("sends PKCE, state and nonce, and stores no token", async () => {
    await using accounts = await withGoogle();
    await signInWithGoogle(accounts, { as: email, browser: new TestBrowser() });
    expect(provider.requests.at(-1)).toEqual({
      state: expect.stringMatching(/^.{32}$/),
      nonce: expect.stringMatching(/^.{32}$/),
      codeChallengeMethod: "S256",
    });
    const rows = await accounts.database.selectFrom("sign_in_method").selectAll().execute();
    expect(rows).toMatchObject([
      { provider: "google", provider_account_id: email, access_token: null, id_token: null },
    ]);
  });

  it("finds the same account again, and mails nothing", async () => {
    await using accounts = await withGoogle();
    const [first, second] = [new TestBrowser(), new TestBrowser()];
    await signInWithGoogle(accounts, { as: email, browser: first });
    await signInWithGoogle(accounts, { as: email, browser: second });
    const ids = await Promise.all(
      [first, second].map(async ({ client }) => (await accounts.identity.findAccount(client))?.id),
    );
    expect(ids[0]).toBe(ids[1]);
    expect(accounts.mails).toEqual([]);
  });

  it("comes back with a reason when the person refuses", async () => {
    await using accounts = await withGoogle();
    const browser = new TestBrowser();
    const end = new URL(await signInWithGoogle(accounts, { as: null, browser }));
    expect(end.origin + end.pathname).toBe(`${testOrigin}/failed`);
    expect(end.searchParams.get("error")).toBe("access_denied");
    expect((await accounts.identity.findSession(browser.client)).signedIn).toBeNull();
  });

  it("does not trust an address that Google has not verified", async () => {
    await using accounts = await withGoogle();
    const browser = new TestBrowser();
    const end = new URL(
      await signInWithGoogle(accounts, { as: "unverified@example.org", browser }),
    );
    expect(end.searchParams.get("error")).toBe("error.googleerror");
    expect(await accounts.database.selectFrom("account").selectAll().execute()).toEqual([]);
  });

  it("is refused to a disabled account, by that name", async () => {
    await using accounts = await withGoogle();
    await signInWithGoogle(accounts, { as: email, browser: new TestBrowser() });
    await accounts.database.updateTable("account").set({ disabled: true }).execute();
    const browser = new TestBrowser();
    const end = new URL(await signInWithGoogle(accounts, { as: email, browser }));
    expect(end.searchParams.get("error")).toBe("error.disableduser");
    expect((await accounts.identity.findSession(browser.client)).signedIn).toBeNull();
  });

  it("leaves a password alone that was set after it, and other sessions, from then on", async () => {
    await using accounts = await withGoogle();
    const { identity, mails } = accounts;
    const [first, second, third] = [new TestBrowser(), new TestBrowser(), new TestBrowser()];
    await signInWithGoogle(accounts, { as: email, browser: first });
    await identity.sendResetEmail(first.client, { email });
    const newPassword = "Masik!456";
    await identity.confirmReset(first.client, { code: mails[0].code, newPassword });
    second.keep(await identity.signIn(second.client, { email, password: newPassword }));
    await signInWithGoogle(accounts, { as: email, browser: third });
    expect(await identity.findAccount(second.client)).toMatchObject({ hasPassword: true });
    expect(await identity.findAccount(third.client)).not.toBeNull();
  });
});

describe("an account with a second factor", () => {
  // The step of a code does not turn between its making and its check.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
  afterEach(() => void vi.useRealTimers());

  /** An account with Google alone that has enabled it, a step ago. */
  async function enable({ identity }: TestAccounts, { client }: TestBrowser) {
    const setUp = await identity.setUpSecondFactor(client, { password: "" });
    const secret = setUp.ok ? setUp.secret : "";
    const code = appCode(secret, new Date(), -1);
    expect((await identity.enableSecondFactor(client, { secret, code })).ok).toBe(true);
    return secret;
  }

  it("is requested the code after Google as well, and has no session before", async () => {
    await using accounts = await withGoogle();
    const [first, second] = [new TestBrowser(), new TestBrowser()];
    await signInWithGoogle(accounts, { as: email, browser: first });
    const secret = await enable(accounts, first);
    const end = new URL(await signInWithGoogle(accounts, { as: email, browser: second }));
    expect(end.origin + end.pathname).toBe(`${testOrigin}/failed`);
    expect(end.searchParams.get("error")).toBe("error.secondfactor");
    expect((await accounts.identity.findSession(second.client)).signedIn).toBeNull();
    expect(await accounts.database.selectFrom("session").select("id").execute()).toHaveLength(1);
    const code = appCode(secret);
    const given = second.keep(await accounts.identity.signInWithCode(second.client, { code }));
    expect(given.ok).toBe(true);
    expect(await accounts.identity.findAccount(second.client)).toMatchObject({ email });
  });

  it("keeps it when Google's first word ends its password", async () => {
    await using accounts = await withGoogle();
    const { identity, database } = accounts;
    const [owner, other] = [new TestBrowser(), new TestBrowser()];
    owner.keep(await identity.createAccount(owner.client, { email, password }));
    await database.updateTable("account").set({ email_verified: true }).execute();
    const setUp = await identity.setUpSecondFactor(owner.client, { password });
    const secret = setUp.ok ? setUp.secret : "";
    const code = appCode(secret, new Date(), -1);
    await identity.enableSecondFactor(owner.client, { secret, code });
    const end = new URL(await signInWithGoogle(accounts, { as: email, browser: other }));
    expect(end.searchParams.get("error")).toBe("error.secondfactor");
    expect((await identity.findSession(other.client)).signedIn).toBeNull();
    const given = await identity.signInWithCode(other.client, { code: appCode(secret) });
    expect(given.ok).toBe(true);
  });
});

describe("a stranger's account on an address that Google vouches for", () => {
  it.each([
    ["not confirmed", false],
    // By a mail scanner that pressed the button, or by a careless owner.
    ["confirmed", true],
  ])("is taken over: its password, codes and sessions end (%s)", async (_case, isConfirmed) => {
    await using accounts = await withGoogle();
    const { identity, mails } = accounts;
    const stranger = new TestBrowser();
    stranger.keep(await identity.createAccount(stranger.client, { email, password }));
    if (isConfirmed) await identity.verifyEmail(stranger.client, { token: mails[0].code });
    await identity.sendResetEmail(stranger.client, { email });
    const owner = new TestBrowser();
    expect(await signInWithGoogle(accounts, { as: email, browser: owner })).toBe(
      `${testOrigin}/done`,
    );
    expect(await identity.findAccount(owner.client)).toMatchObject({
      isEmailVerified: true,
      hasPassword: false,
    });
    expect((await identity.findSession(stranger.client)).signedIn).toBeNull();
    expect(await identity.signIn(stranger.client, { email, password })).toMatchObject({
      code: "error.wrongpassword",
    });
    const code = mails.find(({ kind }) => kind === "reset")?.code ?? "";
    expect(await identity.verifyResetCode(stranger.client, { code })).toMatchObject({ ok: false });
  });
});

describe("a call in flight while the account is taken over", () => {
  /** Takes the account over inside the database, right after a statement on a table. */
  const takeOver = async (accounts: TestAccounts, event: string, id: string) => {
    await sql
      .raw(
        `create function take_over() returns trigger language plpgsql as $$ begin
           delete from sign_in_method where account_id = ${id} and provider = 'credential';
           insert into sign_in_method (id, account_id, provider, provider_account_id)
             values ('google of ' || ${id}, ${id}, 'google', 'anna') on conflict do nothing;
           return null;
         end $$;
         create trigger take_over after ${event} for each row execute function take_over()`,
      )
      .execute(accounts.database);
  };
  const waysIn = ({ database }: TestAccounts) =>
    database.selectFrom("sign_in_method").select("provider").execute();
  const sessions = ({ database }: TestAccounts) =>
    database.selectFrom("session").select("id").execute();

  it("gives a stranger who registers neither a password nor a session", async () => {
    await using accounts = await withGoogle();
    await takeOver(accounts, "insert on account", "new.id");
    const { client } = new TestBrowser();
    expect(await accounts.identity.createAccount(client, { email, password })).toMatchObject({
      code: "error.alreadyinuse",
    });
    expect(await waysIn(accounts)).toEqual([{ provider: "google" }]);
    expect(await sessions(accounts)).toEqual([]);
  });

  it("gives a stranger who changes the password no new session", async () => {
    await using accounts = await withGoogle();
    const { identity } = accounts;
    const browser = new TestBrowser();
    browser.keep(await identity.createAccount(browser.client, { email, password }));
    await takeOver(accounts, "update on sign_in_method", "new.account_id");
    const passwords = { currentPassword: password, newPassword: "Masik!456" };
    expect(await identity.changePassword(browser.client, passwords)).toMatchObject({ ok: false });
    expect(await waysIn(accounts)).toEqual([{ provider: "google" }]);
    expect(await sessions(accounts)).toEqual([]);
  });
});

describe("the way back from Google", () => {
  it("works once, in the browser that left", async () => {
    await using accounts = await withGoogle();
    const browser = new TestBrowser();
    const callbackUrl = await visitGoogle(accounts, { as: email, browser });
    const victim = new TestBrowser();
    const stolen = new URL(await returnFromGoogle(accounts, victim, callbackUrl));
    expect(stolen.searchParams.get("error")).toBe("state_mismatch");
    expect(victim.cookies.size).toBe(0);
    expect(await returnFromGoogle(accounts, browser, callbackUrl)).toBe(`${testOrigin}/done`);
    const again = new URL(await returnFromGoogle(accounts, browser, callbackUrl));
    expect(`${again.pathname} ${again.searchParams.get("error")}`).toBe("/login state_mismatch");
  });

  it("ends the session that the browser had before", async () => {
    await using accounts = await withGoogle();
    const { identity } = accounts;
    const browser = new TestBrowser();
    const input = { email: "bea@example.org", password };
    browser.keep(await identity.createAccount(browser.client, input));
    const before = browser.client;
    await signInWithGoogle(accounts, { as: email, browser });
    expect((await identity.findSession(browser.client)).signedIn).toMatchObject({ email });
    expect((await identity.findSession(before)).signedIn).toBeNull();
  });

  it("never leads to another site", async () => {
    await using accounts = await withGoogle();
    const { client } = new TestBrowser();
    for (const returnTo of ["https://evil.test/", "//evil.test/", "/\\evil.test"]) {
      expect(
        await accounts.identity.startGoogleSignIn(client, { returnTo, failTo: "/failed" }),
      ).toMatchObject({ ok: false });
    }
  });
});

describe("a Google that cannot be reached", () => {
  it("leaves passwords as they are, and is tried again", async () => {
    const silent = await startOpenIdProvider([`${testOrigin}/api/auth/callback/google`]);
    const port = Number(new URL(silent.discoveryUrl).port);
    await silent[Symbol.asyncDispose]();
    await using accounts = await createTestAccounts({ google: silent });
    const { identity } = accounts;
    const { client } = new TestBrowser();
    const start = () => identity.startGoogleSignIn(client, { returnTo: "/", failTo: "/login" });
    expect(await identity.createAccount(client, { email, password })).toMatchObject({ ok: true });
    expect(await start()).toEqual({ ok: false, code: "error.googleerror" });
    await using back = await startOpenIdProvider([`${testOrigin}/api/auth/callback/google`], {
      port,
    });
    expect(back.discoveryUrl).toBe(silent.discoveryUrl);
    expect(await start()).toMatchObject({ ok: true });
  });
});
