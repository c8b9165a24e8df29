import type { LocalTime } from "./local-time.ts";
import { isOpenAt } from "./open-now.ts";
import { closedDay, type OpeningTimes, parseOpeningRange } from "./opening-times.ts";

/** When a place opens next. */
export interface NextOpening extends LocalTime {
  /** 0 today, 1 tomorrow, …, 7 on this weekday a week from now. */
  readonly daysAhead: number;
}

/**
 * When a place that is shut at a local time opens again, for 'opens 08:00' and 'opens on Monday at
 * 08:00'. Null while it is open, when it never opens, and when a day comes first of which nothing is
 * known: the place may open on that day.
 */
export function nextOpening(times: OpeningTimes, local: LocalTime): NextOpening | null {
  if (isOpenAt(times, local)) return null;
  for (let daysAhead = 0; daysAhead <= 7; daysAhead++) {
    const weekday = ((local.weekday + daysAhead) % 7) as LocalTime["weekday"];
    const range = parseOpeningRange(times[weekday]);
    if (range === null && times[weekday] !== closedDay) return null;
    if (range === null || (daysAhead === 0 && range.opensMinute <= local.minuteOfDay)) continue;
    return { weekday, minuteOfDay: range.opensMinute, daysAhead };
  }
  return null;
}
