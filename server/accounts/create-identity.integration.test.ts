import { expect, it, vi } from "vitest";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { createIdentity } from "./create-identity.ts";

it.each([
  { rateLimits: false, warnings: 1 },
  { rateLimits: true, warnings: 0 },
])("warns at each start where attempts are not limited: %o", async ({ rateLimits, warnings }) => {
  await using db = await createTestDatabase();
  const warn = vi.fn();
  const { identity } = createIdentity({
    config: { publicUrl: null, port: 3000, google: null, rateLimits },
    authSecret: "a-secret-that-is-only-for-tests-0123456789",
    database: db.database,
    log: { ...silentLog, debug: warn, info: warn, error: warn, warn },
    mails: { sendReset: vi.fn(), sendVerification: vi.fn() },
  });
  const caller = { headers: new Headers(), clientAddress: "192.0.2.1", language: "en" } as const;
  expect(await identity.signIn(caller, { email: "a@b.test", password: "x" })).toMatchObject({
    code: "error.usernotfound",
  });
  expect(warn).toHaveBeenCalledTimes(warnings);
});
