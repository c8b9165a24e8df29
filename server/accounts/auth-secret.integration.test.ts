import { expect, it, vi } from "vitest";
import { recordAuthSecret } from "#server/accounts/auth-secret.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";

it("warns where the server before had another secret, once for each change, and stores none", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  const warningsOf = async (secret: string) => {
    const warn = vi.fn();
    await recordAuthSecret({ database, log: { warn } }, secret);
    return warn.mock.calls.length;
  };
  const [one, other] = ["a".repeat(32), "b".repeat(32)];
  expect(await warningsOf(one)).toBe(0);
  expect(await warningsOf(one)).toBe(0);
  expect(await warningsOf(other)).toBe(1);
  expect(await warningsOf(other)).toBe(0);
  expect(await warningsOf(one)).toBe(1);
  const stored = await database.selectFrom("auth_secret_mark").selectAll().execute();
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain("aaaa");
});
