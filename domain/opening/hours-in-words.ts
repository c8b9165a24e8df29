import type { Translate, WordKey } from "#domain/text/i18n.ts";
import { intlLocales, type Language } from "#domain/text/language.ts";
import { formatMinuteOfDay } from "./local-time.ts";
import {
  type DayHours,
  type MonthDay,
  monthNames,
  readUsualHours,
  type UsualHours,
  weekdayNames,
  weekdaysBy,
} from "./usual-hours.ts";

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
  const usual = readUsualHours(text);
  if (usual !== null) return { ...joinRules(sayUsualHours(usual, speech)), isWhole: true };
  const said = splitRules(text).map((rule) => sayRule(rule, speech));
  return {
    ...joinRules(said.map(({ line }) => line)),
    isWhole: said.every(({ isWhole }) => isWhole),
  };
}

/** A capital begins a line, not what follows a semicolon; a German noun has its own. */
function joinRules(rules: readonly string[]): Pick<SaidHours, "lines" | "sentence"> {
  return { lines: rules.map(capitalize), sentence: capitalize(rules.join("; ")) };
}

function sayUsualHours({ days, season, holidays }: UsualHours, speech: Speech): string[] {
  const { t } = speech;
  const lines: string[] = [];
  const named = weekdaysBy(days, (day) => JSON.stringify(day));
  for (const weekdays of named.values()) {
    const name = sayWeekdays(weekdays, speech);
    lines.push(`${name}: ${sayDay(days[weekdays[0]], speech)}`);
  }
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
  const runs: number[][] = [];
  for (const weekday of weekdays) {
    if (runs.at(-1)?.at(-1) === weekday - 1) runs.at(-1)?.push(weekday);
    else runs.push([weekday]);
  }
  return runs.map((run) => sayRun(run, speech)).join(", ");
}

function sayRun(run: readonly number[], speech: Speech): string {
  const [first, last] = [weekdayName(run[0], speech), weekdayName(run[run.length - 1], speech)];
  if (run.length === 1) return first;
  return run.length === 2 ? `${first}, ${last}` : `${first}–${last}`;
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

interface RuleText {
  readonly text: string;
  /** How the rule stands to those before it: beside them, on top of them, or where they say nothing. */
  readonly joint: ";" | "," | "||";
}

/** Rules of a text. Comments are passed over whole; a comma ends a rule that has hours where a day follows it. */
function splitRules(text: string): RuleText[] {
  const rules: RuleText[] = [];
  let joint: RuleText["joint"] = ";";
  let rule = "";
  const end = (next: RuleText["joint"]) => {
    if (rule.trim() !== "") rules.push({ text: rule.trim(), joint });
    joint = next;
    rule = "";
  };
  const pieces = text.matchAll(/"[^"]*"|;|\|\||,|[^";|,]+|./g);
  for (const { 0: piece, index } of pieces) {
    const isAddition = piece === "," && hasHours.test(rule) && beginsDays.test(text.slice(index));
    if (piece === ";" || piece === "||") end(piece);
    else if (isAddition) end(",");
    else rule += piece;
  }
  end(";");
  return rules;
}

const hasHours = /\d:\d\d|sunrise|sunset|dawn|dusk|off|closed|unknown|open|24\/7|"/;
const beginsDays = new RegExp(
  `^, ?(?:${[...weekdayNames, ...monthNames].join("|")}|PH|SH|week|easter)\\b`,
);

/** Part of a rule in words. */
interface Part {
  readonly form: RegExp;
  readonly say: (found: RegExpExecArray, speech: Speech) => string;
}

const weekday = `(${weekdayNames.join("|")})`;
const month = `(${monthNames.join("|")})`;
const time =
  "(?:\\d\\d:\\d\\d|(?:sunrise|sunset|dawn|dusk)|\\((?:sunrise|sunset|dawn|dusk)[+-]\\d\\d:\\d\\d\\))";

/** Parts of the syntax that have words, the longest first where one begins like another. */
const parts: readonly Part[] = [
  { form: /"([^"]*)"/y, say: ([, comment], { t }) => t("hours.comment", { comment }) },
  { form: /24\/7/y, say: (_, { t }) => t("hours.always") },
  {
    form: new RegExp(`(${time})-(${time})`, "y"),
    say: ([, from, to], speech) => `${sayTime(from, speech)}–${sayTime(to, speech)}`,
  },
  {
    form: new RegExp(`(${time})\\+`, "y"),
    say: ([, from], speech) => speech.t("hours.openEnd", { from: sayTime(from, speech) }),
  },
  {
    form: new RegExp(`${weekday}\\[(-?\\d(?:[,-]-?\\d)*)\\]`, "y"),
    say: ([, day, numbers], speech) =>
      speech.t("hours.nthDay", {
        day: sayDayName(day, speech),
        numbers: numbers
          .split(",")
          .map((number) => sayNumber(number, speech))
          .join(", "),
      }),
  },
  {
    form: new RegExp(`${weekday}-${weekday}`, "y"),
    say: ([, first, last], speech) =>
      first === "Mo" && last === "Su"
        ? speech.t("hours.everyDay")
        : `${sayDayName(first, speech)}–${sayDayName(last, speech)}`,
  },
  { form: new RegExp(`${weekday}`, "y"), say: ([day], speech) => sayDayName(day, speech) },
  {
    form: new RegExp(`${month} (\\d\\d)-(?:${month} )?(\\d\\d)(?!:?\\d)`, "y"),
    say: ([, first, from, last = first, to], speech) =>
      `${sayDate(first, from, speech)} – ${sayDate(last, to, speech)}`,
  },
  {
    form: new RegExp(`${month} (\\d\\d)(?!:?\\d)`, "y"),
    say: ([, name, day], speech) => sayDate(name, day, speech),
  },
  {
    form: new RegExp(`${month}-${month}`, "y"),
    say: ([, first, last], speech) =>
      `${sayMonthName(first, speech)}–${sayMonthName(last, speech)}`,
  },
  { form: new RegExp(`${month}`, "y"), say: ([name], speech) => sayMonthName(name, speech) },
  {
    form: /week (\d\d?)(?:-(\d\d?)(?:\/(\d\d?))?)?/y,
    say: ([, from, to, every], { t }) => {
      const weeks = t("hours.weeks", {
        weeks: [from, to].flatMap((week) => (week ? [Number(week)] : [])).join("–"),
      });
      return every === undefined ? weeks : `${weeks} (${t("hours.everyNth", { every })})`;
    },
  },
  {
    form: /(\d{4}(?:-\d{4})?)(?: (?=[A-Z])|(?=:? |$))/y,
    say: ([found, years], { t }) =>
      t("hours.years", { years: years.replace("-", "–") }) + found.slice(years.length),
  },
  {
    form: /(PH|SH|easter)(?: ([+-]\d+) days?)?/y,
    say: ([, name, shift], { t }) => {
      const day = t(`hours.${name}` as WordKey);
      return shift === undefined ? day : `${day} (${t("hours.shift", { shift })})`;
    },
  },
  { form: /off|closed/y, say: (_, { t }) => t("hours.off") },
  { form: /unknown/y, say: (_, { t }) => t("hours.unknown") },
  { form: /open/y, say: (_, { t }) => t("hours.open") },
  { form: /, ?/y, say: () => ", " },
  { form: /:? /y, say: () => ", " },
];

/** Which of a month's days of one name: `1.`, `2.–3.`, `utolsó`. */
function sayNumber(text: string, { t }: Speech): string {
  if (text === "-1") return t("hours.last");
  if (text.startsWith("-")) return t("hours.nthLast", { number: text.slice(1) });
  return text
    .split("-")
    .map((number) => t("hours.nth", { number }))
    .join("–");
}

function sayDayName(name: string, speech: Speech): string {
  return weekdayName(weekdayNames.indexOf(name), speech);
}

function sayMonthName(name: string, speech: Speech): string {
  return monthName(monthNames.indexOf(name) + 1, speech);
}

function sayDate(month: string, day: string, speech: Speech): string {
  return sayMonthDay({ month: monthNames.indexOf(month) + 1, day: Number(day) }, speech);
}

/** `08:00`, `napkelte`, `napnyugta −1:00`. */
function sayTime(time: string, { t }: Speech): string {
  const sun = /^\(?(sunrise|sunset|dawn|dusk)(?:([+-])0?(\d\d?:\d\d)\))?$/.exec(time);
  if (sun === null) return time;
  const [, event, sign, shift] = sun;
  const name = t(`hours.${event}` as WordKey);
  return shift === undefined ? name : `${name} ${sign === "+" ? "+" : "−"}${shift}`;
}

/** Where the hours of a rule begin, after its days. */
const hoursStart =
  /^(?:\d\d:\d\d|\(?sunrise|\(?sunset|\(?dawn|\(?dusk|off|closed|unknown|open|24|")/;

function sayRule({ text, joint }: RuleText, speech: Speech): { line: string; isWhole: boolean } {
  let said = "";
  let isWhole = true;
  let hasHours = false;
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    if (!hasHours && hoursStart.test(rest)) {
      hasHours = true;
      said = said === "" ? "" : `${said.replace(/, $/, "")}: `;
    }
    const found = hasHours && rest.startsWith(" ") ? space : matchPart(text, at, speech);
    if (found === null) {
      // A word without a translation stays as it is.
      const [word] = /^[\w[\]+/-]+|./u.exec(rest)!;
      said += word;
      at += word.length;
      isWhole = false;
    } else {
      said += found.said;
      at += found.length;
    }
  }
  const line = said.replaceAll(/ +/g, " ").trim();
  if (joint === ";") return { line, isWhole };
  const prefix = speech.t(joint === "||" ? "hours.otherwise" : "hours.also");
  return { line: `${prefix} ${line}`, isWhole };
}

/** Between the hours of a rule and what follows them. */
const space = { said: " ", length: 1 };

function matchPart(text: string, at: number, speech: Speech) {
  for (const { form, say } of parts) {
    form.lastIndex = at;
    const found = form.exec(text);
    if (found !== null) return { said: say(found, speech), length: found[0].length };
  }
  return null;
}
