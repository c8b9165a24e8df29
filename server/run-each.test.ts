import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runEach } from "./run-each.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const hourMs = 3_600_000;

it("does its task at once and every hour, also after a failure, until it is disposed", async () => {
  const warn = vi.fn();
  const task = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue(undefined);
  const running = runEach("hour", task, { log: { warn }, failure: "not done" });
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
  const running = runEach("hour", () => promise, { log: { warn: vi.fn() }, failure: "not done" });
  let isOver = false;
  const over = running[Symbol.asyncDispose]().then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver).toBe(false);
  resolve();
  await over;
});

it("does its task at once and after each midnight, and an hour after a failure", async () => {
  vi.setSystemTime("2026-06-10T21:30:00.000Z");
  const warn = vi.fn();
  const task = vi.fn().mockResolvedValue(undefined);
  const running = runEach("day", task, { log: { warn }, failure: "not done" });
  await vi.advanceTimersByTimeAsync(2.5 * hourMs - 1);
  expect(task).toHaveBeenCalledTimes(1);
  task.mockRejectedValueOnce(new Error("away"));
  await vi.advanceTimersByTimeAsync(1);
  expect(task).toHaveBeenCalledTimes(2);
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.anything(), "not done");
  await vi.advanceTimersByTimeAsync(hourMs);
  expect(task).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(23 * hourMs - 1);
  expect(task).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(task).toHaveBeenCalledTimes(4);
  await running[Symbol.asyncDispose]();
  await vi.advanceTimersByTimeAsync(48 * hourMs);
  expect(task).toHaveBeenCalledTimes(4);
});
