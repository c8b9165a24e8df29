import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { createBetterAuthIdentity } from "#server/accounts/better-auth/better-auth-identity.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { appCode } from "#tests/support/accounts/app-code.ts";
import { TestBrowser } from "#tests/support/accounts/test-accounts.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { admin as runAdmin, saveSetting } from "./admin.ts";
import { operate, type Settings, urlOf } from "./command.fixture.ts";

const password = "Jelszó-2026";
const client = { headers: new Headers(), clientAddress: "203.0.113.1", language: "hu" } as const;

/** Runs the command on the test's own database, as an operator does. */
const admin = (db: TestDatabase, ...command: string[]) => adminWith({}, db, ...command);

function adminWith(settings: Settings, db: TestDatabase, ...command: string[]) {
  const ownSettings = {
    DATABASE_URL: urlOf(db),
    AUTH_SECRET: "s".repeat(32),
    PUBLIC_URL: "https://mosdo.example",
    LANG: "hu_HU.UTF-8",
  };
  return operate(runAdmin, { ...ownSettings, ...settings }, ...command);
}

const linkIn = (output: string) => /https:\S+/.exec(output)?.[0] ?? null;
const settingIn = (output: string) => /ADMIN_USER_ID=(\S+)/.exec(output)?.[1];

function identityOf({ database }: TestDatabase) {
  const { identity } = createBetterAuthIdentity({
    config: {
      publicUrl: "https://mosdo.example",
      port: 3000,
      google: null,
      openId: null,
      rateLimits: true,
    },
    authSecret: "s".repeat(32),
    database,
    mails: {
      sendReset: async () => {},
      feignReset: async () => {},
      sendVerification: async () => {},
      sendSecondFactor: async () => {},
    },
    log: silentLog,
  });
  return identity;
}

test("creates an account whose printed link sets the password that signs in", async () => {
  await using db = await createTestDatabase();
  const { stdout: output } = await admin(db, " Anna@Example.org ");
  const { id } = await db.database.selectFrom("account").select("id").executeTakeFirstOrThrow();
  expect(settingIn(output)).toBe(id);

  const link = new URL(linkIn(output) ?? "");
  expect(link.href).toMatch(/^https:\/\/mosdo\.example\/mail\?mode=resetPassword&.*lang=hu/);
  const code = link.searchParams.get("oobCode") ?? "";
  const identity = identityOf(db);
  const reset = await identity.confirmReset(client, { code, newPassword: password });
  expect(reset).toMatchObject({ ok: true });
  const email = "anna@example.org";
  expect(await identity.signIn(client, { email, password })).toMatchObject({ ok: true });
});

test("finds an account, enables it, and changes no others", async () => {
  await using db = await createTestDatabase();
  const id = await addAccount(db.database, "anna@example.org");
  const other = await addAccount(db.database, "bea@example.org");
  await db.database.updateTable("account").set({ disabled: true }).execute();
  const { stdout: output } = await admin(db, "anna@example.org");
  expect(settingIn(output)).toBe(id);
  const accounts = db.database.selectFrom("account").select(["id", "disabled"]);
  expect(await accounts.orderBy("email").execute()).toEqual([
    { id, disabled: false },
    { id: other, disabled: true },
  ]);
});

describe("an account that a stranger may have registered", () => {
  const email = "anna@example.org";

  it.each([
    ["whose address was not confirmed", false],
    ["whose address was confirmed", true],
  ])("%s opens to the printed link alone", async (_case, isConfirmed) => {
    await using db = await createTestDatabase();
    const identity = identityOf(db);
    await identity.createAccount(client, { email, password });
    await db.database.updateTable("account").set({ email_verified: isConfirmed }).execute();
    const { stdout: output } = await admin(db, email);
    expect(output).toContain("Somebody else may have registered this address");
    expect(await db.database.selectFrom("session").selectAll().execute()).toEqual([]);
    expect(await identity.signIn(client, { email, password })).toMatchObject({
      code: "error.wrongpassword",
    });
    const code = new URL(linkIn(output) ?? "").searchParams.get("oobCode") ?? "";
    const newPassword = "Másik-jelszó-1";
    expect(await identity.confirmReset(client, { code, newPassword })).toMatchObject({ ok: true });
    const signedIn = await identity.signIn(client, { email, password: newPassword });
    expect(signedIn).toMatchObject({ ok: true });
  });

  it("keeps its password and sessions once it is the administrator's", async () => {
    await using db = await createTestDatabase();
    const identity = identityOf(db);
    await identity.createAccount(client, { email, password });
    const { id } = await db.database.selectFrom("account").select("id").executeTakeFirstOrThrow();
    const { stdout: output } = await adminWith({ ADMIN_USER_ID: id }, db, email);
    expect(output).toContain("It is the administrator's already.");
    expect(linkIn(output)).not.toBeNull();
    expect(await db.database.selectFrom("session").selectAll().execute()).toHaveLength(1);
    expect(await identity.signIn(client, { email, password })).toMatchObject({ ok: true });
  });
});

describe("a second factor", () => {
  const email = "anna@example.org";

  /** An account whose second factor is on, with a session. */
  async function turnOn(db: TestDatabase) {
    const identity = identityOf(db);
    const browser = new TestBrowser();
    browser.store(await identity.createAccount(browser.client, { email, password }));
    await db.database.updateTable("account").set({ email_verified: true }).execute();
    const setUp = await identity.setUpSecondFactor(browser.client, { password });
    const secret = setUp.ok ? setUp.secret : "";
    const on = await identity.enableSecondFactor(browser.client, { secret, code: appCode(secret) });
    expect(on.ok).toBe(true);
    expect(await identity.signIn(client, { email, password })).toMatchObject({
      code: "error.secondfactor",
    });
    return identity;
  }

  it("is removed for its owner who lost it, with the sessions, and reported by mail", async () => {
    await using db = await createTestDatabase();
    const identity = await turnOn(db);
    const before = await db.database.selectFrom("account").selectAll().execute();
    const { stdout: output } = await admin(db, " Anna@Example.org", "--end-second-factor");
    expect(output).toContain(`The second factor of ${email} is off`);
    expect(output).not.toContain("ADMIN_USER_ID");
    expect(await db.database.selectFrom("session").selectAll().execute()).toEqual([]);
    expect(await db.database.selectFrom("account").selectAll().execute()).toEqual(before);
    const mails = db.database.selectFrom("mail").select(["kind", "receiver", "subject"]);
    expect(await mails.execute()).toEqual([
      { kind: "notice", receiver: email, subject: expect.stringContaining("kétlépcsős") },
    ]);
    expect(await identity.signIn(client, { email, password })).toMatchObject({ ok: true });
  });

  it("is not removed where there is none, and no account is created", async () => {
    await using db = await createTestDatabase();
    const unknown = await admin(db, email, "--end-second-factor");
    expect(unknown).toMatchObject({ code: 1, stderr: `mosdo: no account of ${email}\n` });
    await addAccount(db.database, email);
    const off = await admin(db, email, "--end-second-factor");
    expect(off).toMatchObject({ code: 1, stderr: `mosdo: the second factor of ${email} is off\n` });
    expect(await db.database.selectFrom("session").selectAll().execute()).toHaveLength(1);
    expect(await db.database.selectFrom("mail").selectAll().execute()).toEqual([]);
  });

  it("of a stranger is removed when the account becomes the administrator's, and not again", async () => {
    await using db = await createTestDatabase();
    await turnOn(db);
    const id = settingIn((await admin(db, email)).stdout) ?? "";
    expect(await db.database.selectFrom("second_factor").selectAll().execute()).toEqual([]);
    const secret = "sealed";
    const since = new Date();
    await db.database
      .insertInto("second_factor")
      .values({ account_id: id, secret, since })
      .execute();
    await adminWith({ ADMIN_USER_ID: id }, db, email);
    expect(await db.database.selectFrom("second_factor").selectAll().execute()).toHaveLength(1);
  });
});

test("saves the setting on demand, and names what goes before it or prevents it", async () => {
  await using db = await createTestDatabase();
  const id = await addAccount(db.database, "anna@example.org");
  const root = mkdtempSync(join(tmpdir(), "mosdo-admin-"));
  const path = join(root, ".env");
  const save = (settings: Settings) => adminWith(settings, db, "anna@example.org", "--save");
  try {
    writeFileSync(path, "LOG_LEVEL=warn\n");
    const saved = await save({ root });
    expect(saved).toMatchObject({ code: 0, stderr: "" });
    expect(saved.stdout).toContain(`Saved in ${path}; start the server again:`);
    expect(saved.stdout).not.toContain("But the environment");
    expect(readFileSync(path, "utf8")).toBe(`LOG_LEVEL=warn\nADMIN_USER_ID=${id}\n`);
    expect((await save({ root, ADMIN_USER_ID: "other" })).stdout).toContain(
      "But the environment goes before that file, and has\n  ADMIN_USER_ID=other",
    );
  } finally {
    rmSync(root, { recursive: true });
  }
  expect(await save({ root })).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /could not be written \(ENOENT.*\)\. Write this into it:\n {2}ADMIN/,
    ),
  });
});

test("removes the answers at the doors since a day", async () => {
  await using db = await createTestDatabase();
  const [place] = await addPlaces(db.database, [{}]);
  const answers = ["2026-11-27", "2026-11-28", "2026-11-29"].map((on_day) => ({
    ...{ place_id: place!, asked: "open" as const, answer: false, on_day },
    ...{ day_kind: "workday" as const, hour: 10, trusted: false, account_id: null, mark: null },
  }));
  await db.database.insertInto("observation").values(answers).execute();
  const { stdout } = await admin(db, "--forget-observations", "2026-11-28");
  expect(stdout).toBe("Removed 2 answers of visitors since 2026-11-28.\n");
  const left = db.database.selectFrom("observation").select("hour");
  expect(await left.execute()).toHaveLength(1);
});

test.each([
  [["a@b.hu", "--save", "--end-second-factor"]],
  [["anna"]],
  [["anna@example.org", "b@example.org"]],
  [["a@b.hu", "--sav"]],
  [["--forget-observations", "28.11.2026"]],
  [["a@b.hu", "--forget-observations", "2026-11-28"]],
])("prints its usage for %j", async (command) => {
  expect(await operate(runAdmin, {}, ...command)).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^mosdo: (.*--sav'.*\nmosdo: )?usage: npm run admin.*\n$/),
  });
});

describe("a setting that is saved", () => {
  let directory: string;
  let path: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "mosdo-setting-"));
    path = join(directory, ".env");
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test("creates the file, readable for its owner alone", () => {
    saveSetting(path, "ADMIN_USER_ID", "anna");
    expect(readFileSync(path, "utf8")).toBe("ADMIN_USER_ID=anna\n");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual([".env"]);
  });

  test.each([
    ["PORT=1\n", "PORT=1\nADMIN_USER_ID=anna\n"],
    ["PORT=1", "PORT=1\nADMIN_USER_ID=anna\n"],
    ["", "ADMIN_USER_ID=anna\n"],
    ["ADMIN_USER_ID=bela\nPORT=1\n", "ADMIN_USER_ID=anna\nPORT=1\n"],
    ["export ADMIN_USER_ID = bela\n", "ADMIN_USER_ID=anna\n"],
    ["ADMIN_USER_ID_OLD=bela\n", "ADMIN_USER_ID_OLD=bela\nADMIN_USER_ID=anna\n"],
    ["# ADMIN_USER_ID=bela\n", "# ADMIN_USER_ID=bela\nADMIN_USER_ID=anna\n"],
    ["ADMIN_USER_ID=a\nADMIN_USER_ID=b\n", "ADMIN_USER_ID=a\nADMIN_USER_ID=anna\n"],
  ])("makes %j into %j", (before, after) => {
    writeFileSync(path, before);
    saveSetting(path, "ADMIN_USER_ID", "anna");
    expect(readFileSync(path, "utf8")).toBe(after);
    expect(parseEnv(after).ADMIN_USER_ID).toBe("anna");
  });

  test("preserves the file's mode", () => {
    writeFileSync(path, "PORT=1\n");
    chmodSync(path, 0o640);
    saveSetting(path, "ADMIN_USER_ID", "anna");
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });
});
