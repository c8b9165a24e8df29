import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runEachHour } from "./run-each-hour.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const hourMs = 3_600_000;

it("does its task at once and every hour, also after a failure, until it is disposed", async () => {
  const warn = vi.fn();
  const task = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue(undefined);
  const running = runEachHour(task, { log: { warn }, failure: "not done" });
  await vi.advanceTimersByTimeAsync(hourMs - 1);
  expect(task).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.anything(), "not done");
  await vi.advanceTimersByTimeAsync(1);
  expect(task).toHaveBeenCalledTimes(2);
  await running[Symbol.asyncDispose]();
  await vi.advanceTimersByTimeAsync(hourMs);
  expect(task).toHaveBeenCalledTimes(2);
});

it("waits at the end for a task under way", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = runEachHour(() => promise, { log: { warn: vi.fn() }, failure: "not done" });
  let isOver = false;
  const over = running[Symbol.asyncDispose]().then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver).toBe(false);
  resolve();
  await over;
});
