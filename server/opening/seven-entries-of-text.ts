import { LRUCache } from "lru-cache";
import { closedDay, noOpeningTimes, type OpeningTimes } from "#domain/opening/seven-entries.ts";
import { unknownTimes } from "#domain/opening/written-entries.ts";
import {
  commonRanges,
  type DayRange,
  daysOfYear,
  formatDayRange,
  longestRange,
  type OpeningDay,
} from "./days-of-year.ts";
import { evaluationOf, isPublicHoliday, memoize } from "./evaluate-hours.ts";
import { dependsOnSun, scheduleAt, timeZoneOf } from "./stored-schedules.ts";

/** Seven entries of a text of opening hours. */
export interface ImportedTimes {
  readonly times: OpeningTimes;
  /** Whether the entries express the whole text, on every day of the year. */
  readonly isComplete: boolean;
}

/** Site of a place, for its clock and sunrise. */
export interface OpeningSite {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly longitude: number;
  readonly latitude: number;
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
    return evaluate && daysOfYear(evaluate, isHoliday, sampledYear);
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
