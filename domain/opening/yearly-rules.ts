import { formatMinuteOfDay, minutesPerDay } from "./local-time.ts";
import {
  type DaySelector,
  type HoursPart,
  type HoursRule,
  isMonthDay,
  type MonthDay,
  monthLength,
  monthNames,
  weekdayNames,
} from "./opening-hours-syntax.ts";
import type { OpeningRange } from "./seven-entries.ts";

/** Rule of opening hours that says the same of every year, by the clock alone. */
export interface YearlyRule {
  readonly joint: HoursRule["joint"];
  /** None for the whole year. */
  readonly dates: readonly DateRange[];
  /** 0 is Monday, as in the text; null where it names no days. */
  readonly weekdays: readonly number[] | null;
  readonly isOfHolidays: boolean;
  /** Null where they are not known. */
  readonly hours: DayHours | null;
  readonly comment?: string;
}

/** Part of each year, both days included; it may go on over the new year. */
export interface DateRange {
  readonly from: MonthDay;
  readonly to: MonthDay;
}

/** Ranges of one day, ascending and apart; without any the day is closed. Only the last may go on past midnight. */
export type DayHours = readonly OpeningRange[];

/** The whole day, from midnight to midnight. */
export const wholeDay: DayHours = [{ opensMinute: 0, closesMinute: minutesPerDay }];

/** Minute at which a range ends, counted from the midnight before it opens. */
export function endOf({ opensMinute, closesMinute }: OpeningRange): number {
  return closesMinute > opensMinute ? closesMinute : closesMinute + minutesPerDay;
}

/** Whether a day goes on past midnight. */
export function isLate(hours: DayHours | null): boolean {
  return hours?.some((range) => endOf(range) > minutesPerDay) ?? false;
}

/**
 * The first range of a day, in order of opening, that begins before another one ends; null where they are apart.
 * What goes on past midnight must end before the day's first range, too, and closes at another minute than it opens.
 */
export function findOverlap(ranges: DayHours): OpeningRange | null {
  const ordered = inOrder(ranges);
  const isOverlapping = (range: OpeningRange, index: number) => {
    const before = ordered[index - 1];
    if (before !== undefined) return range.opensMinute < endOf(before);
    return range.opensMinute === range.closesMinute;
  };
  const found = ordered.find(isOverlapping);
  if (found !== undefined) return found;
  const last = ordered.at(-1);
  const isAround = last && endOf(last) - minutesPerDay > ordered[0].opensMinute;
  return isAround ? last : null;
}

/** Ranges of a day by their openings. */
export function inOrder(ranges: DayHours): DayHours {
  return ranges.toSorted((a, b) => a.opensMinute - b.opensMinute);
}

/** The rules as ones of every year; null where one of them is none, or there is no rule. */
export function toYearlyRules(rules: readonly HoursRule[]): YearlyRule[] | null {
  const yearly = rules.map(toYearlyRule);
  return yearly.length > 0 && yearly.every((rule) => rule !== null) ? yearly : null;
}

function toYearlyRule({ joint, days, hours }: HoursRule): YearlyRule | null {
  const first = (days.at(0) ?? []).map(datesOf);
  const dates = first.every((range) => range !== null) ? first : [];
  const [named, ...others] = dates.length > 0 ? days.slice(1) : days;
  const lists = (named ?? []).map(weekdaysOf);
  const said = hoursOf(hours);
  if (others.length > 0 || said === null || !lists.every((list) => list !== null)) return null;
  const isOfHolidays = lists.some((list) => list.length === 0);
  return {
    joint,
    dates,
    weekdays: named === undefined ? null : lists.flat(),
    isOfHolidays,
    ...said,
  };
}

/** Null for other days, and for days that not every year has. */
function datesOf(days: DaySelector): DateRange | null {
  if (days.kind === "months") {
    const { from, to } = days;
    return { from: { month: from, day: 1 }, to: { month: to, day: monthLength(to) } };
  }
  if (days.kind !== "dates") return null;
  const { from, to } = days;
  return isOfEachYear(from) && isOfEachYear(to) ? { from, to } : null;
}

/** The library takes a 29th of February that a year does not have for the 1st of March. */
function isOfEachYear(date: MonthDay): boolean {
  return isMonthDay(date) && !(date.month === 2 && date.day === 29);
}

/** None for public holidays; null for other days. */
function weekdaysOf(days: DaySelector): number[] | null {
  if (days.kind === "holidays") return days.name === "PH" && days.shift === undefined ? [] : null;
  if (days.kind !== "weekdays") return null;
  const { from, to } = days;
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7);
}

/** Null for more than ranges of the clock that are apart, or one state, and a comment. */
function hoursOf([said = [], ...others]: HoursRule["hours"]): Pick<
  YearlyRule,
  "hours" | "comment"
> | null {
  const [note, ...rest] = others.flat();
  if (rest.length > 0 || (note && note.kind !== "comment")) return null;
  const [part] = said;
  const hours =
    said.length === 1 && part.kind === "state" ? stateHours[part.state] : rangesOf(said);
  return hours === undefined ? null : { hours, comment: note?.comment };
}

const stateHours = { "24/7": wholeDay, off: [], unknown: null, open: undefined };

/** Undefined without any, and for ranges that overlap. */
function rangesOf(parts: readonly HoursPart[]): DayHours | undefined {
  const ranges = parts.flatMap((part): OpeningRange[] => {
    if (part.kind !== "times" || typeof part.from !== "number" || typeof part.to !== "number")
      return [];
    const { from: opensMinute, to: closesMinute } = part;
    const isOfDay = opensMinute < minutesPerDay && closesMinute <= minutesPerDay;
    return isOfDay ? [{ opensMinute, closesMinute }] : [];
  });
  const isAll = ranges.length > 0 && ranges.length === parts.length;
  return isAll && findOverlap(ranges) === null ? inOrder(ranges) : undefined;
}

/** The text of a rule without a comment. */
export function formatYearlyRule({
  dates,
  weekdays,
  isOfHolidays,
  hours,
}: Omit<YearlyRule, "joint">): string {
  const days = [...formatWeekdays(weekdays ?? []), ...(isOfHolidays ? ["PH"] : [])].join();
  const inDates = dates.length > 0 ? `${dates.map(formatDates).join()}:` : "";
  return [inDates, days, formatDayHours(hours)].filter(Boolean).join(" ");
}

/** `off`, `unknown`, or the ranges of a day. */
export function formatDayHours(hours: DayHours | null): string {
  if (hours === null) return "unknown";
  if (hours.length === 0) return "off";
  return hours
    .map(({ opensMinute, closesMinute }) =>
      [opensMinute, closesMinute].map(formatMinuteOfDay).join("-"),
    )
    .join();
}

/** `Mo-We`, `Fr` from weekdays in order. */
function formatWeekdays(weekdays: readonly number[]): string[] {
  return weekdayRuns(weekdays).map((run) =>
    [...new Set(run)].map((weekday) => weekdayNames[weekday]).join("-"),
  );
}

/** The first and the last one of successive weekdays. @param weekdays in order */
export function weekdayRuns(weekdays: readonly number[]): [first: number, last: number][] {
  const firsts = weekdays.filter((weekday) => !weekdays.includes(weekday - 1));
  const lasts = weekdays.filter((weekday) => !weekdays.includes(weekday + 1));
  return firsts.map((first, index) => [first, lasts[index]]);
}

function formatDates({ from, to }: DateRange): string {
  const name = ({ month }: MonthDay) => monthNames[month - 1];
  if (from.day === 1 && to.day === monthLength(to.month)) {
    return from.month === to.month ? name(from) : `${name(from)}-${name(to)}`;
  }
  const date = (day: MonthDay) => `${name(day)} ${String(day.day).padStart(2, "0")}`;
  return `${date(from)}-${date(to)}`;
}
