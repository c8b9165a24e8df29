import { type LocalTime, localTimeAt } from "#domain/opening/local-time.ts";
import { type OpenStatus, openStatusAt, openStatuses } from "#domain/opening/open-status.ts";
import { isUnknownOn, noOpeningTimes, type OpeningTimes } from "#domain/opening/opening-times.ts";
import { lowerBound } from "./lower-bound.ts";
import { stateBit } from "./place-state.ts";

/**
 * The distinct names of cities, each with a number that stays while any place has the name, and their ranks
 * in Hungarian alphabetical order. Names that the order does not tell apart share a rank.
 */
export class CityDictionary {
  readonly #collator = new Intl.Collator("hu");
  readonly #numbers = new Map<string, number>();
  /** Null for a free number. */
  readonly #names: (string | null)[] = [];
  readonly #free: number[] = [];
  readonly #unranked: number[] = [];
  /** City numbers in alphabetical order; names registered since the last `rank()` are missing. */
  #alphabetical: number[] = [];
  #ranks = new Uint32Array(0);

  /** Number of names. */
  get size(): number {
    return this.#numbers.size;
  }

  /** Upper limit of the numbers, itself not used. */
  get numberLimit(): number {
    return this.#names.length;
  }

  /** Number of a city; a new name gets a new number. A new name has no rank before `rank()`. */
  register(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#free.pop() ?? this.#names.length;
    this.#names[number] = name;
    this.#numbers.set(name, number);
    this.#unranked.push(number);
    return number;
  }

  /** Frees the numbers that are not marked; other names get them. */
  keepOnly(isUsed: Uint8Array): void {
    for (const [name, number] of this.#numbers) {
      if (isUsed[number] === 1) continue;
      this.#numbers.delete(name);
      this.#names[number] = null;
      this.#free.push(number);
    }
    this.#alphabetical = this.#alphabetical.filter((number) => this.#names[number] !== null);
    const unranked = this.#unranked.splice(0).filter((number) => this.#names[number] !== null);
    this.#unranked.push(...unranked);
  }

  /** Rank by city number. */
  get ranks(): Uint32Array {
    return this.#ranks;
  }

  /**
   * Ranks the names that were registered since the last call. A comparison takes a microsecond, so only new
   * names are compared: their places among the others are searched for.
   */
  rank(): void {
    if (this.#unranked.length === 0) return;
    const names = this.#names;
    const compare = (a: number, b: number) =>
      this.#collator.compare(names[a] ?? "", names[b] ?? "");
    const added = this.#unranked.splice(0).sort(compare);
    const ranked = this.#alphabetical;
    const alphabetical: number[] = [];
    let from = 0;
    for (const number of added) {
      const at = lowerBound(from, ranked.length, (index) => compare(ranked[index], number) <= 0);
      for (; from < at; from++) alphabetical.push(ranked[from]);
      alphabetical.push(number);
    }
    for (; from < ranked.length; from++) alphabetical.push(ranked[from]);

    const isNew = new Uint8Array(names.length);
    for (const number of added) isNew[number] = 1;
    const before = this.#ranks;
    const areEqual = (a: number, b: number) =>
      isNew[a] === 0 && isNew[b] === 0 ? before[a] === before[b] : compare(a, b) === 0;
    const ranks = new Uint32Array(names.length);
    let rank = 0;
    for (let index = 0; index < alphabetical.length; index++) {
      const number = alphabetical[index];
      if (index > 0 && !areEqual(alphabetical[index - 1], number)) rank++;
      ranks[number] = rank;
    }
    this.#alphabetical = alphabetical;
    this.#ranks = ranks;
  }
}

interface Schedule {
  key: string;
  openingTimes: OpeningTimes;
  timeZone: string;
}

/**
 * The distinct weeks of opening times with their zones, each with a number that stays while any place has
 * them, and the status of each this minute. Many places share few schedules, so a new minute costs little.
 */
export class ScheduleDictionary {
  readonly #numbers = new Map<string, number>();
  /** Null for a free number. */
  readonly #schedules: (Schedule | null)[] = [];
  readonly #free: number[] = [];
  /** Index into `openStatuses` by schedule number. */
  #statuses = new Uint8Array(64);
  /** State bits of a schedule's places, by schedule number. */
  #stateBits = new Uint8Array(64);
  #now: Date | null = null;

  /** Number of schedules. */
  get size(): number {
    return this.#numbers.size;
  }

  /** Upper limit of the numbers, itself not used. */
  get numberLimit(): number {
    return this.#schedules.length;
  }

  /** Number of a schedule; a new schedule gets a new number, and its status at once. */
  register(openingTimes: OpeningTimes, timeZone: string): number {
    const key = `${timeZone}|${openingTimes.join("|")}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#free.pop() ?? this.#schedules.length;
    const schedule = { key, openingTimes: [...openingTimes], timeZone };
    this.#schedules[number] = schedule;
    this.#numbers.set(key, number);
    if (number === this.#statuses.length) this.#grow();
    this.#statuses[number] = 0;
    const isUnknown = openingTimes.every((entry) => entry === noOpeningTimes);
    this.#stateBits[number] = isUnknown ? stateBit.unknown : 0;
    if (this.#now !== null) this.#evaluate(number, schedule, localTimeAt(this.#now, timeZone));
    return number;
  }

  /** Frees the numbers that are not marked; other schedules get them. */
  keepOnly(isUsed: Uint8Array): void {
    this.#schedules.forEach((schedule, number) => {
      if (schedule === null || isUsed[number] === 1) return;
      this.#numbers.delete(schedule.key);
      this.#schedules[number] = null;
      this.#free.push(number);
    });
  }

  /** State bits by schedule number: open this minute, or unknown. */
  get stateBits(): Uint8Array {
    return this.#stateBits;
  }

  statusOf(number: number): OpenStatus {
    return openStatuses[this.#statuses[number]];
  }

  /** Updates the status of every schedule to an instant. Returns whether any status changed. */
  refresh(now: Date): boolean {
    this.#now = now;
    const localTimes = new Map<string, LocalTime>();
    let hasChanged = false;
    this.#schedules.forEach((schedule, number) => {
      if (schedule === null) return;
      const { timeZone } = schedule;
      const local = localTimes.get(timeZone) ?? localTimeAt(now, timeZone);
      localTimes.set(timeZone, local);
      if (this.#evaluate(number, schedule, local)) hasChanged = true;
    });
    return hasChanged;
  }

  #evaluate(number: number, { openingTimes }: Schedule, local: LocalTime): boolean {
    const { status } = openStatusAt(openingTimes, local);
    const isOpen = status === "open" || status === "closes-soon";
    const code = openStatuses.indexOf(status);
    const isUnknown = isUnknownOn(openingTimes, local.weekday);
    const bits = (isUnknown ? stateBit.unknown : 0) | (isOpen ? stateBit.open : 0);
    if (code === this.#statuses[number] && bits === this.#stateBits[number]) return false;
    this.#statuses[number] = code;
    this.#stateBits[number] = bits;
    return true;
  }

  #grow(): void {
    this.#statuses = doubled(this.#statuses);
    this.#stateBits = doubled(this.#stateBits);
  }
}

function doubled(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes);
  return larger;
}
