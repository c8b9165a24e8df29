import { expect, test } from "vitest";
import { deleteAccount } from "#server/accounts/delete-account.ts";
import { visitor } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { setAccountDisabled } from "./accounts.ts";

async function addAdministrator(database: Database) {
  const email = "admin@example.org";
  return { userId: await addAccount(database, email), email, isAdministrator: true };
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

test("is the administrator's right, on everyone's account but the own", async () => {
  await using db = await createTestDatabase();
  const administrator = await addAdministrator(db.database);
  const accountId = await addAccount(db.database, "anna@example.org");
  const forbidden = { ok: false, code: "error.forbidden" };
  const user = { ...administrator, userId: "bela", isAdministrator: false };
  const disableAs = (viewer: typeof visitor) =>
    setAccountDisabled(db, { accountId, disabled: true }, viewer);
  expect(await disableAs(visitor)).toEqual({ ok: false, code: "error.signin" });
  expect(await disableAs(user)).toEqual(forbidden);
  expect(await disableAs({ ...administrator, userId: accountId })).toEqual(forbidden);
  expect(
    await setAccountDisabled(db, { accountId: "nobody", disabled: true }, administrator),
  ).toEqual({ ok: false, code: "error.notfound" });
  await deleteAccount(db, administrator.userId);
  expect(await disableAs(administrator)).toEqual({ ok: false, code: "error.signin" });
});
