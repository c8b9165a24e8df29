import { beforeEach, expect, test } from "vitest";
import { createReadLimiters, MemoryRateLimiter } from "./request-limits.ts";

let nowMs: number;
let limiter: MemoryRateLimiter;

/** Seconds until the next request is let through; null where this one is. */
function retryAfter(ipAddress: string): number | null {
  const { isRefused, resetSeconds } = limiter.consume(ipAddress);
  return isRefused ? resetSeconds : null;
}

beforeEach(() => {
  nowMs = 5_000;
  limiter = new MemoryRateLimiter({ name: "test", perIpAddress: 2, overall: 3 }, () => nowMs);
});

test("lets an address send its limit in a minute", () => {
  expect([1, 2, 3].map(() => retryAfter("192.0.2.1"))).toEqual([null, null, 60]);
  nowMs += 59_999;
  expect(retryAfter("192.0.2.1")).toBe(1);
  nowMs += 1;
  expect(retryAfter("192.0.2.1")).toBeNull();
});

test("lets all addresses together send their limit in a minute, first calls by themselves; refused ones do not count", () => {
  const take = (last: number) => retryAfter(`192.0.2.${last}`);
  limiter = new MemoryRateLimiter({ name: "test", perIpAddress: 4, overall: 3 }, () => nowMs);
  // A first call and three further ones; then the limit of further ones is reached for all.
  expect([1, 1, 1, 1, 1, 1].map(take)).toEqual([null, null, null, null, 60, 60]);
  expect([2, 2, 3].map(take)).toEqual([null, 60, null]);
  expect([4, 4].map(take)).toEqual([60, 60]);
  nowMs += 60_000;
  expect([4, 4].map(take)).toEqual([null, null]);
});

test("limits an IPv6 link, and with larger limits the networks of a customer", () => {
  limiter = new MemoryRateLimiter({ name: "test", perIpAddress: 1, overall: 100 }, () => nowMs);
  const from = (subnets: number[]) =>
    subnets.map((subnet) => retryAfter(`2001:db8:0:${subnet.toString(16)}::1`));
  expect(from([0, 0])).toEqual([null, 60]);
  // Four of a /56, and sixteen of a /48.
  expect(from([1, 2, 3, 4])).toEqual([null, null, null, 60]);
  const others = Array.from({ length: 13 }, (_, n) => 0x100 * (n + 1));
  expect(from(others)).toEqual([...Array(12).fill(null), 60]);
  expect(retryAfter("2001:db8:1::1")).toBeNull();
});

test("counts one first request of an IPv6 customer, whatever its link", () => {
  limiter = new MemoryRateLimiter({ name: "test", perIpAddress: 20, overall: 2 }, () => nowMs);
  for (let subnet = 0; subnet < 4; subnet++) retryAfter(`2001:db8:0:${subnet}::1`);
  expect(retryAfter("192.0.2.9")).toBeNull();
});

test("returns the number of remaining requests, and gives our own pages ten times as many", () => {
  const { ofPrograms, ofOwnPages } = createReadLimiters(2);
  const counted = [1, 2, 3].map(() => ofPrograms.consume("192.0.2.1"));
  expect(counted.map(({ isRefused, limit, remaining }) => [isRefused, limit, remaining])).toEqual([
    [false, 2, 1],
    [false, 2, 0],
    [true, 2, 0],
  ]);
  for (const { resetSeconds } of counted) expect(resetSeconds).toBe(60);
  expect(ofPrograms.consume("192.0.2.2").isRefused).toBe(false);
  expect(ofOwnPages.consume("192.0.2.1")).toMatchObject({ limit: 20, remaining: 19 });
});
