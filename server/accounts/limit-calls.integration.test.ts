import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { limitCalls } from "./limit-calls.ts";
import { visitor } from "./viewer.ts";

const limit = { name: "test", attempts: 2, windowMs: 60_000 };
const user = { userId: "anna", email: null, isAdministrator: false };

test("an account is limited wherever it calls from, an address whoever calls", async () => {
  await using db = await createTestDatabase();
  const call = (clientAddress: string, viewer = visitor, isOn = true) =>
    limitCalls({ database: db.database, isOn }, limit, { caller: { clientAddress }, viewer });
  expect(await call("192.0.2.1", user)).toBeNull();
  expect(await call("192.0.2.2", user)).toBeNull();
  expect(await call("192.0.2.3", user)).toBeGreaterThan(0);
  // What the account was refused did not count for the address.
  expect([await call("192.0.2.3"), await call("192.0.2.3")]).toEqual([null, null]);
  expect(await call("192.0.2.3")).toBeGreaterThan(0);
  expect(await call("192.0.2.3", visitor, false)).toBeNull();
});
