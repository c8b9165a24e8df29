/** Rule of a text in OpenStreetMap's syntax of opening hours. */
export interface HoursRule {
  /** Relation to the rules before: replaces them on its days (`;`), adds to them (`,`), or is their fallback (`||`). */
  readonly joint: ";" | "," | "||";
  /** Groups, separated by spaces, of parts, separated by commas; empty for every day. */
  readonly days: readonly (readonly DaySelector[])[];
  /** Hours of these days, in groups of the same form. */
  readonly hours: readonly (readonly HoursPart[])[];
}

export type DaySelector =
  /** 0 is Monday; wraps over Sunday where `to` is before `from`. */
  | { readonly kind: "weekdays"; readonly from: number; readonly to: number }
  /** Occurrences of a weekday in each month, `1,2-3,-1`. */
  | { readonly kind: "nthWeekday"; readonly weekday: number; readonly numbers: string }
  /** 1…12. */
  | { readonly kind: "months"; readonly from: number; readonly to: number }
  | { readonly kind: "dates"; readonly from: MonthDay; readonly to: MonthDay }
  /** `shift` in days, with its sign. */
  | { readonly kind: "holidays"; readonly name: "PH" | "SH" | "easter"; readonly shift?: string }
  | { readonly kind: "weeks"; readonly from: number; readonly to: number; readonly every?: string }
  /** `2026`, `2026-2027`. */
  | { readonly kind: "years"; readonly years: string }
  | UnknownPart;

/** Day of any year; `{ month: 2, day: 29 }` is the end of February. */
export interface MonthDay {
  /** 1…12. */
  readonly month: number;
  /** From 1. */
  readonly day: number;
}

export type HoursPart =
  /** Without `to` the end is open. */
  | { readonly kind: "times"; readonly from: HoursTime; readonly to?: HoursTime }
  | { readonly kind: "state"; readonly state: "24/7" | "open" | "off" | "unknown" }
  | { readonly kind: "comment"; readonly comment: string }
  | UnknownPart;

/** Minutes since midnight, past 1440 on the next day; or an event of the sun, with an offset such as `-01:00`. */
export type HoursTime = number | { readonly sun: string; readonly shift?: string };

/** Token that is unknown to this grammar, or invalid in its position. */
interface UnknownPart {
  readonly kind: "unknown";
  readonly text: string;
}

/** Names of the weekdays, Monday first. */
export const weekdayNames = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
export const monthNames = [
  ...["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
];
const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Maximum number of days of a month. @param month 1…12 */
export function monthLength(month: number): number {
  return monthLengths[month - 1] ?? 0;
}

export function isMonthDay({ month, day }: MonthDay): boolean {
  return Number.isInteger(day) && day >= 1 && day <= monthLength(month);
}

const weekday = `(${weekdayNames.join("|")})`;
const month = `(${monthNames.join("|")})`;
const sun = "(?:sunrise|sunset|dawn|dusk)";
const time = `(\\d\\d:[0-5]\\d|${sun}|\\(${sun}[+-]\\d\\d:\\d\\d\\))`;
const end = "(?=:? |[;,|]|$)";

type Part = DaySelector | HoursPart;

/** Patterns of the parts; a group without a match is undefined. */
const forms = (
  [
    [
      `${weekday}\\[(-?\\d(?:[,-]-?\\d)*)\\]`,
      ([, name, numbers]) => ({ kind: "nthWeekday", weekday: weekdayOf(name), numbers }),
    ],
    [
      `${weekday}(?:-${weekday})?`,
      ([, from, to = from]) => ({ kind: "weekdays", from: weekdayOf(from), to: weekdayOf(to) }),
    ],
    [
      `${month} (\\d\\d?)(?:-(?:${month} ?)?(\\d\\d?))?`,
      ([, month, day, lastMonth = month, lastDay = day]) => ({
        kind: "dates",
        from: { month: monthOf(month), day: Number(day) },
        to: { month: monthOf(lastMonth), day: Number(lastDay) },
      }),
    ],
    [
      `${month}(?:-${month})?`,
      ([, from, to = from]) => ({ kind: "months", from: monthOf(from), to: monthOf(to) }),
    ],
    [
      "(PH|SH|easter)(?: ([+-]\\d+) days?)?",
      ([, name, shift]) => ({ kind: "holidays", name: name as "PH", shift }),
    ],
    [
      "week (\\d\\d?)(?:-(\\d\\d?)(?:/(\\d\\d?))?)?",
      ([, from, to = from, every]) => ({ kind: "weeks", from: +from, to: +to, every }),
    ],
    ["(\\d{4}(?:-\\d{4})?)", ([, years]) => ({ kind: "years", years })],
    [
      `${time}(?:\\+|-${time})`,
      ([, from, to]) => ({ kind: "times", from: timeOf(from), to: to ? timeOf(to) : undefined }),
    ],
    [
      "24/7|off|closed|unknown|open",
      ([state]) => ({ kind: "state", state: (state === "closed" ? "off" : state) as "off" }),
    ],
    ['"([^"]*)"', ([, comment]) => ({ kind: "comment", comment })],
    [".+?", ([text]) => ({ kind: "unknown", text })],
  ] satisfies [string, (groups: readonly string[]) => Part][]
).map(([form, read]) => [new RegExp(`(?:${form})${end}`, "y"), read] as const);

function weekdayOf(name: string): number {
  return weekdayNames.indexOf(name);
}

function monthOf(name: string): number {
  return monthNames.indexOf(name) + 1;
}

function timeOf(text: string): HoursTime {
  const [, sun, shift] = /([a-z]+)([+-]\d\d:\d\d)?/.exec(text) ?? [];
  return sun === undefined ? Number(text.slice(0, 2)) * 60 + Number(text.slice(3)) : { sun, shift };
}

/** Separator of two parts; ignored at the end of the text. */
const separator = / *(;|\|\|?|,|:(?= )|) *(?!$)/y;

/** Parses a text of opening hours. A comma between hours and days begins a new rule. */
export function parseOpeningHours(text: string): HoursRule[] {
  const source = text.trim().replace(/ *;$/, "");
  const rules: { joint: HoursRule["joint"]; days: DaySelector[][]; hours: HoursPart[][] }[] = [];
  for (let at = 0; at < source.length; ) {
    const [gap, mark] = at === 0 ? ["", ";"] : matchAt(separator, source, at)!;
    at += gap.length;
    const { part, token } = parsePart(source, at);
    at += token.length;
    const isOfDays = !/times|state|comment|unknown/.test(part.kind);
    const isOfHours = !isOfDays && (part.kind !== "unknown" || /^\d\d:/.test(token));
    const isAddition = mark === "," && isOfDays && rules.at(-1)!.hours.length > 0;
    const isNew = mark === ";" || mark === "||" || isAddition;
    if (isNew) rules.push({ joint: mark as HoursRule["joint"], days: [], hours: [] });
    const { days, hours } = rules.at(-1)!;
    const groups: Part[][] = isOfHours || hours.length > 0 ? hours : days;
    const isListed = mark === "," && groups.length > 0;
    // Commas join parts of one kind, and days never follow the hours.
    const isInPlace = isNew || isListed || mark === "" || mark === ":";
    const isKnown = isInPlace && !(isOfDays && groups === hours);
    const placed: Part = isKnown ? part : { kind: "unknown", text: token };
    if (isListed) groups.at(-1)!.push(placed);
    else groups.push([placed]);
  }
  return rules;
}

function parsePart(text: string, at: number): { part: Part; token: string } {
  for (const [form, read] of forms) {
    const found = matchAt(form, text, at);
    if (found) return { part: read(found), token: found[0] };
  }
  const token = text.slice(at);
  return { part: { kind: "unknown", text: token }, token };
}

function matchAt(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at;
  return form.exec(text);
}
