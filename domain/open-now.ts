import type { LocalTime } from "./local-time.ts";
import {
  isOvernight,
  type OpeningRange,
  type OpeningTimes,
  parseOpeningRange,
} from "./opening-times.ts";

/**
 * Whether a place is open at a local time (docs/product#open-now): both ends belong to
 * the range to the minute, so `08:00-18:00` is open at 08:00 and still at 18:00. `-` is not open.
 * Yesterday's overnight range counts until it closes. `24:00` is the end of its day: 00:00 belongs to
 * the next one.
 */
export function isOpenAt(times: OpeningTimes, local: LocalTime): boolean {
  return runningRangeAt(times, local) !== null;
}

/** A range that a place is open by, and the day it opened on. */
export interface RunningRange extends OpeningRange {
  /** 0 for today's range, -1 for yesterday's overnight range. */
  readonly dayOffset: 0 | -1;
}

/** The range by which a place is open: yesterday's overnight range first, then today's; else null. */
export function runningRangeAt(
  times: OpeningTimes,
  { weekday, minuteOfDay }: LocalTime,
): RunningRange | null {
  const yesterday = parseOpeningRange(times[(weekday + 6) % 7]);
  if (yesterday !== null && isOvernight(yesterday) && minuteOfDay <= yesterday.closesMinute) {
    return { ...yesterday, dayOffset: -1 };
  }
  const today = parseOpeningRange(times[weekday]);
  if (today === null || minuteOfDay < today.opensMinute) return null;
  if (!isOvernight(today) && minuteOfDay > today.closesMinute) return null;
  return { ...today, dayOffset: 0 };
}
