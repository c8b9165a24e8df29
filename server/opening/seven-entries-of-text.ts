import { LRUCache } from "lru-cache";
import { dayMs, localTimeOnWall, minutesPerDay } from "#domain/opening/local-time.ts";
import {
  closedDay,
  noOpeningTimes,
  type OpeningTimes,
  unknownTimes,
} from "#domain/opening/seven-entries.ts";
import type { HoursSpan } from "#domain/opening/status-changes.ts";
import {
  cutSpans,
  type DayRange,
  type EvaluateHours,
  evaluationOf,
  formatDayRange,
  isPublicHoliday,
  memoize,
  rangesByDay,
} from "./evaluate-hours.ts";
import { dependsOnSun, type OpeningSite, scheduleAt, timeZoneOf } from "./stored-schedules.ts";

/** Seven entries of a text of opening hours. */
export interface ImportedTimes {
  readonly times: OpeningTimes;
  /** Whether the entries express the whole text, on every day of the year. */
  readonly isComplete: boolean;
}

/**
 * Seven opening times from a text in the syntax of OpenStreetMap's `opening_hours`.
 *
 * One rule decides all that seven ranges cannot express (docs/product#import-of-opening-hours):
 * **an entry is the longest time during which the place is open on that weekday in every week of
 * the year**. So no visitor finds a closed door; the text beside the entries may have more open times.
 *
 * - A break at noon: the longer part, the earlier of two equal ones. Parts are never joined.
 * - A season: times that are open outside it too; none for a place that is closed in winter.
 * - `sunrise-sunset`: from the latest sunrise of the year to its earliest sunset.
 * - Public holidays, and up to two more dates a weekday, are exceptions from the week and do not
 *   count; school holidays are too long for that and do count.
 * - One weekday a month, a year, a condition, an open end: `-`. Days without times (`Mo-Fr`) and
 *   ambiguous hours (`9-5`): `-`.
 * - Past midnight: one entry, on the day that it opens. Around the clock: `00:00-24:00`.
 * - A weekday that the text leaves out (`Mo-Fr`) or calls `off`: `closed`, if it is shut in every
 *   week of the year. A week of seven such days is `closed` only where the text says `off` and
 *   nothing else: with `PH off` alone the other days are unknown.
 *
 * `isComplete` is false wherever any of this leaves something out, and where all seven entries are
 * `-`. An invalid text results in seven `-`.
 */
export function openingTimesOf(text: string, site: OpeningSite): ImportedTimes {
  const value = text.trim();
  if (namesYear.test(value)) return unknown;
  // Only the sun depends on the zone.
  if (dependsOnSun(value)) return evaluate(value, timeZoneOf(site), site);
  return memoize(timesCache, value, () => evaluate(value, "UTC", nowhere));
}

/**
 * Cache of results by text. Texts that name the sun are not cached, since they depend on the place.
 * In an import the same few texts come again and again, and each takes 8 ms of the processor.
 */
const timesCache = new LRUCache<string, ImportedTimes>({ max: 10_000 });

/**
 * Position for texts that do not name the sun: any will do; all texts use the holidays of one
 * country (see {@link holidayCountry}).
 */
const nowhere = { longitude: 0, latitude: 0 };

type Position = Pick<OpeningSite, "longitude" | "latitude">;

function evaluate(value: string, zone: string, position: Position): ImportedTimes {
  const days = daysOf(value, zone, position);
  if (days === null) return unknown;
  const { times, isComplete } = summarize(days, isOff.test(value));
  return { times, isComplete: isComplete && !hasComment.test(value) };
}

const unknown: ImportedTimes = { times: unknownTimes, isComplete: false };

/** A year, which is neither the minutes of `20:26` nor part of a longer number. */
const namesYear = /(?<![\d:.])(19|20)\d\d(?![\d:.])/;
const hasComment = /"/;
/** Text that only closes the place. */
const isOff = /^((Mo-Su|24\/7|00:00-24:00)\s+)?(off|closed)$/i;

/** Year whose dates are evaluated; ordinary weeks are the same in every year. */
const sampledYear = 2026;
/**
 * Country whose public and school holidays of that year are known to the library. The dates make no difference
 * here, and the library has the holidays of few countries.
 */
const holidayCountry = "LU";

/** Days of a text; null for one that cannot be evaluated. */
function daysOf(text: string, timeZone: string, sun: Position): OpeningDay[] | null {
  try {
    const evaluate = evaluationOf(text, { country: holidayCountry, timeZone, sun });
    const isHoliday = (midnightMs: number) => isPublicHoliday(holidayCountry, midnightMs);
    return evaluate && daysOfYear(evaluate, isHoliday);
  } catch {
    // The library's errors of evaluation: plain strings and errors.
    return null;
  }
}

/** @param isOff whether the text only closes the place */
function summarize(days: readonly OpeningDay[], isOff: boolean): ImportedTimes {
  const ordinaryDays = days.filter((day) => !day.isPublicHoliday);
  const entries = Array.from({ length: 7 }, (_, weekday) =>
    entryOf(ordinaryDays.filter((day) => day.weekday === weekday)),
  );
  const isAllClosed = entries.every((entry) => entry === closedDay);
  const times = isAllClosed && !isOff ? unknown.times : entries;
  const isComplete =
    times.some((entry) => entry !== noOpeningTimes) &&
    days.every(({ weekday, ranges, isCertain, isUnknown }) => {
      if (isUnknown && ranges.length === 0) return times[weekday] === noOpeningTimes;
      return isCertain && format(longestRange(ranges)) === times[weekday] && ranges.length < 2;
    });
  return { times, isComplete };
}

/** Entry of a weekday. A few dates of the year do not make an otherwise closed weekday open. */
function entryOf(dates: readonly OpeningDay[]): string {
  const range = longestRange(ordinaryRanges(dates.map(({ ranges }) => ranges)));
  const openDates = dates.filter(({ ranges }) => ranges.length > 0).length;
  const isKnown = openDates <= maxExceptions && dates.every(({ isCertain }) => isCertain);
  return range === null && !isKnown ? noOpeningTimes : format(range);
}

/** Maximum number of dates of a weekday that count as exceptions. */
const maxExceptions = 2;

function ordinaryRanges(dates: readonly (readonly DayRange[])[]): readonly DayRange[] {
  const byText = Map.groupBy(dates, (ranges) => ranges.map(format).join());
  for (const alike of byText.values()) {
    if (dates.length - alike.length <= maxExceptions) return alike[0];
  }
  return commonRanges(dates);
}

/** @param range null for a day without one */
function format(range: DayRange | null): string {
  return range === null ? closedDay : formatDayRange(range);
}

/** Date of the year, with its opening times. */
interface OpeningDay {
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

/**
 * Days of the sampled year, in wall time, except a few that the library cannot evaluate.
 *
 * @throws the library's errors, which may be plain strings, for a text that it cannot evaluate
 */
function daysOfYear(
  evaluate: EvaluateHours,
  isPublicHoliday: (midnightMs: number) => boolean,
): OpeningDay[] {
  const year = sampledYear;
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

function midnightsBetween(first: number, end: number): number[] {
  return Array.from({ length: (end - first) / dayMs }, (_, day) => first + day * dayMs);
}

/** Intersection of the days' ranges; empty without days. Each day's ranges are in order. */
function commonRanges(days: readonly (readonly DayRange[])[]): readonly DayRange[] {
  return days.length === 0 ? [] : days.reduce(overlaps);
}

/** Longest range, the earliest of several; null without ranges. */
function longestRange(ranges: readonly DayRange[]): DayRange | null {
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

/** Opening hours of a contribution: seven entries, or a text that takes precedence over them. */
export interface GivenHours {
  readonly opening_times: OpeningTimes;
  /** Text without an error by `findHoursError`; absent or empty without one. */
  readonly opening_hours?: string;
}

/**
 * Opening hours of a contribution in the form of the database: the schedule of the place, and its own columns
 * (docs/product#hours-of-a-contributor). With a text the seven entries are derived from it, as in an import.
 */
export function hoursToStore({ opening_times, opening_hours = "" }: GivenHours, site: OpeningSite) {
  const text = opening_hours.trim() || null;
  const derived = text === null ? null : openingTimesOf(text, site);
  return toStored({ times: derived?.times ?? opening_times, text }, derived, site);
}

/** The same for a place's present hours, when its position or clock changes. */
export function knownHoursToStore(hours: StoredHours, site: OpeningSite) {
  const { text } = hours;
  return toStored(hours, text === null ? null : openingTimesOf(text, site), site);
}

interface StoredHours {
  readonly times: OpeningTimes;
  /** Null without one. */
  readonly text: string | null;
}

function toStored(hours: StoredHours, derived: ImportedTimes | null, site: OpeningSite) {
  const isComplete = derived?.isComplete ?? null;
  const columns = { opening_hours: hours.text, opening_hours_complete: isComplete };
  return { schedule: scheduleAt(hours, site), columns };
}
