import { expect, test } from "vitest";
import { addAccount } from "#tests/support/add-account.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findOrCreateAccount } from "./find-or-create-account.ts";

test("finds the account of an address", async () => {
  await using db = await createTestDatabase();
  const id = await addAccount(db.database, "anna@example.org");
  const found = await findOrCreateAccount(db, "anna@example.org");
  expect(found).toEqual({ id, isEmailVerified: true, isNew: false });
});

test("makes one, once, where there is none", async () => {
  await using db = await createTestDatabase();
  const asked = Array.from({ length: 8 }, () => findOrCreateAccount(db, "anna@example.org"));
  const found = await Promise.all(asked);
  expect(new Set(found.map(({ id }) => id)).size).toBe(1);
  expect(found.filter(({ isNew }) => isNew)).toHaveLength(1);
});
