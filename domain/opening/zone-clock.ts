const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Days between two looks at the offset of a zone: no zone turns its clocks twice within so few. */
const probeDays = 7;

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
  readonly #formatter: Intl.DateTimeFormat;
  /** Offsets at the instants that were probed, by the number of the probe. */
  readonly #probes = new Map<number, number>();
  /** Turns of the clocks, by the number of the probe before them. */
  readonly #turns = new Map<number, number>();

  private constructor(timeZone: string) {
    this.#formatter = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
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
    const probe = Math.floor(instantMs / (probeDays * dayMs));
    const ahead = this.#probe(probe);
    if (ahead === this.#probe(probe + 1)) return ahead;
    return instantMs < this.#turnAfter(probe) ? ahead : this.#probe(probe + 1);
  }

  /** The pieces of a time, the first of them from its beginning. */
  pieces(fromMs: number, untilMs: number): OffsetPiece[] {
    const pieces: OffsetPiece[] = [{ from: fromMs, aheadMs: this.aheadAt(fromMs) }];
    const first = Math.floor(fromMs / (probeDays * dayMs));
    for (let probe = first; probe * probeDays * dayMs < untilMs; probe++) {
      const next = this.#probe(probe + 1);
      if (this.#probe(probe) === next) continue;
      const turn = this.#turnAfter(probe);
      if (turn > fromMs && turn < untilMs) pieces.push({ from: turn, aheadMs: next });
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

  #probe(probe: number): number {
    const known = this.#probes.get(probe);
    if (known !== undefined) return known;
    const ahead = this.#read(probe * probeDays * dayMs);
    this.#probes.set(probe, ahead);
    return ahead;
  }

  /** The instant between a probe and the next at which the clock turns; they must differ. */
  #turnAfter(probe: number): number {
    const known = this.#turns.get(probe);
    if (known !== undefined) return known;
    const before = this.#probe(probe);
    let low = probe * probeDays * dayMs;
    let high = low + probeDays * dayMs;
    while (high - low > minuteMs) {
      const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
      if (this.#read(middle) === before) low = middle;
      else high = middle;
    }
    this.#turns.set(probe, high);
    return high;
  }

  #read(instantMs: number): number {
    const text = this.#formatter.format(instantMs);
    const [, sign, hours, minutes, seconds = "0"] =
      /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? [];
    if (sign === undefined) return 0;
    const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
    return sign === "-" ? -ms : ms;
  }
}

const clocks = new Map<string, ZoneClock>();
