import { maxOpeningHoursLength } from "#domain/text/text-limits.ts";
import { minutesPerDay } from "./local-time.ts";
import type { HoursSpan } from "./opening-forecast.ts";

/** Hours of a day: openings in minutes from its midnight, in order and apart; past 1440 they reach into the next day. */
type DayHours = readonly (readonly [opens: number, closes: number])[];

/** Hours that are the same every week, but for public holidays. */
export interface WeeklyHours {
  /** Monday first. */
  readonly days: readonly DayHours[];
  /** Hours of public holidays by their weekday; null where these are like any other day. */
  readonly holidays: readonly DayHours[] | null;
}

const dayNames = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const dayPart = `(?:${dayNames.join("|")})(?:-(?:${dayNames.join("|")}))?`;
const dayList = new RegExp(`^((?:${dayPart}|PH)(?:,(?:${dayPart}|PH))*) +`);
const timeList = /^(\d\d:\d\d-\d\d:\d\d)(,\d\d:\d\d-\d\d:\d\d)*$/;

/**
 * Reads a text in OpenStreetMap's syntax that says the same of every week: days with ranges of hours, such as
 * `Mo-Fr 08:00-12:00,13:00-18:00; Sa 09:00-13:00; PH off`, or `24/7`. Null for all else, and for what would
 * need the finer rules of the syntax: several rules of which one reaches past midnight, ranges that meet.
 */
export function readWeeklyHours(text: string): WeeklyHours | null {
  if (text.length > maxOpeningHoursLength) return null;
  if (text === "24/7")
    return { days: Array<DayHours>(7).fill([[0, minutesPerDay]]), holidays: null };
  const days: DayHours[] = Array(7).fill(unsaid);
  const holidays: DayHours[] = Array(7).fill(unsaid);
  const rules = text.replace(/;\s*$/, "").split(";");
  for (const rule of rules) {
    const read = readRule(rule.trim());
    if (read === null) return null;
    const { named, hours } = read;
    // Hours of no certain day come on top of the days before them, and replace none.
    if (rule !== rules[0] && !dayList.test(rule.trim())) return null;
    // Another rule ends at midnight what reaches into its day.
    if (rules.length > 1 && hours.some(([, closes]) => closes > minutesPerDay)) return null;
    // The last rule of a day counts, and a holiday has its weekday's and its own.
    for (const day of named) {
      if (day === "PH") holidays.fill(hours);
      else days[day] = holidays[day] = hours;
    }
  }
  if (days.every((hours) => hours.length === 0)) return null;
  return { days, holidays: text.includes("PH") ? holidays : null };
}

function readRule(rule: string): { named: (number | "PH")[]; hours: DayHours } | null {
  const list = dayList.exec(rule);
  const named = list === null ? [0, 1, 2, 3, 4, 5, 6] : daysOf(list[1]);
  if (named === null) return null;
  const said = list === null ? rule : rule.slice(list[0].length);
  if (said === "off" || said === "closed") return { named, hours: [] };
  const hours = hoursOf(said);
  return hours === null ? null : { named, hours };
}

/** Null where a day is named twice. */
function daysOf(list: string): (number | "PH")[] | null {
  const named: (number | "PH")[] = [];
  for (const part of list.split(",")) {
    if (part === "PH") named.push("PH");
    else {
      const [first, last = first] = part.split("-").map((name) => dayNames.indexOf(name));
      for (let day = first; ; day = (day + 1) % 7) {
        named.push(day);
        if (day === last) break;
      }
    }
  }
  return new Set(named).size === named.length ? named : null;
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

/** Days that no rule names are closed. */
const unsaid: DayHours = [];

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
export function spansOfWeek(
  { days, holidays }: WeeklyHours,
  fromMs: number,
  untilMs: number,
  isHoliday: IsHoliday,
): HoursSpan[] {
  const firstDay = Math.floor(fromMs / dayMs);
  const spans: HoursSpan[] = [{ from: firstDay * dayMs, state: "closed" }];
  // What began the day before may still be running.
  for (let day = firstDay - 1; day * dayMs < untilMs + dayMs; day++) {
    const weekday = (((day + 3) % 7) + 7) % 7;
    const hours = holidays !== null && isHoliday(day * dayMs) ? holidays : days;
    for (const [opens, closes] of hours[weekday]) {
      addOpening(spans, day * dayMs + opens * minuteMs, day * dayMs + closes * minuteMs);
    }
  }
  return spans;
}

/** Adds an opening that does not begin before the last one; where the two meet, they are one. */
function addOpening(spans: HoursSpan[], opens: number, closes: number): void {
  const last = spans[spans.length - 1];
  if (closes <= last.from) return;
  if (opens > last.from) spans.push({ from: opens, state: "open" });
  else {
    spans.pop();
    if (spans.length === 0) spans.push({ from: last.from, state: "open" });
  }
  spans.push({ from: closes, state: "closed" });
}
