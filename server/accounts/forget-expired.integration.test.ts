import { expect, test } from "vitest";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { forgetExpired } from "./forget-expired.ts";

const past = new Date(Date.now() - 1_000);
const future = new Date(Date.now() + 60_000);

test("removes what has expired, and nothing else", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  const account_id = await addAccount(database, "anna@example.org");
  await database
    .insertInto("session")
    .values({ id: "old", account_id, token: "old", expires_at: past })
    .execute();
  await database
    .insertInto("verification")
    .values([
      { id: "old", identifier: "a", value: "", expires_at: past },
      { id: "new", identifier: "b", value: "", expires_at: future },
    ])
    .execute();
  await database
    .insertInto("rate_limit")
    .values([
      { key: "old", attempts: [past], allowed: true, expires_at: past },
      { key: "new", attempts: [past], allowed: true, expires_at: future },
    ])
    .execute();

  await forgetExpired(db);
  const sessions = await database.selectFrom("session").select("token").execute();
  expect(sessions).toEqual([{ token: "token of anna@example.org" }]);
  expect(await database.selectFrom("verification").select("id").execute()).toEqual([{ id: "new" }]);
  expect(await database.selectFrom("rate_limit").select("key").execute()).toEqual([{ key: "new" }]);
});
