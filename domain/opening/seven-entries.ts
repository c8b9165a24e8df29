import { minutesPerDay } from "./local-time.ts";

/**
 * Opening times of a week: seven entries, Monday first, each `HH:MM-HH:MM` in the place's zone, `-` for a day
 * of unknown times, or `closed`. A closing time may be `24:00`. The database and the domain use this form; the
 * API uses `PublishedTimes` (docs/product#opening-times, docs/decisions/017).
 */
export type OpeningTimes = readonly string[];

/** Entry of a day without opening times. It means 'unknown', not 'closed' (docs/product#unknown-opening-times). */
export const noOpeningTimes = "-";

/** Opening times of an unknown week. */
export const unknownTimes: OpeningTimes = /* @__PURE__ */ Array<string>(7).fill(noOpeningTimes);

/** Entry of a day on which the place is known to be closed. */
export const closedDay = "closed";

/**
 * A week in the API: entries without the value `closed`, and the closed days in a field of their own
 * (docs/product#closed-days).
 */
export interface PublishedTimes {
  /** Seven entries, each `HH:MM-HH:MM`, or `-` for a day that is closed or unknown. */
  readonly opening_times: readonly string[];
  /** Weekdays that are known to be closed, ascending, 0 is Monday; absent without any. */
  readonly closed_days?: readonly number[];
}

/** Pattern of an entry in the API: `HH:MM-HH:MM`, or `-`. */
export const publishedDayPattern = /^(-|\d\d:\d\d-\d\d:\d\d)$/;

/** Pattern of one range of a day in the API: `HH:MM-HH:MM`. */
export const publishedRangePattern = /^\d\d:\d\d-\d\d:\d\d$/;

export function publishTimes(times: OpeningTimes): PublishedTimes {
  const closed = times.flatMap((entry, weekday) => (entry === closedDay ? [weekday] : []));
  return {
    opening_times: times.map((entry) => (entry === closedDay ? noOpeningTimes : entry)),
    ...(closed.length > 0 && { closed_days: closed }),
  };
}

/** Converts a place's week from the API's form. Times of a day take precedence over `closed_days`. */
export function weekOf({ opening_times, closed_days = [] }: PublishedTimes): OpeningTimes {
  return opening_times.map((entry, weekday) =>
    entry === noOpeningTimes && closed_days.includes(weekday) ? closedDay : entry,
  );
}

export interface OpeningDayRun {
  /** 0 is Monday. */
  readonly firstWeekday: number;
  /** Equal to `firstWeekday` for a single day. */
  readonly lastWeekday: number;
  /** `HH:MM-HH:MM`, `closed`, or `-` where unknown. */
  readonly times: string;
}

/** Groups a week into runs of successive days with the same times, such as Monday to Friday. */
export function openingDayRuns(week: OpeningTimes): OpeningDayRun[] {
  const starts = week.flatMap((times, day) => (times === week[day - 1] ? [] : [day]));
  return starts.map((firstWeekday, index) => ({
    firstWeekday,
    lastWeekday: (starts[index + 1] ?? week.length) - 1,
    times: week[firstWeekday],
  }));
}

/** One day's opening times in minutes of the local day. */
export interface OpeningRange {
  /** 0…1439. */
  readonly opensMinute: number;
  /** 0…1440. At or before `opensMinute` it means the next day: an overnight range (docs/product#overnight-range). */
  readonly closesMinute: number;
}

/** Parses one entry. Null for `-`, for `closed` and for any text that is not `HH:MM-HH:MM` with valid times. */
export function parseOpeningRange(text: string): OpeningRange | null {
  if (!openingRange.test(text)) return null;
  return { opensMinute: minuteAt(text, 0), closesMinute: minuteAt(text, 6) };
}

/** Whether the range closes on the day after the one it opens on. */
export function isOvernight({ opensMinute, closesMinute }: OpeningRange): boolean {
  return closesMinute <= opensMinute;
}

export function hasOpeningTimes(times: OpeningTimes): boolean {
  return times.some((text) => parseOpeningRange(text) !== null);
}

/** Whether an entry is a whole day, from midnight to midnight. */
export function isAroundTheClock(text: string): boolean {
  const range = parseOpeningRange(text);
  return range !== null && range.opensMinute === 0 && range.closesMinute % minutesPerDay === 0;
}

/**
 * Whether the opening times of a weekday are unknown: no day has opening times, and this day is not known to
 * be closed (docs/product#unknown-opening-times).
 *
 * @param weekday 0 is Monday
 */
export function isUnknownOn(times: OpeningTimes, weekday: number): boolean {
  return times[weekday] !== closedDay && !hasOpeningTimes(times);
}

const openingRange = /^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

function minuteAt(text: string, start: number): number {
  return Number(text.slice(start, start + 2)) * 60 + Number(text.slice(start + 3, start + 5));
}
