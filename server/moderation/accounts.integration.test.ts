import { expect, test } from "vitest";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { deleteAccount } from "#server/personal-data/delete-account.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { setAccountDisabled, setModerator } from "./accounts.ts";

async function addAdministrator(database: Database) {
  const email = "admin@example.org";
  return { userId: await addAccount(database, email), email, role: "administrator" as const };
}

test("disables and enables an account, with a line in the audit trail for each change", async () => {
  await using db = await createTestDatabase();
  const administrator = await addAdministrator(db.database);
  const accountId = await addAccount(db.database, "anna@example.org");
  const set = (disabled: boolean) => setAccountDisabled(db, { accountId, disabled }, administrator);
  const isDisabled = async () =>
    (
      await db.database
        .selectFrom("account")
        .select("disabled")
        .where("id", "=", accountId)
        .executeTakeFirstOrThrow()
    ).disabled;

  expect(await set(true)).toEqual({ ok: true });
  expect(await isDisabled()).toBe(true);
  expect(await set(true)).toEqual({ ok: true });
  expect(await set(false)).toEqual({ ok: true });
  expect(await isDisabled()).toBe(false);
  const trail = db.database.selectFrom("audit").select(["actor", "action", "user_id"]);
  expect(await trail.orderBy("id").execute()).toEqual([
    { actor: administrator.userId, action: "disable-account", user_id: accountId },
    { actor: administrator.userId, action: "enable-account", user_id: accountId },
  ]);
});

test("ends the account's sessions and no other", async () => {
  await using db = await createTestDatabase();
  const administrator = await addAdministrator(db.database);
  const accountId = await addAccount(db.database, "anna@example.org");
  const other = await addAccount(db.database, "bela@example.org");
  await setAccountDisabled(db, { accountId, disabled: true }, administrator);
  const sessions = await db.database.selectFrom("session").select("account_id").execute();
  expect(new Set(sessions.map(({ account_id }) => account_id))).toEqual(
    new Set([administrator.userId, other]),
  );
});

test("is permitted on every account but the own, and lost with the account", async () => {
  await using db = await createTestDatabase();
  const administrator = await addAdministrator(db.database);
  const accountId = await addAccount(db.database, "anna@example.org");
  const forbidden = { ok: false, code: "error.forbidden" };
  const disableAs = (viewer: Viewer) =>
    setAccountDisabled(db, { accountId, disabled: true }, viewer);
  expect(await disableAs({ ...administrator, userId: accountId })).toEqual(forbidden);
  expect(
    await setAccountDisabled(db, { accountId: "nobody", disabled: true }, administrator),
  ).toEqual({ ok: false, code: "error.notfound" });
  await deleteAccount(db, administrator.userId);
  expect(await disableAs(administrator)).toEqual({ ok: false, code: "error.signin" });
});

async function moderatorsOf(database: Database): Promise<string[]> {
  const accounts = database.selectFrom("account").select("email");
  const rows = await accounts.where("moderator_since", "is not", null).execute();
  return rows.map(({ email }) => email);
}

test("makes an account a moderator's and ends that, with a line for each change", async () => {
  await using db = await createTestDatabase();
  const deps = { database: db.database, now: () => new Date() };
  const administrator = await addAdministrator(db.database);
  const accountId = await addAccount(db.database, "anna@example.org");
  const set = (isModerator: boolean) =>
    setModerator(deps, { accountId, isModerator }, administrator);

  expect(await set(false)).toEqual({ ok: true });
  expect(await set(true)).toEqual({ ok: true });
  expect(await moderatorsOf(db.database)).toEqual(["anna@example.org"]);
  expect(await set(true)).toEqual({ ok: true });
  expect(await set(false)).toEqual({ ok: true });
  expect(await moderatorsOf(db.database)).toEqual([]);
  const trail = db.database.selectFrom("audit").select(["actor", "action", "user_id"]);
  expect(await trail.orderBy("id").execute()).toEqual([
    { actor: administrator.userId, action: "appoint-moderator", user_id: accountId },
    { actor: administrator.userId, action: "dismiss-moderator", user_id: accountId },
  ]);
});

test("appoints no account that is disabled, unconfirmed, unknown or the administrator's", async () => {
  await using db = await createTestDatabase();
  const deps = { database: db.database, now: () => new Date() };
  const administrator = await addAdministrator(db.database);
  const accountId = await addAccount(db.database, "anna@example.org");
  const appoint = (id: string) =>
    setModerator(deps, { accountId: id, isModerator: true }, administrator);
  const change = (columns: { disabled?: boolean; email_verified?: boolean }) =>
    db.database.updateTable("account").set(columns).where("id", "=", accountId).execute();

  await change({ disabled: true });
  expect(await appoint(accountId)).toEqual({ ok: false, code: "error.forbidden" });
  await change({ disabled: false, email_verified: false });
  expect(await appoint(accountId)).toEqual({ ok: false, code: "error.forbidden" });
  expect(await appoint(administrator.userId)).toEqual({ ok: false, code: "error.forbidden" });
  for (const unknown of ["nobody", "\u0000"]) {
    expect(await appoint(unknown)).toEqual({ ok: false, code: "error.notfound" });
  }
  expect(await moderatorsOf(db.database)).toEqual([]);
});

test("a moderator who is disabled is not one any more, also once the account is enabled", async () => {
  await using db = await createTestDatabase();
  const deps = { database: db.database, now: () => new Date() };
  const administrator = await addAdministrator(db.database);
  const accountId = await addAccount(db.database, "anna@example.org");
  await setModerator(deps, { accountId, isModerator: true }, administrator);
  await setAccountDisabled(db, { accountId, disabled: true }, administrator);
  await setAccountDisabled(db, { accountId, disabled: false }, administrator);
  expect(await moderatorsOf(db.database)).toEqual([]);
  const trail = db.database.selectFrom("audit").select("action").orderBy("id");
  expect((await trail.execute()).map(({ action }) => action)).toEqual([
    "appoint-moderator",
    "disable-account",
    "dismiss-moderator",
    "enable-account",
  ]);
});
