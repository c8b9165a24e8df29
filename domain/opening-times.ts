import { minutesPerDay } from "./local-time.ts";

/**
 * The opening times of a week: seven entries, Monday first, each `HH:MM-HH:MM` in the place's own zone,
 * or `-` for a day without opening times. A closing time may be `24:00` (specification, section 3).
 */
export type OpeningTimes = readonly string[];

/** The entry of a day without opening times. It says 'not known', never 'closed' (decision 6). */
export const noOpeningTimes = "-";

/** One day's opening times in minutes of the local day. */
export interface OpeningRange {
  /** 0…1439. */
  readonly opensMinute: number;
  /** 0…1440. At or before `opensMinute` it means the next day: an overnight range (decision 4). */
  readonly closesMinute: number;
}

/** Reads one entry. Null for `-` and for anything that is not `HH:MM-HH:MM` with times that exist. */
export function parseOpeningRange(text: string): OpeningRange | null {
  if (!openingRange.test(text)) return null;
  return { opensMinute: minuteAt(text, 0), closesMinute: minuteAt(text, 6) };
}

/** Whether the range closes on the day after the one it opens on. */
export function isOvernight({ opensMinute, closesMinute }: OpeningRange): boolean {
  return closesMinute <= opensMinute;
}

/** Whether any day has opening times. A place without any is 'unknown' (decision 6). */
export function hasOpeningTimes(times: OpeningTimes): boolean {
  return times.some((text) => parseOpeningRange(text) !== null);
}

/** Whether an entry says that the place is open the whole day, from midnight to midnight. */
export function isAroundTheClock(text: string): boolean {
  const range = parseOpeningRange(text);
  return range !== null && range.opensMinute === 0 && range.closesMinute % minutesPerDay === 0;
}

const openingRange = /^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

function minuteAt(text: string, start: number): number {
  return Number(text.slice(start, start + 2)) * 60 + Number(text.slice(start + 3, start + 5));
}
