import { formatMinuteOfDay, minutesPerDay } from "./local-time.ts";
import {
  type DaySelector,
  type HoursPart,
  type HoursRule,
  isMonthDay,
  type MonthDay,
  monthLength,
  monthNames,
  parseOpeningHours,
  weekdayNames,
} from "./opening-hours-syntax.ts";
import {
  closedDay,
  type OpeningRange,
  type OpeningTimes,
  parseOpeningRange,
} from "./seven-entries.ts";

/** Opening hours that the form has fields for, as most places have them (docs/product#usual-hours). */
export interface UsualHours {
  /** Seven days, Monday first; null for an unknown day. At least one is known. */
  readonly days: readonly (DayHours | null)[];
  /** Season, outside which the place is closed; null for the whole year. */
  readonly season: DateRange | null;
  /** Hours of public holidays; null where they are like any other day. */
  readonly holidays: DayHours | null;
}

/** Hours of a whole day, from midnight to midnight. */
export const wholeDay: DayHours = [{ opensMinute: 0, closesMinute: minutesPerDay }];

export const alwaysOpen: UsualHours = {
  days: Array<DayHours>(7).fill(wholeDay),
  season: null,
  holidays: null,
};

/** Whether a season covers all days of a common year. */
export function isWholeYear({ from, to }: DateRange): boolean {
  if (from.day > 1) return to.month === from.month && to.day === from.day - 1;
  const before = from.month === 1 ? 12 : from.month - 1;
  return to.month === before && to.day >= (before === 2 ? 28 : monthLength(before));
}

/**
 * Weekdays (0 for Monday) with the same hours, in the order of their first one. Not by `Map.groupBy`, which the
 * oldest supported browsers lack (docs/decisions/044).
 */
export function alikeWeekdays(days: UsualHours["days"]): number[][] {
  const texts = days.map(formatDayHours);
  return [...new Set(texts)].map((text) =>
    [...days.keys()].filter((weekday) => texts[weekday] === text),
  );
}

/**
 * Formats hours in OpenStreetMap's syntax. `parseUsualHours` parses the text to the same hours, except for a
 * season of the whole year, which is left out: the opening-hours library takes a season that ends on the day
 * before it begins for empty.
 */
export function formatUsualHours({ days, holidays, ...hours }: UsualHours): string {
  const season = hours.season && isWholeYear(hours.season) ? null : hours.season;
  const isAlways = days.every((day) => formatDayHours(day) === formatDayHours(wholeDay));
  if (isAlways && season === null && holidays === null) return "24/7";
  const dates = season === null ? [] : [season];
  const isNeverOpen = !days.some((day) => day !== null && day.length > 0);
  const rules = alikeWeekdays(days)
    .map((weekdays) => ({ dates, weekdays, isOfHolidays: false, hours: days[weekdays[0]] }))
    // A weekday without a rule is closed; where all are closed the text needs a rule.
    .filter((rule) => rule.hours?.length !== 0 || isNeverOpen)
    // Unknown days first: a night that continues into such a day takes precedence.
    .sort((a, b) => Number(b.hours === null) - Number(a.hours === null))
    .map(formatYearlyRule);
  // A rule after a semicolon ends at midnight a night that continues into its day; one after a comma does not.
  const week = rules.join(days.some(isLate) ? ", " : "; ");
  if (holidays === null) return week;
  const ofHolidays = { weekdays: null, isOfHolidays: true, hours: holidays };
  return `${week}; ${formatYearlyRule({ ...ofHolidays, dates: holidays.length === 0 ? [] : dates })}`;
}

/**
 * Parses a text of `formatUsualHours`, or one that is as simple. Null for any other text, such as one with parts
 * of the syntax that the form has no fields for.
 */
export function parseUsualHours(text: string): UsualHours | null {
  return toUsualHours(parseOpeningHours(text));
}

/** Usual hours of parsed rules; see `parseUsualHours`. */
export function toUsualHours(syntax: readonly HoursRule[]): UsualHours | null {
  const rules = toYearlyRules(syntax);
  if (rules === null || rules.some(isUnusual)) return null;
  const last = rules.at(-1)!;
  const holiday =
    rules.length > 1 && last.joint === ";" && last.weekdays?.length === 0 ? last : undefined;
  const week = holiday === undefined ? rules : rules.slice(0, -1);
  const [first, ...later] = week;
  const isOfSeason = ({ dates }: YearlyRule) =>
    JSON.stringify(dates) === JSON.stringify(first.dates);
  // The rules must all replace each other, or all add to each other.
  const isAdding = later.at(0)?.joint === ",";
  if (!later.every((rule) => isOfSeason(rule) && (rule.joint === ",") === isAdding)) return null;
  const days = joinDays(week, isAdding);
  if (days === null || days.every((day) => day === null)) return null;
  const season = first.dates.at(0) ?? null;
  // A closed season leaves the rest of the year unknown.
  if (season !== null && days.every((day) => day?.length === 0)) return null;
  if (holiday === undefined) return { days, season, holidays: null };
  // Outside the season a place is closed anyway.
  const isExpressible = holiday.hours?.length === 0 || isOfSeason(holiday);
  return holiday.hours !== null && isExpressible ? { days, season, holidays: holiday.hours } : null;
}

/** Whether a rule has parts that the form has no fields for. */
function isUnusual({ joint, dates, comment, hours }: YearlyRule): boolean {
  const closesAtStart = hours?.some(({ closesMinute }) => closesMinute === 0) ?? false;
  return joint === "||" || dates.length > 1 || comment !== undefined || closesAtStart;
}

/** Week of some rules; null where they contradict each other on a day. */
function joinDays(rules: readonly YearlyRule[], isAdding: boolean): (DayHours | null)[] | null {
  const days: (DayHours | null)[] = Array(7).fill([]);
  const named = new Set<number>();
  for (const [index, { weekdays, isOfHolidays, hours }] of rules.entries()) {
    const comesLate = index > 0 && (weekdays === null || (isAdding && hours === null));
    if (isOfHolidays || comesLate || (isLate(hours) && rules.length > 1 && !isAdding)) return null;
    for (const day of weekdays ?? weekdayNames.keys()) {
      if (isAdding && named.has(day)) return null;
      named.add(day);
      days[day] = hours;
    }
  }
  return days;
}

/** Text in OpenStreetMap's syntax for seven entries; empty where all days are unknown. */
export function textOfWeek(week: OpeningTimes): string {
  const days = week.map((entry) => {
    if (entry === closedDay) return [];
    const range = parseOpeningRange(entry);
    return range === null ? null : [range];
  });
  if (days.every((day) => day === null)) return "";
  return formatUsualHours({ days, season: null, holidays: null });
}

/** Rule of opening hours that is the same in every year and goes by the clock only. */
export interface YearlyRule {
  readonly joint: HoursRule["joint"];
  /** Empty for the whole year. */
  readonly dates: readonly DateRange[];
  /** 0 is Monday, in the order of the text; null for a rule without days. */
  readonly weekdays: readonly number[] | null;
  readonly isOfHolidays: boolean;
  /** Null where they are unknown. */
  readonly hours: DayHours | null;
  readonly comment?: string;
}

/** Part of each year, both days included; it may continue into the next year. */
export interface DateRange {
  readonly from: MonthDay;
  readonly to: MonthDay;
}

/** Ranges of one day, ascending and disjoint; empty for a closed day. Only the last may continue past midnight. */
export type DayHours = readonly OpeningRange[];

/** Minute at which a range ends, counted from the midnight before it opens. */
export function endOf({ opensMinute, closesMinute }: OpeningRange): number {
  return closesMinute > opensMinute ? closesMinute : closesMinute + minutesPerDay;
}

export function isLate(hours: DayHours | null): boolean {
  return hours?.some((range) => endOf(range) > minutesPerDay) ?? false;
}

/**
 * First range of a day, in order of opening, that begins before another one ends; null where all are disjoint.
 * A range past midnight must also end before the day's first range, and must not close at the minute it opens.
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

export function inOrder(ranges: DayHours): DayHours {
  return ranges.toSorted((a, b) => a.opensMinute - b.opensMinute);
}

/** Converts rules to yearly ones; null where that is impossible for one of them, or there is no rule. */
export function toYearlyRules(rules: readonly HoursRule[]): YearlyRule[] | null {
  const yearly = rules.map(toYearlyRule);
  return yearly.length > 0 && yearly.every((rule) => rule !== null) ? yearly : null;
}

function toYearlyRule({ joint, days, hours }: HoursRule): YearlyRule | null {
  const first = (days.at(0) ?? []).map(datesOf);
  const dates = first.every((range) => range !== null) ? first : [];
  const [named, ...others] = dates.length > 0 ? days.slice(1) : days;
  const lists = (named ?? []).map(weekdaysOf);
  const parsedHours = hoursOf(hours);
  if (others.length > 0 || parsedHours === null || !lists.every((list) => list !== null))
    return null;
  const isOfHolidays = lists.some((list) => list.length === 0);
  return {
    joint,
    dates,
    weekdays: named === undefined ? null : lists.flat(),
    isOfHolidays,
    ...parsedHours,
  };
}

/** Null for other selectors, and for days that some years lack. */
function datesOf(days: DaySelector): DateRange | null {
  if (days.kind === "months") {
    const { from, to } = days;
    return { from: { month: from, day: 1 }, to: { month: to, day: monthLength(to) } };
  }
  if (days.kind !== "dates") return null;
  const { from, to } = days;
  return isOfEachYear(from) && isOfEachYear(to) ? { from, to } : null;
}

/** Whether a day exists in every year. The library treats 29 February in a common year as 1 March. */
function isOfEachYear(date: MonthDay): boolean {
  return isMonthDay(date) && !(date.month === 2 && date.day === 29);
}

/** Empty for public holidays; null for other selectors. */
function weekdaysOf(days: DaySelector): number[] | null {
  if (days.kind === "holidays") return days.name === "PH" && days.shift === undefined ? [] : null;
  if (days.kind !== "weekdays") return null;
  const { from, to } = days;
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7);
}

/** Hours of disjoint clock ranges or of one state, with an optional comment; null for anything else. */
function hoursOf([parts = [], ...others]: HoursRule["hours"]): Pick<
  YearlyRule,
  "hours" | "comment"
> | null {
  const [comment, ...rest] = others.flat();
  if (rest.length > 0 || (comment && comment.kind !== "comment")) return null;
  const [part] = parts;
  const hours =
    parts.length === 1 && part.kind === "state" ? stateHours[part.state] : rangesOf(parts);
  return hours === undefined ? null : { hours, comment: comment?.comment };
}

const stateHours = { "24/7": wholeDay, off: [], unknown: null, open: undefined };

/** Undefined without ranges, and for ranges that overlap. */
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

/** Formats a rule without a comment. */
export function formatYearlyRule({ hours, ...days }: Omit<YearlyRule, "joint">): string {
  return [formatDays(days), formatDayHours(hours)].filter(Boolean).join(" ");
}

/** Formats the days of a rule; empty for every day. */
export function formatDays({
  dates,
  weekdays,
  isOfHolidays,
}: Pick<YearlyRule, "dates" | "weekdays" | "isOfHolidays">): string {
  const days = [...formatWeekdays(weekdays ?? []), ...(isOfHolidays ? ["PH"] : [])].join();
  const inDates = dates.length > 0 ? `${dates.map(formatDates).join()}:` : "";
  return [inDates, days].filter(Boolean).join(" ");
}

/** `off`, `unknown`, or the ranges of a day. */
function formatDayHours(hours: DayHours | null): string {
  if (hours === null) return "unknown";
  if (hours.length === 0) return "off";
  return hours
    .map(({ opensMinute, closesMinute }) =>
      [opensMinute, closesMinute].map(formatMinuteOfDay).join("-"),
    )
    .join();
}

/** `Mo-We`, `Fr` from ascending weekdays. */
function formatWeekdays(weekdays: readonly number[]): string[] {
  return weekdayRuns(weekdays).map((run) =>
    [...new Set(run)].map((weekday) => weekdayNames[weekday]).join("-"),
  );
}

/** First and last of each run of successive weekdays. @param weekdays ascending */
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
