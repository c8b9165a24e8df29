/** Minutes of a day on the clock face; daylight saving does not change them. */
export const minutesPerDay = 24 * 60;

export const minuteMs = 60_000;
export const dayMs = minutesPerDay * minuteMs;

/** Formats a minute of the day: 0 is `00:00`, 1080 is `18:00`, 1440 is `24:00`. */
export function formatMinuteOfDay(minuteOfDay: number): string {
  const parts = [Math.floor(minuteOfDay / 60), minuteOfDay % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** Time on the clock at a place. */
export interface LocalTime {
  /** 0 is Monday, 6 is Sunday (docs/product#opening-times). */
  readonly weekday: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  /** 0…1439; seconds are dropped, so a minute lasts until its end. */
  readonly minuteOfDay: number;
}

/**
 * Local time of an IANA zone (`Europe/Budapest`) at an instant, daylight saving included. Throws a RangeError
 * for an unknown zone.
 */
export function localTimeAt(now: Date, timeZone: string): LocalTime {
  return localTimeOnWall(readWallTime(now.getTime(), timeZone));
}

/**
 * Calendar day of an instant in an IANA zone (`Europe/Budapest`), as `YYYY-MM-DD`. Throws a RangeError for an
 * unknown zone.
 */
export function localDateAt(instant: Date, timeZone: string): string {
  return dateOnWall(readWallTime(instant.getTime(), timeZone));
}

/** Weekday and minute of a wall time. */
export function localTimeOnWall(wallMs: number): LocalTime {
  const day = Math.floor(wallMs / dayMs);
  // 1 January 1970 was a Thursday.
  const weekday = ((((day + 3) % 7) + 7) % 7) as LocalTime["weekday"];
  return { weekday, minuteOfDay: Math.floor((wallMs - day * dayMs) / minuteMs) };
}

/** Calendar day of a wall time, as `YYYY-MM-DD`. */
export function dateOnWall(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 10);
}

interface Clock {
  readonly formatter: Intl.DateTimeFormat;
  /** Cache of wall times by instant. */
  readonly wallTimes: Map<number, number>;
}

const clocks = new Map<string, Clock>();

/** Maximum number of cached wall times of a zone: the quarters of an hour of two days. */
const maxWallTimes = 200;

/**
 * Wall time of an instant, to the second: the time on the clock of a zone, as the instant at which a clock in UTC
 * shows the same. The formatter of a zone is cached, because creating one takes as long as rendering a card of a
 * list. Its last results are cached too: the places of a list share an instant, and many open at the same one.
 */
export function readWallTime(instantMs: number, timeZone: string): number {
  const { formatter, wallTimes } = clocks.get(timeZone) ?? startClock(timeZone);
  const known = wallTimes.get(instantMs);
  if (known !== undefined) return known;
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatter.formatToParts(instantMs)) parts[type] = Number(value);
  const { year = 0, month = 0, day, hour, minute, second } = parts;
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second);
  if (wallTimes.size >= maxWallTimes) wallTimes.clear();
  wallTimes.set(instantMs, wallMs);
  return wallMs;
}

const clockFields = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
} as const;

function startClock(timeZone: string): Clock {
  const formatter = new Intl.DateTimeFormat("en-GB", { ...clockFields, timeZone });
  const clock = { formatter, wallTimes: new Map() };
  clocks.set(timeZone, clock);
  return clock;
}
