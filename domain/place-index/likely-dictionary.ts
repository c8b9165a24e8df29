import {
  calendarDayKind,
  type DayKind,
  dayKinds,
  type LikelyRun,
} from "#domain/opening/likely-open.ts";
import { localDateAt, localTimeAt } from "#domain/opening/local-time.ts";
import { stateBit } from "./place-query.ts";

/** What visitors found at a place by kind of day and time, with the country of its holidays. */
export interface LikelySource {
  readonly runs: readonly LikelyRun[];
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/**
 * Kind of a day in a country. The server passes the implementation with public holidays, a browser that of its saved
 * places; by default it is that of the calendar.
 *
 * @param date ISO 8601 date
 */
export type DayKindOf = (country: string, date: string) => DayKind;

/** What is likely at some places at any time, and in this minute. */
interface KnownPattern {
  readonly key: string;
  readonly clock: PlaceClock;
  /** Each run's kind of day, half hours from and to, and whether it is open, packed into one number. */
  readonly runs: Uint32Array;
}

/** Kind of the day and half hour, in this minute, for the places of a time zone and a country. */
interface PlaceClock {
  readonly timeZone: string;
  readonly country: string;
  kind: number;
  slot: number;
}

const slotMinutes = 30;

/**
 * Dictionary of what visitors found, without the numbers of witnesses, which places share: at what times of what days
 * a place is likely open or closed. A number stays while any place refers to it; 0 is nothing.
 */
export class LikelyDictionary {
  readonly #dayKindOf: DayKindOf;
  readonly #numbers = new Map<string, number>();
  /** By number; null for 0 and for a free number. */
  readonly #patterns: (KnownPattern | null)[] = [null];
  readonly #free: number[] = [];
  readonly #clocks = new Map<string, PlaceClock>();
  /** What is likely in this minute, by number: nothing, open, closed. */
  #found = new Uint8Array(64);
  #now: Date | null = null;

  constructor(dayKindOf: DayKindOf = (_, date) => calendarDayKind(date)) {
    this.#dayKindOf = dayKindOf;
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** Exclusive upper bound of the numbers. */
  get numberLimit(): number {
    return this.#patterns.length;
  }

  /** Number of what visitors found at a place; 0 for nothing. */
  register(source: LikelySource | null | undefined, timeZone: string): number {
    if (!source || source.runs.length === 0) return 0;
    const runs = Uint32Array.from(source.runs, ([kind, from, to, open]) => {
      return (((kind << 6) | from) << 7) | (to << 1) | open;
    });
    const key = `${timeZone}|${source.country}|${runs.join()}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#free.pop() ?? this.#patterns.length;
    const pattern = { key, clock: this.#clockOf(timeZone, source.country), runs };
    this.#patterns[number] = pattern;
    this.#numbers.set(key, number);
    if (number >= this.#found.length) {
      const larger = new Uint8Array(this.#found.length * 2);
      larger.set(this.#found);
      this.#found = larger;
    }
    this.#found[number] = resultOf(pattern);
    return number;
  }

  /** Frees the numbers that are not marked; new patterns take them. */
  retainOnly(isUsed: Uint8Array): void {
    this.#patterns.forEach((pattern, number) => {
      if (pattern === null || isUsed[number] === 1) return;
      this.#numbers.delete(pattern.key);
      this.#patterns[number] = null;
      this.#found[number] = nothing;
      this.#free.push(number);
    });
  }

  /** Whether visitors found it open, or closed, at about this time; null where they found nothing. */
  foundAt(number: number): boolean | null {
    const found = this.#found[number];
    return found === nothing ? null : found === open;
  }

  /** What is likely at another instant, for as long as nothing is added; null for nothing. */
  at(instant: Date | null): LikelyDictionary {
    const other = new LikelyDictionary(this.#dayKindOf);
    other.#found = new Uint8Array(this.#found.length);
    if (instant === null) return other;
    const moments = new Map<PlaceClock, PlaceClock>();
    this.#patterns.forEach((pattern, number) => {
      if (pattern === null) return;
      const moment = moments.get(pattern.clock) ?? { ...pattern.clock };
      if (!moments.has(pattern.clock)) this.#set(moment, instant);
      moments.set(pattern.clock, moment);
      other.#found[number] = resultOf({ clock: moment, runs: pattern.runs });
    });
    return other;
  }

  /** Bits of the state of a place, with those by its schedule; 0 stands for one that is closed for now. */
  stateBits(number: number, scheduleBits: number): number {
    const isLikely = this.#found[number] === open && (scheduleBits & stateBit.unknown) !== 0;
    return isLikely ? scheduleBits | stateBit.likelyOpen : scheduleBits;
  }

  /** Updates all to an instant. Returns whether anything changed. */
  refresh(now: Date): boolean {
    this.#now = now;
    let hasMoved = false;
    for (const clock of this.#clocks.values()) {
      const { kind, slot } = clock;
      this.#set(clock, now);
      if (clock.kind !== kind || clock.slot !== slot) hasMoved = true;
    }
    if (!hasMoved) return false;
    let hasChanged = false;
    this.#patterns.forEach((pattern, number) => {
      const found = pattern === null ? nothing : resultOf(pattern);
      if (found === this.#found[number]) return;
      this.#found[number] = found;
      hasChanged = true;
    });
    return hasChanged;
  }

  #clockOf(timeZone: string, country: string): PlaceClock {
    const key = `${timeZone}|${country}`;
    let clock = this.#clocks.get(key);
    if (clock === undefined) {
      clock = { timeZone, country, kind: -1, slot: -1 };
      if (this.#now !== null) this.#set(clock, this.#now);
      this.#clocks.set(key, clock);
    }
    return clock;
  }

  #set(clock: PlaceClock, now: Date): void {
    const { timeZone, country } = clock;
    clock.kind = dayKinds.indexOf(this.#dayKindOf(country, localDateAt(now, timeZone)));
    clock.slot = Math.floor(localTimeAt(now, timeZone).minuteOfDay / slotMinutes);
  }
}

const [nothing, open, closed] = [0, 1, 2];

function resultOf({ clock, runs }: Pick<KnownPattern, "clock" | "runs">): number {
  for (const run of runs) {
    const [kind, from, to] = [run >>> 13, (run >>> 7) & 63, (run >>> 1) & 63];
    if (kind === clock.kind && from <= clock.slot && clock.slot < to) {
      return (run & 1) === 1 ? open : closed;
    }
  }
  return nothing;
}
