import type { MessageKey, Translate } from "#domain/text/i18n.ts";
import { intlLocale, type Language } from "#domain/text/language.ts";
import { formatMinuteOfDay } from "./local-time.ts";
import {
  type DaySelector,
  type HoursPart,
  type HoursRule,
  type HoursTime,
  type MonthDay,
  parseOpeningHours,
} from "./opening-hours-syntax.ts";
import {
  alikeWeekdays,
  type DayHours,
  toUsualHours,
  type UsualHours,
  weekdayRuns,
} from "./usual-hours.ts";

export interface HoursLocale {
  readonly t: Translate;
  readonly language: Language;
}

export interface FormattedHours {
  /** A line for each of its rules. */
  readonly lines: readonly string[];
  /** All rules in one line. */
  readonly sentence: string;
  /** False where a part of the text is unknown to the parser and stands unchanged in the sentences. */
  readonly isComplete: boolean;
}

/**
 * Formats a text of opening hours as sentences (docs/product#meaning-of-a-text): usual hours by weekday, any
 * other text rule by rule and part by part.
 *
 * @param text normalized by the library, such as `Mo-Fr 08:00-12:00; PH off`
 */
export function formatHours(text: string, locale: HoursLocale): FormattedHours {
  const rules = parseOpeningHours(text);
  const usual = toUsualHours(rules);
  const lines = usual
    ? usualHoursLines(usual, locale)
    : rules.map((rule) => formatRule(rule, locale));
  const isUnknown = ({ kind }: DaySelector | HoursPart) => kind === "unknown";
  const isComplete = !rules.some(({ days, hours }) => [...days, ...hours].flat().some(isUnknown));
  // Only a line begins with a capital, not the text after a semicolon; German nouns have their own.
  return { lines: lines.map(capitalize), sentence: capitalize(lines.join("; ")), isComplete };
}

function usualHoursLines({ days, season, holidays }: UsualHours, locale: HoursLocale): string[] {
  const { t } = locale;
  const lines = alikeWeekdays(days).map(
    (weekdays) => `${formatWeekdays(weekdays, locale)}: ${formatDay(days[weekdays[0]], locale)}`,
  );
  if (holidays !== null) lines.push(`${t("hours.PH")}: ${formatDay(holidays, locale)}`);
  if (season !== null) {
    const [from, to] = [season.from, season.to].map((day) => formatMonthDay(day, locale));
    lines.push(t("hours.season", { from, to }));
  }
  return lines;
}

function formatDay(hours: DayHours | null, { t }: HoursLocale): string {
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
function formatWeekdays(weekdays: readonly number[], locale: HoursLocale): string {
  if (weekdays.length === 7) return locale.t("hours.everyDay");
  const runs = weekdayRuns(weekdays).map(([first, last]) =>
    formatRange(
      weekdayName(first, locale),
      weekdayName(last, locale),
      last - first === 1 ? ", " : "–",
    ),
  );
  return runs.join(", ");
}

/** @param weekday 0 is Monday */
function weekdayName(weekday: number, { language }: HoursLocale): string {
  // 1 January 2024 was a Monday.
  return formatDate({ weekday: "long" }, language, Date.UTC(2024, 0, 1 + weekday));
}

/** @param month 1…12 */
function monthName(month: number, { language }: HoursLocale): string {
  return formatDate({ month: "long" }, language, Date.UTC(2024, month - 1, 15));
}

function formatMonthDay({ month, day }: MonthDay, { language }: HoursLocale): string {
  // 2024 was a leap year.
  return formatDate({ month: "long", day: "numeric" }, language, Date.UTC(2024, month - 1, day));
}

function formatDate(options: Intl.DateTimeFormatOptions, language: Language, at: number): string {
  return new Intl.DateTimeFormat(intlLocale(language), { ...options, timeZone: "UTC" }).format(at);
}

function capitalize(line: string): string {
  return line.charAt(0).toLocaleUpperCase() + line.slice(1);
}

/** Formats a rule part by part; an unknown part is unchanged. */
function formatRule({ joint, days, hours }: HoursRule, locale: HoursLocale): string {
  const hoursText = hours.map((group) => formatParts(group, locale)).join(" ");
  const line = [formatParts(days.flat(), locale), hoursText].filter(Boolean).join(": ");
  if (joint === ";") return line;
  return `${locale.t(joint === "||" ? "hours.otherwise" : "hours.also")} ${line}`;
}

function formatParts(parts: readonly (DaySelector | HoursPart)[], locale: HoursLocale): string {
  const texts = parts.map(
    (part) => formatPart(part, locale) + (part.kind === "years" ? " " : ", "),
  );
  return texts.join("").replace(/,? $/, "");
}

function formatPart(part: DaySelector | HoursPart, locale: HoursLocale): string {
  const { t } = locale;
  switch (part.kind) {
    case "weekdays": {
      const { from, to } = part;
      if (from === 0 && to === 6) return t("hours.everyDay");
      return formatRange(weekdayName(from, locale), weekdayName(to, locale));
    }
    case "nthWeekday": {
      const numbers = part.numbers.split(",").map((number) => formatNth(number, locale));
      const day = weekdayName(part.weekday, locale);
      return t("hours.nthDay", { day, numbers: numbers.join(", ") });
    }
    case "months":
      return formatRange(monthName(part.from, locale), monthName(part.to, locale));
    case "dates":
      return formatRange(formatMonthDay(part.from, locale), formatMonthDay(part.to, locale), " – ");
    case "holidays": {
      const day = t(`hours.${part.name}`);
      return part.shift ? `${day} (${t("hours.shift", { shift: part.shift })})` : day;
    }
    case "weeks": {
      const weeks = t("hours.weeks", { weeks: formatRange(`${part.from}`, `${part.to}`) });
      return part.every ? `${weeks} (${t("hours.everyNth", { every: part.every })})` : weeks;
    }
    case "years":
      return t("hours.years", { years: part.years.replace("-", "–") });
    case "times": {
      const from = formatTime(part.from, locale);
      return part.to === undefined
        ? t("hours.openEnd", { from })
        : `${from}–${formatTime(part.to, locale)}`;
    }
    case "state":
      return t(part.state === "24/7" ? "hours.always" : `hours.${part.state}`);
    case "comment":
      return t("hours.comment", { comment: part.comment });
    case "unknown":
      return part.text;
  }
}

function formatRange(from: string, to: string, dash = "–"): string {
  return from === to ? from : `${from}${dash}${to}`;
}

/** Ordinal of a weekday in its month: `1.`, `2.–3.`, `utolsó`. */
function formatNth(text: string, { t }: HoursLocale): string {
  if (text === "-1") return t("hours.last");
  if (text.startsWith("-")) return t("hours.nthLast", { number: text.slice(1) });
  return text
    .split("-")
    .map((number) => t("hours.nth", { number }))
    .join("–");
}

/** `08:00`, `napkelte`, `napnyugta −1:00`. */
function formatTime(time: HoursTime, { t }: HoursLocale): string {
  if (typeof time === "number") return formatMinuteOfDay(time);
  const name = t(`hours.${time.sun}` as MessageKey);
  return time.shift
    ? `${name} ${time.shift.replace("-", "−").replace(/(?<=.)0(?=\d:)/, "")}`
    : name;
}
