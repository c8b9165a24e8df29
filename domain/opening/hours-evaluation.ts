import { dayMs, localTimeOnWall, minuteMs } from "./local-time.ts";
import { parseOpeningHours } from "./opening-hours-syntax.ts";
import type { HoursSpan } from "./status-changes.ts";
import { type DateRange, endOf, isLate, toYearlyRules, type YearlyRule } from "./usual-hours.ts";

/**
 * Parses a text that `evaluateRules` evaluates without the library, such as `Mo-Fr 08:00-12:00,13:00-18:00;
 * Apr-Sep Sa 09:00-13:00; Dec 24 off; PH off`: of several rules the last one of a day counts. Null for any other
 * text, and for one that needs the finer rules of the syntax.
 */
export function parseEvaluableRules(text: string): readonly YearlyRule[] | null {
  const rules = toYearlyRules(parseOpeningHours(text));
  const isClosed = rules?.every(({ hours }) => hours?.length === 0) ?? true;
  return isClosed || !rules?.every(isEvaluable) ? null : rules;
}

function isEvaluable(
  { joint, dates, weekdays, hours, comment }: YearlyRule,
  index: number,
  rules: readonly YearlyRule[],
): boolean {
  if (joint !== ";" || hours === null) return false;
  if (comment !== undefined && (comment === "" || comment !== comment.trim() || hours.length === 0))
    return false;
  // Another rule ends at midnight hours that reach into its day.
  if (rules.length > 1 && isLate(hours)) return false;
  // Hours without days are added to those of the rules before.
  return index === 0 || weekdays !== null || dates.length > 0;
}

/** Whether a day is a public holiday, by the wall time of its midnight. */
export type IsHoliday = (midnightMs: number) => boolean;

/** Evaluates rules between two wall times and a day more; the first span begins at the midnight before. */
export function evaluateRules(
  rules: readonly YearlyRule[],
  fromMs: number,
  untilMs: number,
  isHoliday: IsHoliday,
): HoursSpan[] {
  const firstDay = Math.floor(fromMs / dayMs);
  const spans: HoursSpan[] = [{ from: firstDay * dayMs, state: "closed" }];
  // Hours of the day before may still be running.
  for (let day = firstDay - 1; day * dayMs < untilMs + dayMs; day++) {
    const midnight = day * dayMs;
    const { weekday } = localTimeOnWall(midnight);
    const rule = rules.findLast((rule) => appliesOn(rule, midnight, weekday, isHoliday));
    for (const range of rule?.hours ?? []) {
      const [opens, closes] = [range.opensMinute, endOf(range)].map(
        (minute) => midnight + minute * minuteMs,
      );
      addOpening(spans, opens, closes, rule?.comment);
    }
  }
  return spans;
}

function appliesOn(
  { dates, weekdays, isOfHolidays }: YearlyRule,
  midnightMs: number,
  weekday: number,
  isHoliday: IsHoliday,
): boolean {
  if (dates.length > 0 && !dates.some((range) => isIn(range, new Date(midnightMs)))) return false;
  const isNamed = weekdays === null || weekdays.includes(weekday);
  return isNamed || (isOfHolidays && isHoliday(midnightMs));
}

function isIn({ from, to }: DateRange, midnight: Date): boolean {
  const date = midnight.getUTCMonth() * 32 + midnight.getUTCDate();
  const [first, last] = [from, to].map(({ month, day }) => (month - 1) * 32 + day);
  return first <= last ? date >= first && date <= last : date >= first || date <= last;
}

/** Adds an opening, which must not begin before the last one; two that meet with the same state are merged. */
function addOpening(spans: HoursSpan[], opens: number, closes: number, comment?: string): void {
  const last = spans[spans.length - 1];
  if (closes <= last.from) return;
  const hours = { state: comment === undefined ? "open" : "unknown", comment } as const;
  if (opens > last.from) spans.push({ from: opens, ...hours });
  else {
    spans.pop();
    const before = spans.at(-1);
    if (before?.state !== hours.state || before.comment !== comment) {
      spans.push({ from: last.from, ...hours });
    }
  }
  spans.push({ from: closes, state: "closed" });
}
