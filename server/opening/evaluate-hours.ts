import { LRUCache } from "lru-cache";
import type opening_hours from "opening_hours";
import { evaluateRules, parseEvaluableRules } from "#domain/opening/hours-evaluation.ts";
import { movedWeekday } from "#domain/opening/hungarian-working-days.ts";
import { calendarDayKind, type DayKind } from "#domain/opening/likely-open.ts";
import { dayMs, formatMinuteOfDay, minuteMs, minutesPerDay } from "#domain/opening/local-time.ts";
import type { HoursSpan } from "#domain/opening/status-changes.ts";
import {
  type HoursSite,
  mayBeHours,
  openHours,
  WallDate,
  withHoursLibrary,
} from "./hours-library.ts";

/**
 * Evaluates opening hours between two wall times. The first span may begin earlier and the last may end later; a
 * span that ends after `untilMs` may have no visible end.
 *
 * @throws the library's errors of evaluation: errors and plain strings
 */
export type EvaluateHours = (fromMs: number, untilMs: number) => HoursSpan[];

/** Cache of parsed rules, so that checks, seven entries and status of a new place parse its text once. */
const ruleCache = new LRUCache<string, { readonly rules: ReturnType<typeof parseEvaluableRules> }>({
  max: 2_000,
});

/** Parses a text that needs no library; null for any other. */
export function parseRules(text: string) {
  return memoize(ruleCache, text, () => ({ rules: parseEvaluableRules(text) })).rules;
}

/**
 * Evaluation of a text; null for an invalid one. Most texts do not need the library, which takes thirty times as
 * long (docs/decisions/028).
 */
export function evaluationOf(text: string, site: HoursSite): EvaluateHours | null {
  if (!mayBeHours(text)) return null;
  const { country, withStates } = site;
  const rules = parseRules(text);
  if (rules !== null) {
    return (fromMs, untilMs) =>
      evaluateRules(rules, fromMs, untilMs, (day) => isPublicHoliday(country, day, withStates));
  }
  const hours = openHours(text, site);
  if (hours === null) return null;
  return (fromMs, untilMs) =>
    evaluateByLibrary(hours, site, fromMs, untilMs).map(({ comment, ...span }) => ({
      ...span,
      // The library also adds comments about guessed open ends, and names of holidays.
      ...(comment !== undefined && text.includes(`"${comment}"`) && { comment }),
    }));
}

function evaluateByLibrary(
  hours: opening_hours,
  { timeZone }: HoursSite,
  fromMs: number,
  untilMs: number,
): HoursSpan[] {
  return withHoursLibrary(timeZone, () => {
    const spans: HoursSpan[] = [];
    // From midnight: in the middle of an open end the library would evaluate the place as closed.
    const first = Math.floor(fromMs / dayMs) * dayMs;
    const iterator = hours.getIterator(new WallDate(first));
    const end = new WallDate(untilMs);
    do {
      const comment = iterator.getComment();
      const state = iterator.getUnknown() ? "unknown" : iterator.getState() ? "open" : "closed";
      spans.push({ from: iterator.getDate().getTime(), state, comment });
    } while (iterator.advance(end));
    return spans;
  });
}

/** Cache of the midnights of public holidays, by country and year. */
const holidayCache = new LRUCache<string, ReadonlySet<number>>({ max: 1_000 });

/**
 * Whether a day is a public holiday of the whole country, by the library; false where the library lacks the
 * country's holidays.
 *
 * @param midnightMs wall time of the day's midnight
 * @param withStates also where it is a holiday of some states only
 */
export function isPublicHoliday(country: string, midnightMs: number, withStates = false): boolean {
  const year = new Date(midnightMs).getUTCFullYear();
  const key = `${country} ${year} ${withStates}`;
  return memoize(holidayCache, key, () => readHolidays(country, year, withStates)).has(midnightMs);
}

/** Kind of a day in a country: a moved working day counts as the day that it replaces. @param date ISO 8601 date */
export function dayKindOf(country: string, date: string): DayKind {
  const midnight = Date.parse(date);
  if (isPublicHoliday(country, midnight)) return "sunday";
  const moved = country === "HU" ? movedWeekday(midnight) : null;
  if (moved === null) return calendarDayKind(date);
  return moved < 5 ? "workday" : "saturday";
}

/** Whether a day is a public holiday of some states of a country only. */
export function isHolidayOfStates(country: string, midnightMs: number): boolean {
  return isPublicHoliday(country, midnightMs, true) && !isPublicHoliday(country, midnightMs);
}

function readHolidays(country: string, year: number, withStates: boolean): Set<number> {
  const site = { country, timeZone: "UTC", sun: null, withStates };
  const midnights = new Set<number>();
  try {
    const hours = openHours("PH 00:00-24:00", site);
    const first = Date.UTC(year, 0, 1);
    const end = Date.UTC(year + 1, 0, 1);
    const spans = hours === null ? [] : evaluateByLibrary(hours, site, first, end);
    for (const [index, { from, state }] of spans.entries()) {
      const until = spans.at(index + 1)?.from ?? end;
      for (let day = from; state === "open" && day < until; day += dayMs) midnights.add(day);
    }
  } catch {
    // The library throws for a country without known holidays.
  }
  return midnights;
}

/** Cached value of a key; else the computed one, which is then cached. */
export function memoize<Value extends object>(
  cache: LRUCache<string, Value>,
  key: string,
  compute: () => Value,
): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = compute();
  cache.set(key, value);
  return value;
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
