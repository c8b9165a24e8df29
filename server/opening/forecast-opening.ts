import { LRUCache } from "lru-cache";
import { movedWeekday } from "#domain/opening/hungarian-working-days.ts";
import {
  dateOnWall,
  dayMs,
  localTimeOnWall,
  minuteMs,
  minutesPerDay,
  ZoneClock,
} from "#domain/opening/local-time.ts";
import {
  changesAtInstants,
  forecastOfWeek,
  type HoursSpan,
  type HoursText,
  type OpeningForecast,
  type Schedule,
  scheduleKey,
  statusesOfSpans,
} from "#domain/opening/status-changes.ts";
import {
  aheadMs,
  type OpeningAhead,
  openingAhead,
  openingChangesUntil,
  quarterOf,
} from "#domain/place/published-opening.ts";
import {
  cutSpans,
  type EvaluateHours,
  evaluationOf,
  formatDayRange,
  isHolidayOfStates,
  isPublicHoliday,
  memoize,
  rangesByDay,
} from "./evaluate-hours.ts";

/** Forecast and its source: a text, or the seven entries of a week. */
interface SourcedForecast extends OpeningForecast {
  readonly isByText: boolean;
}

/**
 * Forecast of a place (docs/product#hours-as-text): by its text of opening hours where that can be evaluated,
 * else by the seven entries of its week.
 *
 * @param untilMs end of the changes; the next opening is searched beyond it
 */
export function forecastOpening(
  schedule: Schedule,
  fromMs: number,
  untilMs: number,
): SourcedForecast {
  const byText = forecastByText(schedule, fromMs, untilMs);
  if (byText !== null) return { ...byText, isByText: true };
  return { ...forecastOfWeek(schedule, fromMs, untilMs), isByText: false };
}

/** Cache of forecasts by schedule, about 500 bytes each. */
const forecastCache = new LRUCache<string, SourcedForecast & { readonly from: number }>({
  max: 4_000,
});

/** Length of a cached forecast, so that it can be used for a day. */
const forecastMs = aheadMs + dayMs;

/** Opening of a place at an instant, by a cached forecast of its schedule. */
export function openingAt(schedule: Schedule, now: Date): OpeningAhead {
  const nowMs = now.getTime();
  const until = openingChangesUntil(nowMs);
  const key = scheduleKey(schedule);
  let forecast = forecastCache.get(key);
  if (forecast === undefined || nowMs < forecast.from || until > forecast.until) {
    // Rounded as `until` is, so that no new forecast, perhaps with another later opening, is made within a quarter.
    const from = quarterOf(nowMs);
    forecast = { ...forecastOpening(schedule, from, from + forecastMs), from };
    forecastCache.set(key, forecast);
  }
  return openingAhead(forecast, nowMs, until);
}

/** Ranges that begin on a day of the place's calendar, `HH:MM-HH:MM` each. */
export interface DayRanges {
  /** ISO 8601 date. */
  readonly date: string;
  readonly times: readonly string[];
}

/** Cache of evaluated days. */
const dayCache = new LRUCache<string, { readonly ranges: DayRanges | null }>({ max: 4_000 });

/** Today's ranges by a schedule's text; null without a valid text, and where a range is uncertain. */
export function openingToday(schedule: Schedule, now: Date): DayRanges | null {
  const { hours, timeZone } = schedule;
  if (hours === null) return null;
  const day = midnightAt(now.getTime(), timeZone);
  const key = [day, hours.country, timeZone, hours.position, hours.text].join("|");
  return memoize(dayCache, key, () => ({ ranges: evaluateDay(schedule, day) })).ranges;
}

/** Wall time of the last midnight. */
function midnightAt(instantMs: number, timeZone: string): number {
  return Math.floor(ZoneClock.of(timeZone).wallTimeAt(instantMs) / dayMs) * dayMs;
}

/** Days of a schedule by its text only. */
interface OpeningDays {
  /** Today and the days after it; the times are null where a part of the day is unknown. */
  readonly days: readonly { readonly date: string; readonly times: DayRanges["times"] | null }[];
  /** Whether the text can be evaluated at the site. */
  readonly isEvaluable: boolean;
}

/** Ranges of today and the days after it, `count` days in all, by a schedule's text. */
export function openingDays(schedule: Schedule, now: Date, count: number): OpeningDays {
  const { hours, timeZone } = schedule;
  const nowMs = now.getTime();
  const today = midnightAt(nowMs, timeZone);
  const forecast = forecastByText(schedule, nowMs, nowMs + count * dayMs);
  const days = Array.from({ length: count }, (_, index) => {
    const day = today + index * dayMs;
    const times = hours === null ? null : (evaluateDay(schedule, day)?.times ?? null);
    return { date: dateOnWall(day), times };
  });
  return { days, isEvaluable: forecast !== null };
}

function evaluateDay(
  { hours, timeZone }: Pick<Schedule, "hours" | "timeZone">,
  day: number,
): DayRanges | null {
  const evaluate = hours && evaluationAt(hours, timeZone);
  if (evaluate === null) return null;
  try {
    // With the days before and after, for ranges past midnight.
    const [from, until] = [day - dayMs, day + 2 * dayMs];
    const spans = cutSpans(evaluate(from, until), from, until);
    if (cutSpans(spans, day, day + dayMs).some(isUnknownSpan)) return null;
    const ranges = rangesByDay(spans, until).filter((range) => range.day === day);
    return { date: dateOnWall(day), times: ranges.map(({ range }) => formatDayRange(range)) };
  } catch {
    return null;
  }
}

function isUnknownSpan({ state }: HoursSpan): boolean {
  return state === "unknown";
}

/** Days after the end of a forecast in which the next opening is searched. */
const searchedDays = 400;

/**
 * Forecast by a text; null without a text, for an invalid or ambiguous one, and for one that names school
 * holidays unknown to the library.
 */
export function forecastByText(
  { hours, timeZone }: Schedule,
  fromMs: number,
  untilMs: number,
): OpeningForecast | null {
  const evaluate = hours && evaluationAt(hours, timeZone);
  if (evaluate === null) return null;
  const clock = ZoneClock.of(timeZone);
  // With a transition in between, the wall time covers both offsets.
  const wallFrom = fromMs + Math.min(clock.aheadAt(fromMs), clock.aheadAt(untilMs));
  const wallUntil = untilMs + Math.max(clock.aheadAt(fromMs), clock.aheadAt(untilMs));
  try {
    // From before the minute that still counts as open, to after the half hour that counts as soon.
    const firstMinute = Math.floor(wallFrom / minuteMs) * minuteMs;
    const spans = evaluate(firstMinute - 2 * minuteMs, wallUntil + dayMs);
    const statuses = statusesOfSpans(spans);
    const later = findOpening(evaluate, clock.wallTimeAt(untilMs));
    return {
      changes: changesAtInstants(statuses, timeZone, fromMs, untilMs),
      until: untilMs,
      laterOpening: later === null ? null : clock.instantOf(later),
    };
  } catch {
    // The library's errors of evaluation: plain strings and errors.
    return null;
  }
}

/** Wall time of the first opening from a time on; null where none is found or an unknown time comes first. */
function findOpening(evaluate: EvaluateHours, fromMs: number): number | null {
  const limit = fromMs + searchedDays * dayMs;
  for (let start = fromMs, days = 3; start < limit; days *= 4) {
    const end = Math.min(limit, start + days * dayMs);
    const spans = evaluate(start - 2 * minuteMs, end);
    for (const [index, { from, state }] of spans.entries()) {
      const runsOn = (spans.at(index + 1)?.from ?? Number.POSITIVE_INFINITY) > fromMs;
      if (!runsOn || from >= end) continue;
      if (state === "unknown") return null;
      if (state === "open" && from >= fromMs) return from;
    }
    start = end;
  }
  return null;
}

const namesHolidays = /\bph\b/i;
const namesWeekdays = /\b(mo|tu|we|th|fr|sa|su)/i;

/** Cache of evaluations by text and site; `evaluate` is null for an invalid text. */
const evaluationCache = new LRUCache<string, { readonly evaluate: EvaluateHours | null }>({
  max: 2_000,
});

function evaluationAt(hours: HoursText, timeZone: string): EvaluateHours | null {
  const key = [hours.country, timeZone, hours.position, hours.text].join("|");
  return memoize(evaluationCache, key, () => ({ evaluate: createEvaluation(hours, timeZone) }))
    .evaluate;
}

function createEvaluation(
  { text, country, position }: HoursText,
  timeZone: string,
): EvaluateHours | null {
  const [latitude, longitude] = position.split(",").map(Number);
  const site = { country, timeZone, sun: position === "" ? null : { latitude, longitude } };
  const value = text.trim();
  const evaluate = withNights(evaluationOf(value, site), value);
  if (evaluate === null) return null;
  if (site.country === "HU" && namesWeekdays.test(value)) {
    return (fromMs, untilMs) =>
      withOtherDays(evaluate, fromMs, untilMs, (day) => evaluateMovedDay(evaluate, day));
  }
  const inStates = namesHolidays.test(value)
    ? withNights(evaluationOf(value, { ...site, withStates: true }), value)
    : null;
  if (inStates === null) return evaluate;
  // The night after such a day is uncertain as well.
  const isInDoubt = (day: number) =>
    isHolidayOfStates(country, day) || isHolidayOfStates(country, day - dayMs);
  return (fromMs, untilMs) =>
    withOtherDays(evaluate, fromMs, untilMs, (day) =>
      isInDoubt(day) ? inStates(day, day + 2 * dayMs) : null,
    );
}

const timeRange = /(\d\d):(\d\d)-(\d\d):(\d\d)/g;

/**
 * Latest minute of the next day at which a range of a text ends; 0 for a text without nights, and for one with a
 * range that begins or ends at midnight, where a change at midnight is ordinary.
 */
function lastNightMinute(text: string): number {
  const ranges = [...text.matchAll(timeRange)].map(([, ...parts]) => {
    const [openHour, openMinute, closeHour, closeMinute] = parts.map(Number);
    return { opens: openHour * 60 + openMinute, closes: closeHour * 60 + closeMinute };
  });
  if (ranges.some(({ opens, closes }) => opens === 0 || closes % minutesPerDay === 0)) return 0;
  // `20:00-26:00` ends at two, as `20:00-02:00` does.
  const nights = ranges.filter(({ opens, closes }) => closes <= opens || closes > minutesPerDay);
  return Math.max(0, ...nights.map(({ closes }) => closes % minutesPerDay));
}

/**
 * Makes the parts of a night beside a special day, such as `PH off`, unknown where the library and people interpret
 * them differently: the rest of a night that began before the day, which the library ends at midnight, and the early
 * hours after an evening that was off, for which the library opens (docs/product#hours-as-text).
 */
function withNights(evaluate: EvaluateHours | null, text: string): EvaluateHours | null {
  const minutes = lastNightMinute(text);
  if (evaluate === null || minutes === 0) return evaluate;
  return (fromMs, untilMs) => {
    const spans = evaluate(fromMs - dayMs, untilMs);
    return spans.flatMap((span, index): HoursSpan[] => {
      const before = spans.at(index - 1);
      const isAtMidnight = index > 0 && span.from % dayMs === 0;
      if (!isAtMidnight || before === undefined || [before, span].some(isUnknownSpan))
        return [span];
      const end = spans.at(index + 1)?.from ?? Number.POSITIVE_INFINITY;
      const nightEnd = span.from + minutes * minuteMs;
      const differs = before.state !== span.state;
      if (!differs || (span.state === "open" && end > nightEnd)) return [span];
      const unknown = { from: span.from, state: "unknown" as const };
      return end <= nightEnd ? [unknown] : [unknown, { ...span, from: nightEnd }];
    });
  };
}

/** Evaluates with a second interpretation of some days: these are known only where both interpretations agree. */
function withOtherDays(
  evaluate: EvaluateHours,
  fromMs: number,
  untilMs: number,
  evaluateOther: (day: number) => readonly HoursSpan[] | null,
): HoursSpan[] {
  let spans = evaluate(fromMs, untilMs);
  for (let day = Math.floor(fromMs / dayMs) * dayMs; day < untilMs; day += dayMs) {
    const other = evaluateOther(day);
    if (other === null) continue;
    // The ends of the spans are needed too, so more than the day is evaluated.
    const calendar = cutDay(evaluate(day, day + 2 * dayMs), day);
    spans = [
      ...spans.filter(({ from }) => from < day),
      ...agreement(calendar, cutDay(other, day)),
      ...resumeAt(spans, day + dayMs),
    ];
  }
  return spans;
}

/**
 * Evaluates a moved day of rest or working day of Hungary as the weekday that it counts as; null for any other day
 * (docs/product#moved-working-days).
 */
function evaluateMovedDay(evaluate: EvaluateHours, day: number): HoursSpan[] | null {
  const weekday = movedWeekday(day);
  if (weekday === null) return null;
  const other = ordinaryDayNear(day, weekday);
  return evaluate(other, other + 2 * dayMs).map((span) => ({
    ...span,
    from: span.from + day - other,
  }));
}

/** Midnight of the nearest day of a weekday that is neither moved nor a holiday. */
function ordinaryDayNear(day: number, weekday: number): number {
  const inThisWeek = day + (weekday - localTimeOnWall(day).weekday) * dayMs;
  const weeks = [0, -1, 1, -2, 2];
  const candidates = weeks.map((week) => inThisWeek + week * 7 * dayMs);
  const isOrdinary = (midnight: number) =>
    movedWeekday(midnight) === null && !isPublicHoliday("HU", midnight);
  return candidates.find(isOrdinary) ?? inThisWeek;
}

function cutDay(spans: readonly HoursSpan[], day: number): HoursSpan[] {
  return resumeAt(spans, day).filter(({ from }) => from < day + dayMs);
}

/** Spans from a time on; the first is cut there. */
function resumeAt(spans: readonly HoursSpan[], at: number): HoursSpan[] {
  const running = spans.findLast(({ from }) => from <= at);
  const later = spans.filter(({ from }) => from > at);
  return running === undefined ? later : [{ ...running, from: at }, ...later];
}

/** State on which two interpretations of a day agree; unknown where they differ. */
function agreement(some: readonly HoursSpan[], others: readonly HoursSpan[]): HoursSpan[] {
  const times = [...new Set([...some, ...others].map(({ from }) => from))].sort((a, b) => a - b);
  return times.map((from) => {
    const one = some.findLast((span) => span.from <= from)!;
    const other = others.findLast((span) => span.from <= from)!;
    return one.state === other.state ? { ...one, from } : { from, state: "unknown" as const };
  });
}
