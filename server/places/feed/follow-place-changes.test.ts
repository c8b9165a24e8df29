import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forecastInSlices, refreshEachMinute } from "./follow-place-changes.ts";

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

it("forecasts schedules in short turns, and refreshes once when all have a forecast", () => {
  // Each forecast takes a millisecond of the clock.
  let left = 10;
  let made = 0;
  let refreshes = 0;
  const placeIndex = {
    forecastSchedules(_: Date, atMost: number) {
      if (atMost > 0 && left > 0) {
        left--;
        made++;
        vi.advanceTimersByTime(1);
      }
      return left;
    },
    refreshOpenSchedules() {
      refreshes++;
      return true;
    },
  };
  const forecasting = forecastInSlices({ placeIndex, now: () => new Date() });
  vi.advanceTimersByTime(11);
  expect(made).toBe(2);
  expect(refreshes).toBe(0);
  vi.advanceTimersByTime(60);
  expect(made).toBe(10);
  expect(refreshes).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(refreshes).toBe(1);
  left = 3;
  vi.advanceTimersByTime(600);
  expect([made, refreshes]).toEqual([13, 2]);
  forecasting[Symbol.dispose]();
  left = 3;
  vi.advanceTimersByTime(5_000);
  expect(made).toBe(13);
});
