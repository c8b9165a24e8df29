import { sql } from "kysely";
import { describe, expect, it, test } from "vitest";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { consumeAttempt, consumeClientAttempt, consumeRateLimit } from "./rate-limiter.ts";

const limit = { name: "test", attempts: 3, windowMs: 60_000 };

describe("consumeAttempt", () => {
  it("lets as many attempts through as the limit, and returns the wait for the next", async () => {
    await using db = await createTestDatabase();
    const take = () => consumeAttempt(db.database, limit, "anna");
    expect([await take(), await take(), await take()]).toEqual([null, null, null]);
    expect(await take()).toBe(60);
  });

  it("counts each subject and each limit separately", async () => {
    await using db = await createTestDatabase();
    for (let i = 0; i < 4; i++) await consumeAttempt(db.database, limit, "anna");
    expect(await consumeAttempt(db.database, limit, "béla")).toBeNull();
    expect(await consumeAttempt(db.database, { ...limit, name: "other" }, "anna")).toBeNull();
  });

  it("allows another attempt when the oldest leaves the window, and not before", async () => {
    await using db = await createTestDatabase();
    const take = () => consumeAttempt(db.database, limit, "anna");
    for (let i = 0; i < 3; i++) await take();
    const age = (seconds: number) =>
      sql`update rate_limit set attempts[1] = attempts[1] - make_interval(secs => ${seconds})`.execute(
        db.database,
      );
    await age(58);
    expect(await take()).toBeLessThanOrEqual(2);
    await age(2);
    expect(await take()).toBeNull();
    expect(await take()).toBeGreaterThan(50);
  });

  it("does not count a refused attempt", async () => {
    await using db = await createTestDatabase();
    for (let i = 0; i < 9; i++) await consumeAttempt(db.database, limit, "anna");
    const row = await db.database.selectFrom("rate_limit").selectAll().executeTakeFirstOrThrow();
    expect(row.attempts).toHaveLength(3);
  });

  it("applies to simultaneous attempts", async () => {
    await using db = await createTestDatabase();
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => consumeAttempt(db.database, limit, "anna")),
    );
    expect(taken.filter((wait) => wait === null)).toHaveLength(3);
  });

  it("stores no address in plain text", async () => {
    await using db = await createTestDatabase();
    await consumeAttempt(db.database, limit, "anna@example.org");
    const row = await db.database.selectFrom("rate_limit").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain("anna");
  });
});

const callLimit = { name: "test", attempts: 2, windowMs: 60_000 };

test("limits an account from any IP address, and an IP address for any account", async () => {
  await using db = await createTestDatabase();
  const call = (clientAddress: string, userId: string | null = null, isOn = true) =>
    consumeRateLimit({ database: db.database, isOn }, callLimit, { clientAddress, userId });
  expect(await call("192.0.2.1", "anna")).toBeNull();
  expect(await call("192.0.2.2", "anna")).toBeNull();
  expect(await call("192.0.2.3", "anna")).toBeGreaterThan(0);
  // Attempts refused for the account did not count for the address.
  expect([await call("192.0.2.3"), await call("192.0.2.3")]).toEqual([null, null]);
  expect(await call("192.0.2.3")).toBeGreaterThan(0);
  expect(await call("192.0.2.3", null, false)).toBeNull();
});

test("limits an IPv6 link, and with larger limits the networks of a customer", async () => {
  await using db = await createTestDatabase();
  const once = { name: "test", attempts: 1, windowMs: 60_000 };
  const refusedOf = async (subnets: number[]) => {
    const waits: (number | null)[] = [];
    for (const subnet of subnets) {
      const address = `2001:db8:0:${subnet.toString(16)}::1`;
      waits.push(await consumeClientAttempt(db.database, once, address));
    }
    return waits.map((wait) => wait !== null);
  };
  // What a link has refused is not counted against its neighbours.
  expect(await refusedOf([0, 0, 0])).toEqual([false, true, true]);
  expect(await refusedOf([1, 2, 3, 4])).toEqual([false, false, false, true]);
  const others = Array.from({ length: 13 }, (_, n) => 0x100 * (n + 1));
  expect(await refusedOf(others)).toEqual([...Array(12).fill(false), true]);
});
