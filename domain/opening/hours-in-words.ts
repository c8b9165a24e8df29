import type { MessageKey, Translate } from "#domain/text/i18n.ts";
import { intlLocales, type Language } from "#domain/text/language.ts";
import { formatMinuteOfDay } from "./local-time.ts";
import {
  type DaySelector,
  type HoursPart,
  type HoursRule,
  type HoursTime,
  type MonthDay,
  parseOpeningHours,
} from "./opening-hours-syntax.ts";
import { alikeWeekdays, toUsualHours, type UsualHours } from "./usual-hours.ts";
import { type DayHours, weekdayRuns } from "./yearly-rules.ts";

/** Words of a language. */
export interface Speech {
  readonly t: Translate;
  readonly language: Language;
}

/** What a text of opening hours says, in words. */
export interface SaidHours {
  /** A line for each of its rules. */
  readonly lines: readonly string[];
  /** All of them in one line. */
  readonly sentence: string;
  /** False where a part of the text is repeated as it is, because there are no words for it. */
  readonly isWhole: boolean;
}

/**
 * A text of opening hours in words (docs/product#meaning-of-a-text): usual hours in sentences of their own, any
 * other text rule by rule and part by part.
 *
 * @param text in the form that the library gives a text, such as `Mo-Fr 08:00-12:00; PH off`
 */
export function sayHours(text: string, speech: Speech): SaidHours {
  const rules = parseOpeningHours(text);
  const usual = toUsualHours(rules);
  const lines = usual ? sayUsualHours(usual, speech) : rules.map((rule) => sayRule(rule, speech));
  const isUnknown = ({ kind }: DaySelector | HoursPart) => kind === "unknown";
  const isWhole = !rules.some(({ days, hours }) => [...days, ...hours].flat().some(isUnknown));
  // A capital begins a line, not what follows a semicolon; a German noun has its own.
  return { lines: lines.map(capitalize), sentence: capitalize(lines.join("; ")), isWhole };
}

function sayUsualHours({ days, season, holidays }: UsualHours, speech: Speech): string[] {
  const { t } = speech;
  const lines = alikeWeekdays(days).map(
    (weekdays) => `${sayWeekdays(weekdays, speech)}: ${sayDay(days[weekdays[0]], speech)}`,
  );
  if (holidays !== null) lines.push(`${t("hours.PH")}: ${sayDay(holidays, speech)}`);
  if (season !== null) {
    const [from, to] = [season.from, season.to].map((day) => sayMonthDay(day, speech));
    lines.push(t("hours.season", { from, to }));
  }
  return lines;
}

function sayDay(hours: DayHours | null, { t }: Speech): string {
  if (hours === null) return t("hours.unknown");
  if (hours.length === 0) return t("hours.off");
  const ranges = hours.map(({ opensMinute, closesMinute }) => {
    if (opensMinute === 0 && closesMinute === 1440) return t("hours.allDay");
    const range = `${formatMinuteOfDay(opensMinute)}–${formatMinuteOfDay(closesMinute)}`;
    return closesMinute <= opensMinute ? `${range} ${t("hours.nextDay")}` : range;
  });
  return ranges.join(", ");
}

/** `hétfő–péntek`, `szerda, vasárnap`. @param weekdays ascending, 0 is Monday */
function sayWeekdays(weekdays: readonly number[], speech: Speech): string {
  if (weekdays.length === 7) return speech.t("hours.everyDay");
  const runs = weekdayRuns(weekdays).map(([first, last]) =>
    sayRange(
      weekdayName(first, speech),
      weekdayName(last, speech),
      last - first === 1 ? ", " : "–",
    ),
  );
  return runs.join(", ");
}

/** @param weekday 0 is Monday */
function weekdayName(weekday: number, { language }: Speech): string {
  // 1 January 2024 was a Monday.
  return formatDate({ weekday: "long" }, language, Date.UTC(2024, 0, 1 + weekday));
}

/** @param month 1…12 */
function monthName(month: number, { language }: Speech): string {
  return formatDate({ month: "long" }, language, Date.UTC(2024, month - 1, 15));
}

function sayMonthDay({ month, day }: MonthDay, { language }: Speech): string {
  // 2024 was a leap year.
  return formatDate({ month: "long", day: "numeric" }, language, Date.UTC(2024, month - 1, day));
}

function formatDate(options: Intl.DateTimeFormatOptions, language: Language, at: number): string {
  return new Intl.DateTimeFormat(intlLocales[language], { ...options, timeZone: "UTC" }).format(at);
}

function capitalize(line: string): string {
  return line.charAt(0).toLocaleUpperCase() + line.slice(1);
}

/** A rule in words, part by part; a part that is not known stays as it is. */
function sayRule({ joint, days, hours }: HoursRule, speech: Speech): string {
  const said = hours.map((group) => sayParts(group, speech)).join(" ");
  const line = [sayParts(days.flat(), speech), said].filter(Boolean).join(": ");
  if (joint === ";") return line;
  return `${speech.t(joint === "||" ? "hours.otherwise" : "hours.also")} ${line}`;
}

function sayParts(parts: readonly (DaySelector | HoursPart)[], speech: Speech): string {
  const said = parts.map((part) => sayPart(part, speech) + (part.kind === "years" ? " " : ", "));
  return said.join("").replace(/,? $/, "");
}

function sayPart(part: DaySelector | HoursPart, speech: Speech): string {
  const { t } = speech;
  switch (part.kind) {
    case "weekdays": {
      const { from, to } = part;
      if (from === 0 && to === 6) return t("hours.everyDay");
      return sayRange(weekdayName(from, speech), weekdayName(to, speech));
    }
    case "nthWeekday": {
      const numbers = part.numbers.split(",").map((number) => sayNumber(number, speech));
      const day = weekdayName(part.weekday, speech);
      return t("hours.nthDay", { day, numbers: numbers.join(", ") });
    }
    case "months":
      return sayRange(monthName(part.from, speech), monthName(part.to, speech));
    case "dates":
      return sayRange(sayMonthDay(part.from, speech), sayMonthDay(part.to, speech), " – ");
    case "holidays": {
      const day = t(`hours.${part.name}`);
      return part.shift ? `${day} (${t("hours.shift", { shift: part.shift })})` : day;
    }
    case "weeks": {
      const weeks = t("hours.weeks", { weeks: sayRange(`${part.from}`, `${part.to}`) });
      return part.every ? `${weeks} (${t("hours.everyNth", { every: part.every })})` : weeks;
    }
    case "years":
      return t("hours.years", { years: part.years.replace("-", "–") });
    case "times": {
      const from = sayTime(part.from, speech);
      return part.to === undefined
        ? t("hours.openEnd", { from })
        : `${from}–${sayTime(part.to, speech)}`;
    }
    case "state":
      return t(part.state === "24/7" ? "hours.always" : `hours.${part.state}`);
    case "comment":
      return t("hours.comment", { comment: part.comment });
    case "unknown":
      return part.text;
  }
}

function sayRange(from: string, to: string, dash = "–"): string {
  return from === to ? from : `${from}${dash}${to}`;
}

/** Which of a month's days of one name: `1.`, `2.–3.`, `utolsó`. */
function sayNumber(text: string, { t }: Speech): string {
  if (text === "-1") return t("hours.last");
  if (text.startsWith("-")) return t("hours.nthLast", { number: text.slice(1) });
  return text
    .split("-")
    .map((number) => t("hours.nth", { number }))
    .join("–");
}

/** `08:00`, `napkelte`, `napnyugta −1:00`. */
function sayTime(time: HoursTime, { t }: Speech): string {
  if (typeof time === "number") return formatMinuteOfDay(time);
  const name = t(`hours.${time.sun}` as MessageKey);
  return time.shift
    ? `${name} ${time.shift.replace("-", "−").replace(/(?<=.)0(?=\d:)/, "")}`
    : name;
}
