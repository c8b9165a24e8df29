import { formatMinuteOfDay, minutesPerDay } from "./local-time.ts";
import {
  closedDay,
  type OpeningRange,
  type OpeningTimes,
  parseOpeningRange,
} from "./seven-entries.ts";

/** Day of any year; `{ month: 2, day: 29 }` is the end of February. */
export interface MonthDay {
  /** 1…12. */
  readonly month: number;
  /** From 1. */
  readonly day: number;
}

/** Part of each year, both days included; it may go on over the new year. */
export interface Season {
  readonly from: MonthDay;
  readonly to: MonthDay;
}

/** Ranges of one day, ascending and apart; without any the day is closed. Only the last may go on past midnight. */
export type DayHours = readonly OpeningRange[];

/** Opening hours as most places have them, as a form asks for them (docs/product#usual-hours). */
export interface UsualHours {
  /** Seven, Monday first; null is a day that is not known. At least one is known. */
  readonly days: readonly (DayHours | null)[];
  /** Null all year round; outside its season the place is closed. */
  readonly season: Season | null;
  /** Hours of public holidays; null where these are like any other day. */
  readonly holidays: DayHours | null;
}

/** Names of the weekdays in the syntax, Monday first. */
export const weekdayNames = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
/** Names of the months in the syntax. */
export const monthNames = [
  ...["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
];
const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a year can have the day. */
export function isMonthDay({ month, day }: MonthDay): boolean {
  return Number.isInteger(day) && day >= 1 && day <= (monthLengths[month - 1] ?? 0);
}

/** The whole day, from midnight to midnight. */
export const wholeDay: DayHours = [{ opensMinute: 0, closesMinute: minutesPerDay }];

/** A place that never closes. */
export const alwaysOpen: UsualHours = {
  days: Array<DayHours>(7).fill(wholeDay),
  season: null,
  holidays: null,
};

/** Minute at which a range ends, counted from the midnight before it opens. */
function endOf({ opensMinute, closesMinute }: OpeningRange): number {
  return closesMinute > opensMinute ? closesMinute : closesMinute + minutesPerDay;
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

/** Whether a season leaves no day of a common year out. */
export function isWholeYear({ from, to }: Season): boolean {
  if (from.day > 1) return to.month === from.month && to.day === from.day - 1;
  const before = from.month === 1 ? 12 : from.month - 1;
  return to.month === before && to.day >= (before === 2 ? 28 : monthLengths[before - 1]);
}

/**
 * Weekdays (0 for Monday) by what is said of their hours, in the order of their first one. `Map.groupBy` would do
 * it, but the oldest supported browsers do not know that (docs/decisions/044).
 */
export function weekdaysBy<Said>(
  days: UsualHours["days"],
  say: (day: DayHours | null) => Said,
): Map<Said, number[]> {
  const named = new Map<Said, number[]>();
  for (const [weekday, day] of days.entries()) {
    const said = say(day);
    named.set(said, [...(named.get(said) ?? []), weekday]);
  }
  return named;
}

/**
 * The hours as a text of OpenStreetMap's syntax, from which `readUsualHours` makes the same hours again, but for
 * a season of the whole year: it is left out, since the opening-hours library takes one that ends on the day
 * before it begins for empty.
 */
export function writeUsualHours({ days, holidays, ...hours }: UsualHours): string {
  const season = hours.season && isWholeYear(hours.season) ? null : hours.season;
  const isAlways = days.every((day) => textOf(day) === textOf(wholeDay));
  if (isAlways && season === null && holidays === null) return "24/7";
  const named = weekdaysBy(days, textOf);
  const isNeverOpen = !days.some((day) => day !== null && day.length > 0);
  const rules = [...named]
    // A weekday that no rule names is closed; where none is open the text has to say so.
    .filter(([said]) => said !== closed || isNeverOpen)
    // First what is not known: it gives way to a night that goes on into its day.
    .sort(([a], [b]) => Number(b === unknown) - Number(a === unknown))
    .map(([said, weekdays]) => `${seasonPrefix(season)}${listDays(weekdays)} ${said}`);
  // A rule after a semicolon ends at midnight what goes on into its day; one after a comma does not.
  const goesOn = days.some((day) => day?.some((range) => endOf(range) > minutesPerDay));
  const week = rules.join(goesOn ? ", " : "; ");
  if (holidays === null) return week;
  if (holidays.length === 0) return `${week}; PH ${closed}`;
  return `${week}; ${seasonPrefix(season)}PH ${textOf(holidays)}`;
}

const closed = "off";
const unknown = "unknown";

function textOf(day: DayHours | null): string {
  if (day === null) return unknown;
  if (day.length === 0) return closed;
  return day
    .map(
      (range) => `${formatMinuteOfDay(range.opensMinute)}-${formatMinuteOfDay(range.closesMinute)}`,
    )
    .join();
}

/** `Mo-We,Fr` from weekdays in order. */
function listDays(days: readonly number[]): string {
  const firsts = days.filter((day) => !days.includes(day - 1));
  return firsts
    .map((first) => {
      let last = first;
      while (days.includes(last + 1)) last++;
      return last === first ? weekdayNames[first] : `${weekdayNames[first]}-${weekdayNames[last]}`;
    })
    .join();
}

function seasonPrefix(season: Season | null): string {
  if (season === null) return "";
  const { from, to } = season;
  const name = ({ month }: MonthDay) => monthNames[month - 1];
  if (from.day === 1 && to.day === monthLengths[to.month - 1]) {
    return from.month === to.month ? `${name(from)}: ` : `${name(from)}-${name(to)}: `;
  }
  const date = (day: MonthDay) => `${name(day)} ${String(day.day).padStart(2, "0")}`;
  return `${date(from)}-${date(to)}: `;
}

const alternatives = (words: readonly string[]) => `(?:${words.join("|")})`;
const monthDay = `${alternatives(monthNames)}(?: \\d\\d)?`;
const dayPart = `${alternatives(weekdayNames)}(?:-${alternatives(weekdayNames)})?`;
const timeRange = "\\d\\d:\\d\\d-\\d\\d:\\d\\d";
const ruleForm = new RegExp(
  `^(?:(?<from>${monthDay})(?:-(?<to>${monthDay}))?:? )?` +
    `(?:(?<days>PH|${dayPart}(?:, ?${dayPart})*) )?` +
    `(?<said>24/7|off|closed|unknown|${timeRange}(?:, ?${timeRange})*)$`,
);

interface Rule {
  readonly season: Season | null;
  /** Null for a rule that names no days. */
  readonly days: readonly number[] | "PH" | null;
  readonly hours: DayHours | null;
}

/** Where a comma ends a rule, and not one of its days or ranges. */
const addition = /(?<=\d|unknown|off), (?=[A-Z])/;

/**
 * Reads a text that `writeUsualHours` wrote, or that is as simple. Null for any other text, also for one that
 * says in the finer ways of the syntax what a form cannot show.
 */
export function readUsualHours(text: string): UsualHours | null {
  const clauses = text
    .trim()
    .replace(/;$/, "")
    .split(";")
    .map((clause) => clause.trim().split(addition).map(readRule));
  if (!clauses.flat().every((rule) => rule !== null)) return null;
  const rules = clauses as Rule[][];
  const [holiday] = rules.length > 1 && rules.at(-1)![0].days === "PH" ? rules.pop()! : [];
  const week = rules.flat();
  const { season } = week[0];
  // Rules of a text all replace each other, or all add to each other.
  const isMixed = rules.length > 1 && week.length > rules.length;
  const hasOtherSeason = (rule: Rule) => JSON.stringify(rule.season) !== JSON.stringify(season);
  if (isMixed || week.some(hasOtherSeason)) return null;
  const days = joinDays(week, week.length > rules.length);
  if (days === null || days.every((day) => day === null)) return null;
  if (holiday === undefined) return { days, season, holidays: null };
  // Out of season a place is closed anyway.
  const isSaid = holiday.hours?.length === 0 || !hasOtherSeason(holiday);
  return holiday.hours !== null && isSaid ? { days, season, holidays: holiday.hours } : null;
}

/** The week of some rules; null where they say more than one thing of a day. */
function joinDays(rules: readonly Rule[], isAdding: boolean): (DayHours | null)[] | null {
  const days: (DayHours | null)[] = Array(7).fill([]);
  const named = new Set<number>();
  for (const [index, rule] of rules.entries()) {
    const goesOn = rule.hours?.some((range) => endOf(range) > minutesPerDay);
    const isLate = index > 0 && (rule.days === null || (isAdding && rule.hours === null));
    if (rule.days === "PH" || isLate || (goesOn && rules.length > 1 && !isAdding)) return null;
    for (const day of rule.days ?? weekdayNames.keys()) {
      if (isAdding && named.has(day)) return null;
      named.add(day);
      days[day] = rule.hours;
    }
  }
  return days;
}

/** Null for a text that is not a simple rule. */
function readRule(text: string): Rule | null {
  const read = ruleForm.exec(text)?.groups;
  if (read === undefined) return null;
  const season = read.from === undefined ? null : readSeason(read.from, read.to);
  const hours = readHours(read.said);
  if (season === undefined || hours === undefined) return null;
  return { season, days: read.days === undefined ? null : readDays(read.days), hours };
}

function readDays(list: string): readonly number[] | "PH" {
  if (list === "PH") return "PH";
  return list.split(/, ?/).flatMap((part) => {
    const [first, last = first] = part.split("-").map((name) => weekdayNames.indexOf(name));
    const count = ((last - first + 7) % 7) + 1;
    return Array.from({ length: count }, (_, index) => (first + index) % 7);
  });
}

/** Undefined for times that no day has, and for ranges that overlap. */
function readHours(said: string): DayHours | null | undefined {
  if (said === unknown) return null;
  if (said === closed || said === "closed") return [];
  if (said === "24/7") return wholeDay;
  const ranges = said.split(/, ?/).map((range): OpeningRange => {
    const [opensMinute, closesMinute] = range.split("-").map(minuteOf);
    return { opensMinute, closesMinute };
  });
  const isGood = ranges.every(
    ({ opensMinute, closesMinute }) => opensMinute < minutesPerDay && closesMinute > 0,
  );
  return isGood && findOverlap(ranges) === null ? inOrder(ranges) : undefined;
}

/** NaN for a time that no day has. */
function minuteOf(time: string): number {
  const [hour, minute] = time.split(":").map(Number);
  const total = hour * 60 + minute;
  return minute < 60 && total <= minutesPerDay ? total : Number.NaN;
}

/** Undefined for a day that no year has. */
function readSeason(from: string, to = from): Season | undefined {
  const [first, last] = [from, to].map((date) => {
    const [month, day] = date.split(" ");
    return { month: monthNames.indexOf(month) + 1, day: day === undefined ? null : Number(day) };
  });
  if ((first.day === null) !== (last.day === null)) return undefined;
  const season = {
    from: { month: first.month, day: first.day ?? 1 },
    to: { month: last.month, day: last.day ?? monthLengths[last.month - 1] },
  };
  // The library takes a 29th of February that a year does not have for the 1st of March.
  const isLeapDay = season.to.month === 2 && season.to.day === 29 && last.day !== null;
  return isMonthDay(season.from) && isMonthDay(season.to) && !isLeapDay ? season : undefined;
}

/** The text that says the same as seven entries; empty where nothing is known of any day. */
export function textOfWeek(week: OpeningTimes): string {
  const days = week.map((entry) => {
    if (entry === closedDay) return [];
    const range = parseOpeningRange(entry);
    return range === null ? null : [range];
  });
  if (days.every((day) => day === null)) return "";
  return writeUsualHours({ days, season: null, holidays: null });
}
