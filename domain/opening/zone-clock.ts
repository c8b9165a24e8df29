import { readWallTime } from "./local-time.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Between two looks at the offset of a zone: no zone turns its clocks twice within so short a time. */
const weekMs = 7 * dayMs;

/** A time in which the clocks of a zone keep one distance from UTC. */
export interface OffsetPiece {
  /** Instant of its beginning, in milliseconds since 1970. */
  readonly from: number;
  /** Milliseconds that the clocks are ahead of UTC. */
  readonly aheadMs: number;
}

/**
 * The clock of an IANA zone. What it shows is written as the milliseconds that a clock in UTC would have to
 * count to show the same: 'wall time'. Throws a RangeError for an unknown zone.
 */
export class ZoneClock {
  readonly #timeZone: string;
  /** Weeks that were asked for, by their number since 1970. */
  readonly #weeks = new Map<number, OffsetWeek>();

  private constructor(timeZone: string) {
    // Throws for an unknown zone.
    readWallTime(0, timeZone);
    this.#timeZone = timeZone;
  }

  /** The clock of a zone; one is kept for each. */
  static of(timeZone: string): ZoneClock {
    const known = clocks.get(timeZone);
    if (known !== undefined) return known;
    const clock = new ZoneClock(timeZone);
    clocks.set(timeZone, clock);
    return clock;
  }

  /** What the clock shows at an instant. */
  wallTimeAt(instantMs: number): number {
    return instantMs + this.aheadAt(instantMs);
  }

  /** Milliseconds that the clock is ahead of UTC at an instant. */
  aheadAt(instantMs: number): number {
    const { before, turn, after } = this.#week(Math.floor(instantMs / weekMs));
    return instantMs < turn ? before : after;
  }

  /** The pieces of a time, the first of them from its beginning. */
  pieces(fromMs: number, untilMs: number): OffsetPiece[] {
    const pieces: OffsetPiece[] = [{ from: fromMs, aheadMs: this.aheadAt(fromMs) }];
    for (let week = Math.floor(fromMs / weekMs); week * weekMs < untilMs; week++) {
      const { before, turn, after } = this.#week(week);
      if (before === after) continue;
      if (turn > fromMs && turn < untilMs) pieces.push({ from: turn, aheadMs: after });
    }
    return pieces;
  }

  /**
   * The first instant at which the clock shows a wall time; for one that is left out in spring, the instant of
   * the turn or, far from it, the same distance after it.
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
    const week = { before, turn: high, after };
    this.#weeks.set(number, week);
    return week;
  }

  #read(instantMs: number): number {
    return readWallTime(instantMs, this.#timeZone) - instantMs;
  }
}

/** Offsets at the beginning and the end of a week; they are the same where its turn is its end. */
interface OffsetWeek {
  readonly before: number;
  readonly turn: number;
  readonly after: number;
}

const clocks = new Map<string, ZoneClock>();
