import {
  type HoursRule,
  monthLength,
  parseOpeningHours,
  weekdayNames,
} from "./opening-hours-syntax.ts";
import { closedDay, type OpeningTimes, parseOpeningRange } from "./seven-entries.ts";
import {
  type DateRange,
  type DayHours,
  formatDayHours,
  formatYearlyRule,
  isLate,
  toYearlyRules,
  wholeDay,
  type YearlyRule,
} from "./yearly-rules.ts";

/** Opening hours that the form has fields for, as most places have them (docs/product#usual-hours). */
export interface UsualHours {
  /** Seven days, Monday first; null for an unknown day. At least one is known. */
  readonly days: readonly (DayHours | null)[];
  /** Season, outside which the place is closed; null for the whole year. */
  readonly season: DateRange | null;
  /** Hours of public holidays; null where they are like any other day. */
  readonly holidays: DayHours | null;
}

/** A place that never closes. */
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
