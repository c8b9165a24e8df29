import { beforeEach, expect, test } from "vitest";
import { createReadingLimits, MemoryLimit } from "./memory-limit.ts";

let nowMs: number;
let limit: MemoryLimit;
beforeEach(() => {
  nowMs = 5_000;
  limit = new MemoryLimit({ name: "test", ofAddress: 2, ofAll: 3 }, () => nowMs);
});

test("lets through what an address may send in a minute", () => {
  expect([1, 2, 3].map(() => limit.take("192.0.2.1"))).toEqual([null, null, 60]);
  nowMs += 59_999;
  expect(limit.take("192.0.2.1")).toBe(1);
  nowMs += 1;
  expect(limit.take("192.0.2.1")).toBeNull();
});

test("lets through what all may send in a minute, first calls by themselves; what it refuses does not count", () => {
  const take = (last: number) => limit.take(`192.0.2.${last}`);
  limit = new MemoryLimit({ name: "test", ofAddress: 4, ofAll: 3 }, () => nowMs);
  // A first call and three further ones, then no further one of anybody.
  expect([1, 1, 1, 1, 1, 1].map(take)).toEqual([null, null, null, null, 60, 60]);
  expect([2, 2, 3].map(take)).toEqual([null, 60, null]);
  expect([4, 4].map(take)).toEqual([60, 60]);
  nowMs += 60_000;
  expect([4, 4].map(take)).toEqual([null, null]);
});

test("takes the network of a customer for one address", () => {
  expect(limit.take("2001:db8:0:1::1")).toBeNull();
  expect(limit.take("2001:db8:0:2::1")).toBeNull();
  expect(limit.take("2001:db8:0:3::1")).toBe(60);
});

test("says how many calls are left, and gives our own pages ten times as many", () => {
  const { ofPrograms, ofOwnPages } = createReadingLimits(2);
  const counted = [1, 2, 3].map(() => ofPrograms.count("192.0.2.1"));
  expect(counted.map(({ isRefused, limit, left }) => [isRefused, limit, left])).toEqual([
    [false, 2, 1],
    [false, 2, 0],
    [true, 2, 0],
  ]);
  for (const { resetSeconds } of counted) expect(resetSeconds).toBe(60);
  expect(ofPrograms.count("192.0.2.2").isRefused).toBe(false);
  expect(ofOwnPages.count("192.0.2.1")).toMatchObject({ limit: 20, left: 19 });
});
