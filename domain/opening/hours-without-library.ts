import { maxOpeningHoursLength } from "#domain/text/text-limits.ts";
import { minutesPerDay } from "./local-time.ts";
import { type HoursSpan, localTimeOnWall } from "./status-changes.ts";
import { isMonthDay, monthNames, weekdayNames } from "./usual-hours.ts";

/** Hours of a day: openings in minutes from its midnight, in order and apart; past 1440 they reach into the next day. */
type DayHours = readonly (readonly [opens: number, closes: number])[];

/** Days of each year, both included, as `month * 32 + day`; where the last is below the first, over New Year. */
type SeasonDates = readonly [first: number, last: number];

/** Hours of the days that a rule names: in its seasons, of its weekdays or, where it names them, public holidays. */
interface PlainRule {
  /** Null for the whole year. */
  readonly seasons: readonly SeasonDates[] | null;
  /** By weekday, Monday first. */
  readonly weekdays: readonly boolean[];
  readonly onHolidays: boolean;
  /** Empty where it is closed. */
  readonly hours: DayHours;
  /** What the text says beside the hours, which makes them uncertain. */
  readonly comment?: string;
}

/** Hours that are the same every year, but for weekdays and public holidays; the last rule of a day counts. */
export type PlainHours = readonly PlainRule[];

const weekday = `(?:${weekdayNames.join("|")})`;
const dayPart = `${weekday}(?:-${weekday})?`;
const dayList = new RegExp(`^((?:${dayPart}|PH)(?:, ?(?:${dayPart}|PH))*) +`);
const month = `(?:${monthNames.join("|")})`;
const seasonPart = `${month}(?: \\d\\d?)?(?:-${month}(?: \\d\\d?)?|-\\d\\d?)?`;
const seasonList = new RegExp(`^(${seasonPart}(?:,${seasonPart})*) +`);
const seasonForm = new RegExp(`^(${month})(?: (\\d+))?(?:-(${month})?(?: ?(\\d+))?)?$`);
const timeList = /^(\d\d:\d\d-\d\d:\d\d)(,\d\d:\d\d-\d\d:\d\d)*$/;
const commentAtEnd = / +"(\S(?:[^"]*\S)?)"$/;

/**
 * Reads a text in OpenStreetMap's syntax that says the same of every year: months or dates, days and ranges of
 * hours, such as `Mo-Fr 08:00-12:00,13:00-18:00; Apr-Sep Sa 09:00-13:00; Dec 24 off; PH off`, or `24/7`. Null for all
 * else, and for what would need the finer rules of the syntax: several rules of which one reaches past midnight,
 * ranges that meet.
 */
export function readPlainHours(text: string): PlainHours | null {
  if (text.length > maxOpeningHoursLength) return null;
  if (text === "24/7") return [{ ...everyDay, hours: [[0, minutesPerDay]] }];
  const rules: PlainRule[] = [];
  const parts = text.replace(/;\s*$/, "").split(";");
  for (const part of parts) {
    const rule = readRule(part.trim());
    if (rule === null) return null;
    // Hours of no certain day come on top of the days before them, and replace none.
    if (rules.length > 0 && !namesDays.test(part.trim())) return null;
    // Another rule ends at midnight what reaches into its day.
    if (parts.length > 1 && rule.hours.some(([, closes]) => closes > minutesPerDay)) return null;
    rules.push(rule);
  }
  return rules.every(({ hours }) => hours.length === 0) ? null : rules;
}

const everyDay = { seasons: null, weekdays: Array<boolean>(7).fill(true), onHolidays: false };

const namesDays = new RegExp(`${dayList.source}|${seasonList.source}`);

function readRule(text: string): PlainRule | null {
  const [inSeason = "", seasonNames = null] = seasonList.exec(text) ?? [];
  const [onDays = "", days = null] = dayList.exec(text.slice(inSeason.length)) ?? [];
  const [aside = "", comment] = commentAtEnd.exec(text) ?? [];
  const said = text.slice(inSeason.length + onDays.length, text.length - aside.length);
  const isClosed = comment === undefined && (said === "off" || said === "closed");
  const seasons = seasonNames === null ? null : readAll(seasonNames.split(","), seasonOf);
  const named = days === null ? everyDay : daysOf(days);
  const hours = isClosed ? [] : hoursOf(said);
  if (named === null || hours === null || (seasonNames !== null && seasons === null)) return null;
  // What a season's public holidays are is a finer rule.
  if (seasons !== null && named.onHolidays) return null;
  return { ...named, seasons, hours, ...(comment !== undefined && { comment }) };
}

/** Null where one of the parts cannot be read. */
function readAll<Read>(parts: readonly string[], read: (part: string) => Read | null) {
  const all = parts.map(read);
  return all.includes(null) ? null : (all as Read[]);
}

/** Null for a day that not every year has, and where a season has no clear end. */
function seasonOf(text: string): SeasonDates | null {
  const [, firstMonth, firstDay, lastMonth = firstMonth, lastDay] = seasonForm.exec(text)!;
  const isRange = text.includes("-");
  if (firstDay === undefined) {
    if (lastDay !== undefined || (isRange && firstMonth === lastMonth)) return null;
    return [dateOf(firstMonth, 1), dateOf(lastMonth, 31)];
  }
  if (isRange && lastDay === undefined) return null;
  const days = [dayOf(firstMonth, firstDay), dayOf(lastMonth, lastDay ?? firstDay)] as const;
  if (days.includes(Number.NaN)) return null;
  // Within a month it may end before it begins, or on the same day: what that means is a finer rule.
  return isRange && firstMonth === lastMonth && days[1] <= days[0] ? null : days;
}

/** NaN for a day that not every year has. */
function dayOf(monthName: string, text: string): number {
  const day = Number(text);
  const month = monthNames.indexOf(monthName) + 1;
  const isLeapDay = month === 2 && day === 29;
  return isMonthDay({ month, day }) && !isLeapDay ? dateOf(monthName, day) : Number.NaN;
}

function dateOf(monthName: string, day: number): number {
  return monthNames.indexOf(monthName) * 32 + day;
}

/** Null where a day is named twice. */
function daysOf(list: string): Pick<PlainRule, "weekdays" | "onHolidays"> | null {
  const named: string[] = [];
  for (const part of list.split(/, ?/)) {
    const [first, last = first] = part.split("-");
    for (let name = first; ; name = weekdayNames[(weekdayNames.indexOf(name) + 1) % 7]) {
      named.push(name);
      if (name === last) break;
    }
  }
  if (new Set(named).size < named.length) return null;
  return {
    weekdays: weekdayNames.map((name) => named.includes(name)),
    onHolidays: named.includes("PH"),
  };
}

function hoursOf(text: string): DayHours | null {
  if (!timeList.test(text)) return null;
  const hours: [number, number][] = [];
  for (const range of text.split(",")) {
    const [opens, closes] = range.split("-").map(minuteOf);
    if (opens >= minutesPerDay || closes > minutesPerDay || opens === closes) return null;
    const last = hours.at(-1);
    if (last !== undefined && opens <= last[1]) return null;
    hours.push([opens, closes > opens ? closes : closes + minutesPerDay]);
  }
  // What reaches past midnight must leave off before the next day's first.
  const [last] = hours.slice(-1);
  return last[1] - minutesPerDay >= hours[0][0] ? null : hours;
}

/** Infinite for a minute that no hour has. */
function minuteOf(time: string): number {
  const minute = Number(time.slice(3));
  return minute > 59 ? Number.POSITIVE_INFINITY : Number(time.slice(0, 2)) * 60 + minute;
}

const minuteMs = 60_000;
const dayMs = minutesPerDay * minuteMs;

/** Asks whether a day is a public holiday, by the wall time of its midnight. */
export type IsHoliday = (midnightMs: number) => boolean;

/** The hours between two wall times and a day more, the first span from the midnight before. */
export function spansOfPlainHours(
  rules: PlainHours,
  fromMs: number,
  untilMs: number,
  isHoliday: IsHoliday,
): HoursSpan[] {
  const firstDay = Math.floor(fromMs / dayMs);
  const spans: HoursSpan[] = [{ from: firstDay * dayMs, state: "closed" }];
  // What began the day before may still be running.
  for (let day = firstDay - 1; day * dayMs < untilMs + dayMs; day++) {
    const midnight = day * dayMs;
    const { weekday } = localTimeOnWall(midnight);
    const rule = rules.findLast((rule) => appliesOn(rule, midnight, weekday, isHoliday));
    for (const [opens, closes] of rule?.hours ?? []) {
      addOpening(spans, midnight + opens * minuteMs, midnight + closes * minuteMs, rule?.comment);
    }
  }
  return spans;
}

function appliesOn(
  { seasons, weekdays, onHolidays }: PlainRule,
  midnightMs: number,
  weekday: number,
  isHoliday: IsHoliday,
): boolean {
  if (seasons !== null) {
    const midnight = new Date(midnightMs);
    const date = midnight.getUTCMonth() * 32 + midnight.getUTCDate();
    if (!seasons.some((season) => isInSeason(date, season))) return false;
  }
  return weekdays[weekday] || (onHolidays && isHoliday(midnightMs));
}

function isInSeason(date: number, [first, last]: SeasonDates): boolean {
  const isAfter = date >= first;
  return first <= last ? isAfter && date <= last : isAfter || date <= last;
}

/** Adds hours that do not begin before the last ones; where the two meet and say the same, they are one. */
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
