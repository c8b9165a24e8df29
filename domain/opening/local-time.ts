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
  return localTimeOnWall(ZoneClock.of(timeZone).wallTimeAt(now.getTime()));
}

/**
 * Calendar day of an instant in an IANA zone (`Europe/Budapest`), as `YYYY-MM-DD`. Throws a RangeError for an
 * unknown zone.
 */
export function localDateAt(instant: Date, timeZone: string): string {
  return dateOnWall(ZoneClock.of(timeZone).wallTimeAt(instant.getTime()));
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

/** Sampling interval of a zone's offset: no zone has two transitions within so short a time. */
const weekMs = 7 * dayMs;

/** Interval in which a zone has one offset from UTC. */
export interface OffsetPiece {
  /** Instant at which it begins, in milliseconds since 1970. */
  readonly from: number;
  /** Offset: milliseconds ahead of UTC. */
  readonly aheadMs: number;
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

/**
 * Clock of an IANA zone. Wall time is the time that it shows, as the milliseconds since 1970 at which a clock
 * in UTC shows the same. Throws a RangeError for an unknown zone.
 *
 * Offsets are cached: creating a date's formatter takes as long as rendering a card of a list.
 */
export class ZoneClock {
  readonly #formatter: Intl.DateTimeFormat;
  /** Cache of weeks, by their number since 1970. */
  readonly #weeks = new Map<number, OffsetWeek>();

  private constructor(timeZone: string) {
    this.#formatter = new Intl.DateTimeFormat("en-GB", { ...clockFields, timeZone });
  }

  static of(timeZone: string): ZoneClock {
    const known = clocks.get(timeZone);
    if (known !== undefined) return known;
    const clock = new ZoneClock(timeZone);
    clocks.set(timeZone, clock);
    return clock;
  }

  wallTimeAt(instantMs: number): number {
    return instantMs + this.aheadAt(instantMs);
  }

  /** Offset at an instant: milliseconds ahead of UTC. */
  aheadAt(instantMs: number): number {
    const { before, transition, after } = this.#week(Math.floor(instantMs / weekMs));
    return instantMs < transition ? before : after;
  }

  /** Offsets between two instants; the first piece begins at `fromMs`. */
  pieces(fromMs: number, untilMs: number): OffsetPiece[] {
    const pieces: OffsetPiece[] = [{ from: fromMs, aheadMs: this.aheadAt(fromMs) }];
    for (let week = Math.floor(fromMs / weekMs); week * weekMs < untilMs; week++) {
      const { before, transition, after } = this.#week(week);
      if (before === after) continue;
      if (transition > fromMs && transition < untilMs)
        pieces.push({ from: transition, aheadMs: after });
    }
    return pieces;
  }

  /**
   * First instant at which the clock shows a wall time; for one that is skipped in spring, the instant of the
   * transition or, far from it, the same distance after it.
   */
  instantOf(wallMs: number): number {
    const early = wallMs - this.aheadAt(wallMs - dayMs);
    if (this.wallTimeAt(early) === wallMs) return early;
    return wallMs - this.aheadAt(wallMs + dayMs);
  }

  #week(number: number): OffsetWeek {
    const known = this.#weeks.get(number);
    if (known !== undefined) return known;
    let [low, high] = [number * weekMs, (number + 1) * weekMs];
    const [before, after] = [this.#read(low), this.#read(high)];
    while (before !== after && high - low > minuteMs) {
      const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
      if (this.#read(middle) === before) low = middle;
      else high = middle;
    }
    const week = { before, transition: high, after };
    this.#weeks.set(number, week);
    return week;
  }

  #read(instantMs: number): number {
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of this.#formatter.formatToParts(instantMs))
      parts[type] = Number(value);
    const { year = 0, month = 0, day, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - instantMs;
  }
}

/** Offsets at the beginning and the end of a week, and the transition; equal offsets where that is the week's end. */
interface OffsetWeek {
  readonly before: number;
  readonly transition: number;
  readonly after: number;
}

const clocks = new Map<string, ZoneClock>();
