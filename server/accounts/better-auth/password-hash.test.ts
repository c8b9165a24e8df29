import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { formatMovedHash } from "#server/accounts/moved-passwords.ts";
import type { Schema } from "#server/database/schema.ts";
import { quickPasswords } from "#tests/support/quick-passwords.ts";
import { createPasswordCheck, hashPassword, verifyPassword } from "./password-hash.ts";

// One test pays the product's cost.
beforeEach(() => {
  vi.stubEnv("MOSDO_QUICK_PASSWORDS", quickPasswords.MOSDO_QUICK_PASSWORDS);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

it("verifies the same password, and no other", async () => {
  vi.unstubAllEnvs();
  const hash = await hashPassword("Jelszó-123");
  expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  expect(await verifyPassword({ hash, password: "Jelszó-123" })).toBe(true);
  expect(await verifyPassword({ hash, password: "Jelszo-123" })).toBe(false);
});

it("accepts a letter with its accent in either form", async () => {
  const hash = await hashPassword("Jelsz\u00f3-123");
  expect(await verifyPassword({ hash, password: "Jelszo\u0301-123" })).toBe(true);
});

it("salts: two hashes of one password differ", async () => {
  expect(await hashPassword("Jelszó-123")).not.toBe(await hashPassword("Jelszó-123"));
});

it.each(["", "abc", "abc:", ":", "abc:00"])("finds no password behind %o", async (hash) => {
  expect(await verifyPassword({ hash, password: "" })).toBe(false);
});

it("computes the queued hashes, and refuses those that would wait too long", async () => {
  const attempts = Array.from({ length: 60 }, () => hashPassword("x"));
  const results = await Promise.allSettled(attempts);
  const refused = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason] : [],
  );
  // Two at once and fifty that wait; on a slow machine the last of them wait too long as well.
  expect(refused.length).toBeGreaterThanOrEqual(8);
  expect(refused.length).toBeLessThan(60);
  for (const reason of refused) {
    expect(reason).toMatchObject({
      statusCode: 503,
      body: { code: "error.unavailable" },
    });
    expect(new Headers(reason.headers).get("Retry-After")).toBe("5");
  }
  expect(await hashPassword("x")).toContain(":");
});

it("does not block other hashes while the database does not respond for an old password", async () => {
  const database = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () =>
        Object.assign(new DummyDriver(), { acquireConnection: () => new Promise<never>(() => {}) }),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const log = { error: () => {} };
  const check = createPasswordCheck({ database, authSecret: "secret", log });
  const [salt, key] = [Buffer.from("salt"), Buffer.from("key")];
  const hash = formatMovedHash({ parametersId: 1, salt, hash: key });
  for (let attempt = 0; attempt < 3; attempt++) void check({ hash, password: "x" });
  expect(await hashPassword("x")).toContain(":");
});
