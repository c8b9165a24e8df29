import { formatHours, type HoursLocale } from "#domain/opening/format-hours.ts";
import type { HoursExplanation } from "#domain/opening/hours-meaning.ts";
import { unknownTimes } from "#domain/opening/seven-entries.ts";
import type { InvalidPart } from "#domain/validation/check-fields.ts";
import { parseRules } from "./evaluate-hours.ts";
import { openingDays } from "./forecast-opening.ts";
import { doubts, type HoursSite, mayBeHours, parseByLibrary } from "./hours-library.ts";
import { type OpeningSite, scheduleAt } from "./stored-schedules.ts";

/** Number of days whose times show what a text means: the coming week (docs/product#meaning-of-a-text). */
const shownDays = 7;

/** Text of opening hours with the site at which it is evaluated. */
export interface HoursQuery {
  readonly text: string;
  readonly site: OpeningSite;
}

/**
 * Explains a text of opening hours (docs/product#meaning-of-a-text): its meaning, or its invalid part. The
 * meaning is incomplete where the text cannot be evaluated at the site: the dates of the country's school
 * holidays may be unknown.
 */
export function explainHours(
  { text, site }: HoursQuery,
  now: Date,
  locale: HoursLocale,
): HoursExplanation {
  const trimmed = text.trim();
  const error = findHoursError(trimmed);
  if (error !== null) return { meaning: null, fault: error };
  const pretty = prettyHours(trimmed);
  const { lines, isComplete } = formatHours(pretty, locale);
  const schedule = scheduleAt({ times: unknownTimes, text: trimmed }, site);
  const week = openingDays(schedule, now, shownDays);
  const meaning = {
    text: pretty,
    lines: [...lines],
    is_whole: isComplete && week.isEvaluable,
    week: week.days.map(({ date, times }) => ({ date, times: times && [...times] })),
  };
  return { meaning, fault: null };
}

/** Site for validations, which are the same everywhere; its country's public holidays are known. */
const anywhere: HoursSite = { country: "LU", timeZone: "UTC", sun: null };

/** School holidays. They are known for few years only, which does not make a text invalid. */
const schoolHolidays = /\bSH\b/gi;

/**
 * Validates a text of opening hours: its invalid part and the reason; null for a text that `openHours` evaluates
 * (docs/product#refused-hours).
 */
export function findHoursError(text: string): InvalidPart | null {
  if (!mayBeHours(text)) return { position: 0, part: text, reason: "timeless" };
  const excess = findExcess(text);
  if (excess !== undefined) {
    return { position: excess.index, part: excess[0], reason: "excessive" };
  }
  if (parseRules(text) !== null) return null;
  const validated = text.replaceAll(schoolHolidays, "PH");
  try {
    const warnings = parseByLibrary(validated, anywhere).getStructuredWarnings();
    const doubt = warnings.find(({ type }) => doubts.has(type));
    if (doubt === undefined) return null;
    const end = doubt.value === validated ? doubt.position : null;
    return { ...partBefore(text, end ?? text.length), reason: doubts.get(doubt.type)! };
  } catch (error) {
    return { ...partBefore(text, parsedLength(validated, String(error))), reason: "unreadable" };
  }
}

/** Valid text normalized by the library: words of other languages and single digits are replaced. */
function prettyHours(text: string): string {
  try {
    return parseByLibrary(text, anywhere).prettifyValue();
  } catch {
    return text;
  }
}

/**
 * Parts of which a few are common and many take the library seconds of processor time, which blocks all other
 * requests: a text with 20 of either took up to 10 s (docs/decisions/031).
 */
const costlyParts: readonly { readonly form: RegExp; readonly limit: number }[] = [
  { form: /sunrise|sunset|dawn|dusk/gi, limit: 4 },
  { form: /\d?\d(?:[:.]\d\d)? *[-–—] *\d?\d(?:[:.]\d\d)?/g, limit: 8 },
];

/** First part of a text beyond a limit. */
function findExcess(text: string): RegExpExecArray | undefined {
  const excesses = costlyParts.map(({ form, limit }) =>
    [...text.matchAll(form)].filter(([part]) => !isWithinDay(part)).at(limit),
  );
  return excesses.find((excess) => excess !== undefined);
}

/** Whether a part is a range of times that begins and ends on one day. */
function isWithinDay(part: string): boolean {
  const [opens, closes] = part.split(/[-–—]/).map((time) => Number(time.trim().replace(":", ".")));
  return opens < closes && closes <= 24;
}

/** Marker in the library's messages after the part of the text that it complains of. */
const errorMark = " <--- (";

/** Length of the text that a message of the library repeats before its marker; 0 where it repeats none. */
function parsedLength(text: string, message: string): number {
  const read = message.split(errorMark, 1)[0];
  return message.includes(errorMark) && text.startsWith(read) ? read.length : 0;
}

/** Word or range of times that ends at, or extends over, a position of a text; the first one at 0. */
function partBefore(text: string, end: number): Pick<InvalidPart, "position" | "part"> {
  const parts = [...text.matchAll(/[^\s;,]+/g)];
  const named = parts.findLast(({ index }) => index < Math.max(end, 1)) ?? parts.at(0);
  return { position: named?.index ?? 0, part: named?.[0] ?? text };
}
