import { dayMs, minuteMs, readWallTime } from "./local-time.ts";

/** Sampling interval of a zone's offset: no zone has two transitions within so short a time. */
const weekMs = 7 * dayMs;

/** Interval in which a zone has one offset from UTC. */
export interface OffsetPiece {
  /** Instant at which it begins, in milliseconds since 1970. */
  readonly from: number;
  /** Offset: milliseconds ahead of UTC. */
  readonly aheadMs: number;
}

/**
 * Clock of an IANA zone. Wall time is the time that it shows, as the milliseconds since 1970 at which a clock
 * in UTC shows the same. Throws a RangeError for an unknown zone.
 */
export class ZoneClock {
  readonly #timeZone: string;
  /** Cache of weeks, by their number since 1970. */
  readonly #weeks = new Map<number, OffsetWeek>();

  private constructor(timeZone: string) {
    // Throws for an unknown zone.
    readWallTime(0, timeZone);
    this.#timeZone = timeZone;
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
    return readWallTime(instantMs, this.#timeZone) - instantMs;
  }
}

/** Offsets at the beginning and the end of a week, and the transition; equal offsets where that is the week's end. */
interface OffsetWeek {
  readonly before: number;
  readonly transition: number;
  readonly after: number;
}

const clocks = new Map<string, ZoneClock>();
