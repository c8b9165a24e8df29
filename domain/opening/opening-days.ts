import type { FieldFault } from "#domain/reading/field-reader.ts";
import {
  isOvernight,
  noOpeningTimes,
  type OpeningTimes,
  parseOpeningRange,
} from "./opening-times.ts";

/** Days in a row with the same opening times. */
export interface OpeningDayRun {
  /** 0 is Monday. */
  readonly firstWeekday: number;
  /** The same as the first for a day by itself. */
  readonly lastWeekday: number;
  /** `HH:MM-HH:MM`, or `-` for days without opening times. */
  readonly times: string;
}

/** A week in as few words as possible: Monday to Friday this, Saturday and Sunday that. */
export function openingDayRuns(week: OpeningTimes): OpeningDayRun[] {
  const starts = week.flatMap((times, day) => (times === week[day - 1] ? [] : [day]));
  return starts.map((firstWeekday, index) => ({
    firstWeekday,
    lastWeekday: (starts[index + 1] ?? week.length) - 1,
    times: week[firstWeekday],
  }));
}

/**
 * What is wrong with one day's opening times as a person gives them; null when they are good.
 *
 * Both times or neither (`-`): one alone, `08:00-` or `-18:00`, is `error.fillout`. The second must be
 * later than the first, else `error.invalidtime`; `24:00` is the end of the day. Anything else that is
 * not `HH:MM-HH:MM` is `error.parameter` (docs/product#opening-times-in-the-form).
 */
export function openingDayFault(text: string): FieldFault["code"] | null {
  if (text === noOpeningTimes) return null;
  const range = parseOpeningRange(text);
  if (range !== null) return isOvernight(range) ? "error.invalidtime" : null;
  return isHalfFilled(text) ? "error.fillout" : "error.parameter";
}

function isHalfFilled(text: string): boolean {
  const whole = text.startsWith("-") ? `00:00${text}` : text.endsWith("-") ? `${text}24:00` : text;
  return parseOpeningRange(whole) !== null;
}
