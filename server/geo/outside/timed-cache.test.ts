import { expect, test } from "vitest";
import { TimedCache } from "./timed-cache.ts";

function cacheAt() {
  const clock = { ms: 0 };
  return {
    clock,
    cache: new TimedCache<string>({ capacity: 2, ttlMs: 100, nowMs: () => clock.ms }),
  };
}

test("keeps a value for its time", () => {
  const { cache, clock } = cacheAt();
  cache.set("a", "1");
  clock.ms = 99;
  expect(cache.find("a")).toBe("1");
  clock.ms = 100;
  expect(cache.find("a")).toBeNull();
  expect(cache.size).toBe(0);
});

test("never holds more than it may; what was asked for longest ago goes", () => {
  const { cache } = cacheAt();
  cache.set("a", "1");
  cache.set("b", "2");
  cache.find("a");
  cache.set("c", "3");
  expect(cache.size).toBe(2);
  expect(cache.find("b")).toBeNull();
  expect(cache.find("a")).toBe("1");
  expect(cache.find("c")).toBe("3");
});
