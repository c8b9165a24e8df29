import { formatMinuteOfDay, localTimeOnWall, minutesPerDay } from "#domain/opening/local-time.ts";
import type { HoursSpan } from "#domain/opening/status-changes.ts";
import type { EvaluateHours } from "./evaluate-hours.ts";

/** Date of the year, with its opening times. */
export interface OpeningDay {
  /** 0 Monday … 6 Sunday. */
  readonly weekday: number;
  readonly isPublicHoliday: boolean;
  /** Openings that begin on this date, in order; each up to 24 hours long, also past midnight. */
  readonly ranges: readonly DayRange[];
  /** Whether no opening depends on a condition. */
  readonly isCertain: boolean;
  /** Whether it is unknown from midnight to midnight. */
  readonly isUnknown: boolean;
}

const minuteMs = 60_000;
const dayMs = minutesPerDay * minuteMs;

/**
 * Days of a year, in wall time, except a few that the library cannot evaluate.
 *
 * @throws the library's errors, which may be plain strings, for a text that it cannot evaluate
 */
export function daysOfYear(
  evaluate: EvaluateHours,
  isPublicHoliday: (midnightMs: number) => boolean,
  year: number,
): OpeningDay[] {
  const ranges = new Map<number, DayRange[]>();
  const uncertainDays = new Set<number>();
  const unknownDays = new Set<number>();
  // With some more days on both sides, so that no opening is cut at the end of the year.
  const [first, end] = [Date.UTC(year, 0, -3), Date.UTC(year + 1, 0, 4)];
  const { spans, sunlessDays } = evaluateYear(evaluate, first, end);
  for (const { day, range, state } of rangesByDay(spans, end)) {
    if (state === "open") ranges.set(day, [...(ranges.get(day) ?? []), range]);
    else {
      uncertainDays.add(day);
      if (range.fromMinute === 0 && range.toMinute === minutesPerDay) unknownDays.add(day);
    }
  }
  return midnightsBetween(Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1))
    .filter((day) => !sunlessDays.has(day))
    .map((day) => ({
      weekday: localTimeOnWall(day).weekday,
      isPublicHoliday: isPublicHoliday(day),
      ranges: ranges.get(day) ?? [],
      isCertain: !uncertainDays.has(day),
      isUnknown: unknownDays.has(day),
    }));
}

/** Maximum number of days without sunrise or sunset that are ignored. */
const maxSunlessDays = 3;

/** Evaluates a time: its spans, cut at the ends, and the days without sunrise or sunset. */
function evaluateYear(evaluate: EvaluateHours, first: number, end: number) {
  const sunlessDays = new Set<number>();
  try {
    return { spans: cutSpans(evaluate(first, end), first, end), sunlessDays };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const spans = midnightsBetween(first, end).flatMap((day): HoursSpan[] => {
    try {
      return cutSpans(evaluate(day, day + dayMs), day, day + dayMs);
    } catch (error) {
      sunlessDays.add(day);
      if (!(error instanceof RangeError) || sunlessDays.size > maxSunlessDays) throw error;
      return [{ from: day, state: "closed" }];
    }
  });
  return { spans, sunlessDays };
}

/** Cuts spans to a time; the first begins at its beginning. */
export function cutSpans(spans: readonly HoursSpan[], first: number, end: number): HoursSpan[] {
  const within = spans.filter(({ from }, index) => {
    return from < end && (spans.at(index + 1)?.from ?? end) > first;
  });
  return within.map((span) => ({ ...span, from: Math.max(span.from, first) }));
}

/** Range of a day with the state open or unknown. */
interface RangeOfDay {
  /** Wall time of the day's midnight. */
  readonly day: number;
  readonly range: DayRange;
  readonly state: "open" | "unknown";
}

/**
 * Ranges by day: one of less than 24 hours belongs to the day on which it opens; a longer one is cut at midnight.
 * Two that meet without a gap are one.
 *
 * @param end wall time at which the last span ends
 */
export function rangesByDay(spans: readonly HoursSpan[], end: number): RangeOfDay[] {
  const runs = spans.filter(({ state }, index) => state !== spans[index - 1]?.state);
  return runs.flatMap(({ from, state }, index) => {
    if (state === "closed") return [];
    const ranges = cutIntoDays(from, runs.at(index + 1)?.from ?? end);
    return ranges.map(([day, range]) => ({ day, range, state }));
  });
}

function cutIntoDays(from: number, to: number): [day: number, range: DayRange][] {
  const firstDay = Math.floor(from / dayMs) * dayMs;
  const [fromMinute, lastMinute] = [from, to].map((at) => Math.floor((at - firstDay) / minuteMs));
  if (lastMinute - fromMinute < minutesPerDay) {
    return [[firstDay, { fromMinute, toMinute: lastMinute }]];
  }
  const days = Math.ceil(lastMinute / minutesPerDay);
  return Array.from({ length: days }, (_, day) => [
    firstDay + day * dayMs,
    {
      fromMinute: day === 0 ? fromMinute : 0,
      toMinute: Math.min(lastMinute - day * minutesPerDay, minutesPerDay),
    },
  ]);
}

function midnightsBetween(first: number, end: number): number[] {
  return Array.from({ length: (end - first) / dayMs }, (_, day) => first + day * dayMs);
}

/** Opening in minutes since the midnight at which its day begins; past 1440 it is overnight. */
export interface DayRange {
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** `HH:MM-HH:MM`; a range past midnight closes on the next day's clock. */
export function formatDayRange({ fromMinute, toMinute }: DayRange): string {
  const closes = toMinute > minutesPerDay ? toMinute - minutesPerDay : toMinute;
  return `${formatMinuteOfDay(fromMinute)}-${formatMinuteOfDay(closes)}`;
}

/** Intersection of the days' ranges; empty without days. Each day's ranges are in order. */
export function commonRanges(days: readonly (readonly DayRange[])[]): readonly DayRange[] {
  return days.length === 0 ? [] : days.reduce(overlaps);
}

/** Longest range, the earliest of several; null without ranges. */
export function longestRange(ranges: readonly DayRange[]): DayRange | null {
  const lengthOf = ({ fromMinute, toMinute }: DayRange) => toMinute - fromMinute;
  return ranges.reduce<DayRange | null>(
    (longest, range) => (longest && lengthOf(longest) >= lengthOf(range) ? longest : range),
    null,
  );
}

function overlaps(some: readonly DayRange[], others: readonly DayRange[]): DayRange[] {
  return some.flatMap((one) =>
    others
      .map((other) => ({
        fromMinute: Math.max(one.fromMinute, other.fromMinute),
        toMinute: Math.min(one.toMinute, other.toMinute),
      }))
      .filter(({ fromMinute, toMinute }) => fromMinute < toMinute),
  );
}
