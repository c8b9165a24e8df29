import type { FieldFault } from "./field-fault.ts";
import { isOvernight, noOpeningTimes, parseOpeningRange } from "./opening-times.ts";

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
