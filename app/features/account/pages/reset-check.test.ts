import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { raceTimeout } from "./reset-check.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("gives a value that comes in time", async () => {
  expect(await raceTimeout(Promise.resolve("here"), 100)).toEqual({ now: "here" });
  expect(vi.getTimerCount()).toBe(0);
});

it("hands on the promise of a slower one", async () => {
  let arrive: (value: string) => void = () => {};
  const slow = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  const settling = raceTimeout(slow, 100);
  await vi.advanceTimersByTimeAsync(100);
  const settled = await settling;
  arrive("late");
  expect("later" in settled && (await settled.later)).toBe("late");
});

it("fails with a promise that fails in time", async () => {
  await expect(raceTimeout(Promise.reject(new Error("gone")), 100)).rejects.toThrow("gone");
});
