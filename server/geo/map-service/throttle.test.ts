import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Throttle } from "./map-service.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const paceOf = (maxQueued: number) =>
  new Throttle({ intervalMs: 1000, maxQueued, nowMs: () => Date.now() });

/** Records the time of each call, or that it was refused. */
function startCalls(throttle: Throttle, count: number) {
  const begunMs = Date.now();
  const starts: (number | "sent away")[] = [];
  for (let index = 0; index < count; index++) {
    void throttle.take().then((isMine) => {
      starts[index] = isMine ? Date.now() - begunMs : "sent away";
    });
  }
  return starts;
}

test("lets the first through at once and the newest of a burst a second later", async () => {
  const starts = startCalls(paceOf(1), 20);
  await vi.advanceTimersByTimeAsync(5000);
  expect(starts[0]).toBe(0);
  expect(starts[19]).toBe(1000);
  expect(starts.filter((start) => start === "sent away")).toHaveLength(18);
});

test("lets as many through as may be queued, in their order, a second apart", async () => {
  const starts = startCalls(paceOf(2), 4);
  await vi.advanceTimersByTimeAsync(5000);
  expect(starts).toEqual([0, "sent away", 1000, 2000]);
});

test("lets one through at once that comes after the interval", async () => {
  const throttle = paceOf(1);
  startCalls(throttle, 1);
  await vi.advanceTimersByTimeAsync(1000);
  const starts = startCalls(throttle, 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(starts).toEqual([0]);
});
