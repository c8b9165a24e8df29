import { type LocalTime, localTimeAt } from "../local-time.ts";
import { type OpenStatus, openStatusAt, openStatuses } from "../open-status.ts";
import { isUnknownOn, noOpeningTimes, type OpeningTimes } from "../opening-times.ts";
import { stateBit } from "./place-state.ts";

interface Schedule {
  key: string;
  openingTimes: OpeningTimes;
  timeZone: string;
}

/**
 * The distinct weeks of opening times, each with its zone and a number that stays as long as a place
 * has them, and what each says this minute: many places share few schedules, so a minute costs little.
 */
export class ScheduleDictionary {
  readonly #numbers = new Map<string, number>();
  /** Null for a number that is free. */
  readonly #schedules: (Schedule | null)[] = [];
  readonly #free: number[] = [];
  /** Index into `openStatuses` by schedule number. */
  #statuses = new Uint8Array(64);
  /** The state bits that the schedule gives its places, by schedule number. */
  #stateBits = new Uint8Array(64);
  #now: Date | null = null;

  /** How many schedules there are. */
  get size(): number {
    return this.#numbers.size;
  }

  /** All numbers are below this one. */
  get numberLimit(): number {
    return this.#schedules.length;
  }

  /** The number of a schedule, a new one for a new schedule, which says at once what holds now. */
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

  /** Forgets the schedules whose numbers are not marked; these are given to other schedules. */
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

  /** Asks every schedule what holds at this instant. Returns whether any answer changed. */
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
