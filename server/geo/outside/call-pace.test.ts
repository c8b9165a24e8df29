import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallPace } from "./call-pace.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const paceOf = (maxWaiting: number) =>
  new CallPace({ intervalMs: 1000, maxWaiting, nowMs: () => Date.now() });

/** Notes when each of the turns comes, or that it was sent away. */
function takeTurns(pace: CallPace, count: number) {
  const begunMs = Date.now();
  const turns: (number | "sent away")[] = [];
  for (let index = 0; index < count; index++) {
    void pace.take().then((isMine) => {
      turns[index] = isMine ? Date.now() - begunMs : "sent away";
    });
  }
  return turns;
}

test("lets the first through at once and the newest of a burst a second later", async () => {
  const turns = takeTurns(paceOf(1), 20);
  await vi.advanceTimersByTimeAsync(5000);
  expect(turns[0]).toBe(0);
  expect(turns[19]).toBe(1000);
  expect(turns.filter((turn) => turn === "sent away")).toHaveLength(18);
});

test("lets as many as may wait through in their order, a second apart", async () => {
  const turns = takeTurns(paceOf(2), 4);
  await vi.advanceTimersByTimeAsync(5000);
  expect(turns).toEqual([0, "sent away", 1000, 2000]);
});

test("lets one through at once that comes after the interval", async () => {
  const pace = paceOf(1);
  takeTurns(pace, 1);
  await vi.advanceTimersByTimeAsync(1000);
  const turns = takeTurns(pace, 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toEqual([0]);
});
