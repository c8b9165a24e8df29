import type { FaultCode } from "#domain/reading/check-fields.ts";
import {
  isOvernight,
  noOpeningTimes,
  type OpeningTimes,
  parseOpeningRange,
} from "./opening-times.ts";

/** Successive days with the same opening times. */
export interface OpeningDayRun {
  /** 0 is Monday. */
  readonly firstWeekday: number;
  /** Equal to `firstWeekday` for a single day. */
  readonly lastWeekday: number;
  /** `HH:MM-HH:MM`, or `-` for days without opening times. */
  readonly times: string;
}

/** A week in as few rows as possible: Monday to Friday one row, Saturday and Sunday another. */
export function openingDayRuns(week: OpeningTimes): OpeningDayRun[] {
  const starts = week.flatMap((times, day) => (times === week[day - 1] ? [] : [day]));
  return starts.map((firstWeekday, index) => ({
    firstWeekday,
    lastWeekday: (starts[index + 1] ?? week.length) - 1,
    times: week[firstWeekday],
  }));
}

/**
 * The fault of one day's opening times from a form or call; null when they are good.
 *
 * Both times or neither (`-`): one alone, `08:00-` or `-18:00`, is `error.fillout`. The second must be later
 * than the first, else `error.invalidtime`; `24:00` is the end of the day. Any other text that is not
 * `HH:MM-HH:MM` is `error.parameter` (docs/product#opening-times-in-the-form).
 */
export function openingDayFault(text: string): FaultCode | null {
  if (text === noOpeningTimes) return null;
  const range = parseOpeningRange(text);
  if (range !== null) return isOvernight(range) ? "error.invalidtime" : null;
  return isHalfFilled(text) ? "error.fillout" : "error.parameter";
}

function isHalfFilled(text: string): boolean {
  const whole = text.startsWith("-") ? `00:00${text}` : text.endsWith("-") ? `${text}24:00` : text;
  return parseOpeningRange(whole) !== null;
}
