import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createIdentity } from "#server/accounts/create-identity.ts";
import { addAccount } from "#tests/support/add-account.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { silentLog } from "#tests/support/silent-log.ts";

const run = promisify(execFile);
const password = "Jelszó-2026";
const caller = { headers: new Headers(), clientAddress: "203.0.113.1", language: "hu" } as const;

/** Runs the command on the test's own database, as an operator does. */
async function admin({ connection }: TestDatabase, ...command: string[]): Promise<string> {
  const { host, user, database } = connection;
  const address = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  const { stdout } = await run(
    process.execPath,
    [join(import.meta.dirname, "admin.ts"), ...command],
    {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: address,
        AUTH_SECRET: "s".repeat(32),
        PUBLIC_URL: "https://mosdo.example",
        LANG: "hu_HU.UTF-8",
      },
    },
  );
  return stdout;
}

const linkIn = (output: string) => /https:\S+/.exec(output)?.[0] ?? null;
const settingIn = (output: string) => /ADMIN_USER_ID=(\S+)/.exec(output)?.[1];

function identityOf({ database }: TestDatabase) {
  const { identity } = createIdentity({
    config: { publicUrl: "https://mosdo.example", port: 3000, google: null, rateLimits: true },
    authSecret: "s".repeat(32),
    database,
    mails: { sendReset: async () => {}, sendVerification: async () => {} },
    log: silentLog,
  });
  return identity;
}

test("creates an account whose printed link sets the password that signs in", async () => {
  await using db = await createTestDatabase();
  const output = await admin(db, " Anna@Example.org ");
  const { id } = await db.database.selectFrom("account").select("id").executeTakeFirstOrThrow();
  expect(settingIn(output)).toBe(id);

  const link = new URL(linkIn(output) ?? "");
  expect(link.href).toMatch(/^https:\/\/mosdo\.example\/mail\?mode=resetPassword&.*lang=hu/);
  const code = link.searchParams.get("oobCode") ?? "";
  const identity = identityOf(db);
  const reset = await identity.confirmReset(caller, { code, newPassword: password });
  expect(reset).toMatchObject({ ok: true });
  const email = "anna@example.org";
  expect(await identity.signIn(caller, { email, password })).toMatchObject({ ok: true });
});

test("finds an account, enables it, and leaves its password alone", async () => {
  await using db = await createTestDatabase();
  const id = await addAccount(db.database, "anna@example.org");
  await db.database.updateTable("account").set({ disabled: true }).execute();
  const output = await admin(db, "anna@example.org");
  expect(settingIn(output)).toBe(id);
  expect(linkIn(output)).toBeNull();
  expect(await db.database.selectFrom("account").select(["id", "disabled"]).execute()).toEqual([
    { id, disabled: false },
  ]);
});

test("warns of an account that somebody else may have registered, and offers a way to take it over", async () => {
  await using db = await createTestDatabase();
  const identity = identityOf(db);
  const email = "anna@example.org";
  await identity.createAccount(caller, { email, password });
  const output = await admin(db, email);
  expect(output).toContain("Nobody has shown yet that this address is theirs");
  const code = new URL(linkIn(output) ?? "").searchParams.get("oobCode") ?? "";
  await identity.confirmReset(caller, { code, newPassword: "Másik-jelszó-1" });
  expect(await identity.signIn(caller, { email, password })).toMatchObject({ ok: false });
  expect(await db.database.selectFrom("session").selectAll().execute()).toEqual([]);
});

test.each([[[]], [["anna"]], [["anna@example.org", "b@example.org"]], [["a@b.hu", "--sav"]]])(
  "says how it is used when it is called with %j",
  async (command) => {
    await using db = await createTestDatabase();
    const failed = await admin(db, ...command).catch((error) => error);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("usage: npm run") });
    expect(await db.database.selectFrom("account").selectAll().execute()).toEqual([]);
  },
);
