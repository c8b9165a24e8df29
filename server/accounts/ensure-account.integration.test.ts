import { expect, test } from "vitest";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { ensureAccount } from "./ensure-account.ts";

test("finds the account of an address, and enables it", async () => {
  await using db = await createTestDatabase();
  const id = await addAccount(db.database, "anna@example.org");
  await db.database.updateTable("account").set({ disabled: true }).execute();
  const found = await ensureAccount(db, "anna@example.org");
  expect(found).toEqual({ id, isNew: false });
  expect(await db.database.selectFrom("account").select(["id", "disabled"]).execute()).toEqual([
    { id, disabled: false },
  ]);
});

test("creates a missing account, once", async () => {
  await using db = await createTestDatabase();
  const calls = Array.from({ length: 8 }, () => ensureAccount(db, "anna@example.org"));
  const found = await Promise.all(calls);
  expect(new Set(found.map(({ id }) => id)).size).toBe(1);
  expect(found.filter(({ isNew }) => isNew)).toHaveLength(1);
});
