import type { ErrorCode } from "#domain/validation/check-fields.ts";
import {
  isOvernight,
  noOpeningTimes,
  type OpeningTimes,
  parseOpeningRange,
} from "./seven-entries.ts";

/**
 * Checks one day's opening times from a form or request; null when they are valid.
 *
 * Both times or neither (`-`): one alone, `08:00-` or `-18:00`, is `error.fillout`. The second must be later
 * than the first, else `error.invalidtime`; `24:00` is the end of the day. Any other text that is not
 * `HH:MM-HH:MM` is `error.parameter` (docs/product#opening-times-in-the-api).
 */
export function checkOpeningDay(text: string): ErrorCode | null {
  if (text === noOpeningTimes) return null;
  const range = parseOpeningRange(text);
  if (range !== null) return isOvernight(range) ? "error.invalidtime" : null;
  return isHalfFilled(text) ? "error.fillout" : "error.parameter";
}

function isHalfFilled(text: string): boolean {
  const completed = text.startsWith("-")
    ? `00:00${text}`
    : text.endsWith("-")
      ? `${text}24:00`
      : text;
  return parseOpeningRange(completed) !== null;
}

/** Whether a day that is marked as closed has opening times, valid or not. */
export function hasTimesOnClosedDay(
  openingTimes: readonly string[],
  closedDays: readonly number[],
): boolean {
  return closedDays.some((weekday) => openingTimes[weekday] !== noOpeningTimes);
}

/** Opening times of an unknown week. */
export const unknownTimes: OpeningTimes = Array<string>(7).fill(noOpeningTimes);
