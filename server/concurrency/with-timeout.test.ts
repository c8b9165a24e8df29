import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withTimeout } from "./with-timeout.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const afterMs = (ms: number, value: string) =>
  new Promise<string>((resolve) => setTimeout(resolve, ms, value));

test("returns a result in time, and leaves no timer", async () => {
  const result = withTimeout(100, afterMs(99, "done"), () => "late");
  await vi.advanceTimersByTimeAsync(99);
  expect(await result).toBe("done");
  expect(vi.getTimerCount()).toBe(0);
});

test("returns the fallback for late work", async () => {
  const result = withTimeout(100, afterMs(101, "done"), () => "late");
  await vi.advanceTimersByTimeAsync(100);
  expect(await result).toBe("late");
});

test("throws the error of the fallback for late work", async () => {
  const result = withTimeout(100, afterMs(101, "done"), () => {
    throw new Error("too late");
  });
  const expected = expect(result).rejects.toThrow("too late");
  await vi.advanceTimersByTimeAsync(100);
  await expected;
});

test("throws an error of the work in time, and leaves no timer", async () => {
  const work = Promise.reject(new Error("broken"));
  await expect(withTimeout(100, work, () => "late")).rejects.toThrow("broken");
  expect(vi.getTimerCount()).toBe(0);
});

test("drops the error of late work", async () => {
  const work = afterMs(200, "").then(() => Promise.reject(new Error("broken")));
  const result = withTimeout(100, work, () => "late");
  await vi.advanceTimersByTimeAsync(300);
  expect(await result).toBe("late");
});
