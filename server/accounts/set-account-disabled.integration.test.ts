import { expect, test } from "vitest";
import { addAccount } from "#tests/support/add-account.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { setAccountDisabled } from "./set-account-disabled.ts";
import { visitor } from "./viewer.ts";

const administrator = { userId: "admin", email: "admin@example.org", isAdministrator: true };

test("disables and enables an account, with a line in the audit trail for each change", async () => {
  await using db = await createTestDatabase();
  const accountId = await addAccount(db.database, "anna@example.org");
  const set = (disabled: boolean) => setAccountDisabled(db, { accountId, disabled }, administrator);
  const isDisabled = async () =>
    (await db.database.selectFrom("account").select("disabled").executeTakeFirstOrThrow()).disabled;

  expect(await set(true)).toEqual({ ok: true });
  expect(await isDisabled()).toBe(true);
  expect(await set(true)).toEqual({ ok: true });
  expect(await set(false)).toEqual({ ok: true });
  expect(await isDisabled()).toBe(false);
  const trail = db.database.selectFrom("audit").select(["actor", "action", "user_id"]);
  expect(await trail.orderBy("id").execute()).toEqual([
    { actor: "admin", action: "disable-account", user_id: accountId },
    { actor: "admin", action: "enable-account", user_id: accountId },
  ]);
});

test("ends the account's sessions and nobody else's", async () => {
  await using db = await createTestDatabase();
  const accountId = await addAccount(db.database, "anna@example.org");
  const other = await addAccount(db.database, "bela@example.org");
  await setAccountDisabled(db, { accountId, disabled: true }, administrator);
  expect(await db.database.selectFrom("session").select("account_id").execute()).toEqual([
    { account_id: other },
  ]);
});

test("is the administrator's right, on everyone's account but the own", async () => {
  await using db = await createTestDatabase();
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
});
