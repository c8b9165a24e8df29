import { dayMs, localDateAt, minuteMs, ZoneClock } from "./local-time.ts";

/** Time on the clock of a place, or of the operator's area, that a question is about: `YYYY-MM-DDTHH:MM`. */
export type WallTime = string;

/** Distance of the farthest instant of a question. */
const farthestMs = 366 * dayMs;

/** Instant of a question (docs/product#another-time). */
export interface Instant {
  readonly at: Date;
  /** The present; the same as `at` where no other time was chosen. */
  readonly now: Date;
}

/** Parses a wall time; null for other text, and for a time that no clock shows. */
export function parseWallTime(text: string): WallTime | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null;
  const wall = new Date(`${text}Z`);
  return !Number.isNaN(wall.getTime()) && wall.toISOString().startsWith(text) ? text : null;
}

/**
 * The instant of a question: now, or at a wall time of a zone.
 *
 * @param at may be any text
 * @returns null for other text than a wall time, and one that is past, more than a year ahead, or skipped in spring
 */
export function instantOf(at: WallTime | undefined, now: Date, timeZone: string): Instant | null {
  if (at === undefined) return { at: now, now };
  if (parseWallTime(at) === null) return null;
  const wallMs = Date.parse(`${at}Z`);
  const clock = ZoneClock.of(timeZone);
  const instantMs = clock.instantOf(wallMs);
  const thisMinuteMs = Math.floor(now.getTime() / minuteMs) * minuteMs;
  const isWithinAYear = instantMs >= thisMinuteMs && instantMs <= thisMinuteMs + farthestMs;
  return isWithinAYear && clock.wallTimeAt(instantMs) === wallMs
    ? { at: new Date(instantMs), now }
    : null;
}

/** Whether an instant is of the present day, for which closures, and what visitors found, hold. */
export function isOfToday({ at, now }: Instant, timeZone: string): boolean {
  return at === now || localDateAt(at, timeZone) === localDateAt(now, timeZone);
}

/** Wall times that are offered first: this evening, where it is still to come, and tomorrow morning. */
export function nextWallTimes(
  now: Date,
  timeZone: string,
): { tonight?: WallTime; tomorrow: WallTime } {
  const today = localDateAt(now, timeZone);
  const tomorrow = new Date(Date.parse(today) + dayMs).toISOString().slice(0, 10);
  const tonight = `${today}T22:00`;
  return {
    ...(instantOf(tonight, now, timeZone) && { tonight }),
    tomorrow: `${tomorrow}T10:00`,
  };
}

/** First and last quarter of an hour that can be chosen. */
export function wallTimeLimits(now: Date, timeZone: string): { first: WallTime; last: WallTime } {
  const quarterMs = 15 * minuteMs;
  const wallAt = (instantMs: number) => wallTimeOf(new Date(instantMs), timeZone);
  const first = Math.ceil(now.getTime() / quarterMs) * quarterMs;
  return { first: wallAt(first), last: wallAt(first + farthestMs - dayMs) };
}

/** What a zone's clock shows at an instant. */
export function wallTimeOf(instant: Date, timeZone: string): WallTime {
  return new Date(ZoneClock.of(timeZone).wallTimeAt(instant.getTime())).toISOString().slice(0, 16);
}
