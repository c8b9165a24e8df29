import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { refreshEachMinute } from "./follow-place-changes.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-05-04T07:58:20.500Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

it("refreshes when the minute turns, once a minute, until it is disposed", () => {
  const instants: string[] = [];
  const placeIndex = {
    refreshOpenSchedules(now: Date) {
      instants.push(now.toISOString().slice(11, 16));
      return true;
    },
  };
  const refreshing = refreshEachMinute({ placeIndex, now: () => new Date() });
  vi.advanceTimersByTime(39_499);
  expect(instants).toEqual([]);
  vi.advanceTimersByTime(2);
  expect(instants).toEqual(["07:59"]);
  vi.advanceTimersByTime(120_000);
  expect(instants).toEqual(["07:59", "08:00", "08:01"]);
  refreshing[Symbol.dispose]();
  vi.advanceTimersByTime(120_000);
  expect(instants).toHaveLength(3);
});
