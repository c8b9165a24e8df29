import type opening_hours from "opening_hours";
import { minutesPerDay } from "#domain/opening/local-time.ts";
import { WallDate } from "./hours-library.ts";

/** Date of the year, with its opening times. */
export interface OpeningDay {
  /** 0 Monday … 6 Sunday. */
  readonly weekday: number;
  readonly isPublicHoliday: boolean;
  /** Openings that begin on this date, in order; each up to 24 hours long, also past midnight. */
  readonly ranges: readonly DayRange[];
  /** Whether none of the openings depends on a condition. */
  readonly isCertain: boolean;
  /** Whether nothing is known of it, from midnight to midnight. */
  readonly isUnknown: boolean;
}

type Interval = ReturnType<opening_hours["getOpenIntervals"]>[number];

const dayMs = minutesPerDay * 60_000;

/**
 * Dates of a year, in wall time, except a few that the library cannot compute.
 *
 * @throws any error of the library, also plain strings, for a text that it cannot evaluate
 */
export function daysOfYear(
  hours: opening_hours,
  holidays: opening_hours,
  year: number,
): OpeningDay[] {
  const ranges = new Map<number, DayRange[]>();
  const uncertainDays = new Set<number>();
  const unknownDays = new Set<number>();
  const { intervals, sunlessDays } = readIntervals(hours, year);
  for (const [from, to, isUnknown] of joinTouching(intervals)) {
    for (const [day, range] of cutIntoDays(from, to)) {
      if (isUnknown) {
        uncertainDays.add(day);
        if (range.fromMinute === 0 && range.toMinute === minutesPerDay) unknownDays.add(day);
      } else ranges.set(day, [...(ranges.get(day) ?? []), range]);
    }
  }
  const dates = datesBetween(new WallDate(year, 0, 1), new WallDate(year + 1, 0, 1));
  return dates
    .filter((date) => !sunlessDays.has(dayNumber(date)))
    .map((date) => ({
      weekday: (date.getDay() + 6) % 7,
      isPublicHoliday: holidays.getState(
        new WallDate(date.getFullYear(), date.getMonth(), date.getDate(), 12),
      ),
      ranges: ranges.get(dayNumber(date)) ?? [],
      isCertain: !uncertainDays.has(dayNumber(date)),
      isUnknown: unknownDays.has(dayNumber(date)),
    }));
}

/** Maximum number of days without sunrise or sunset that are left aside. */
const maxSunlessDays = 3;

interface YearIntervals {
  readonly intervals: readonly Interval[];
  /** Days without a known sunrise or sunset. */
  readonly sunlessDays: ReadonlySet<number>;
}

/**
 * Openings of a year, with some days more on both sides, so that none is cut at the turn of the
 * year.
 */
function readIntervals(hours: opening_hours, year: number): YearIntervals {
  const first = new WallDate(year - 1, 11, 28);
  const end = new WallDate(year + 1, 0, 4);
  try {
    return { intervals: hours.getOpenIntervals(first, end), sunlessDays: new Set() };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return readDayByDay(hours, datesBetween(first, end));
  }
}

function readDayByDay(hours: opening_hours, dates: readonly Date[]): YearIntervals {
  const sunlessDays = new Set<number>();
  const intervals = dates.flatMap((date) => {
    try {
      return hours.getOpenIntervals(date, dayAfter(date));
    } catch (error) {
      sunlessDays.add(dayNumber(date));
      if (!(error instanceof RangeError) || sunlessDays.size > maxSunlessDays) throw error;
      return [];
    }
  });
  return { intervals, sunlessDays };
}

/** Openings joined where two rules meet without a gap. */
function joinTouching(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  for (const interval of intervals) {
    const last = joined.at(-1);
    const touches = last !== undefined && last[1].getTime() === interval[0].getTime();
    if (touches && last[2] === interval[2]) {
      joined[joined.length - 1] = [last[0], interval[1], last[2], undefined];
    } else joined.push(interval);
  }
  return joined;
}

/**
 * Ranges by day: one of less than 24 hours belongs to the day on which it opens; a longer one is
 * cut at midnights.
 */
function cutIntoDays(from: Date, to: Date): [day: number, range: DayRange][] {
  const firstDay = dayNumber(from);
  const lastMinute = (dayNumber(to) - firstDay) * minutesPerDay + minuteOfDay(to);
  const fromMinute = minuteOfDay(from);
  if (lastMinute - fromMinute < minutesPerDay) {
    return [[firstDay, { fromMinute, toMinute: lastMinute }]];
  }
  const days = Math.ceil(lastMinute / minutesPerDay);
  return Array.from({ length: days }, (_, day) => [
    firstDay + day,
    {
      fromMinute: day === 0 ? fromMinute : 0,
      toMinute: Math.min(lastMinute - day * minutesPerDay, minutesPerDay),
    },
  ]);
}

function datesBetween(first: WallDate, end: WallDate): WallDate[] {
  const dates: WallDate[] = [];
  for (let date = first; date < end; date = dayAfter(date)) dates.push(date);
  return dates;
}

function dayAfter(date: Date): WallDate {
  return new WallDate(date.getFullYear(), date.getMonth(), date.getDate() + 1);
}

/** Days since 1970 by wall time. */
function dayNumber(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs;
}

function minuteOfDay(date: Date): number {
  return date.getHours() * 60 + date.getMinutes();
}

/** Opening in minutes since the midnight at which its day begins; past 1440 it is overnight. */
export interface DayRange {
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** Times that all of the days share; empty without days. Each day's ranges are in order. */
export function commonRanges(days: readonly (readonly DayRange[])[]): readonly DayRange[] {
  return days.length === 0 ? [] : days.reduce(overlaps);
}

/** Longest of the ranges, the earliest of several; null for none. */
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
