import { localTimeAt } from "#domain/opening/local-time.ts";
import {
  isOpenNow,
  type OpenStatus,
  openStatusAt,
  openStatuses,
} from "#domain/opening/open-status.ts";
import { hasOpeningTimes, isUnknownOn } from "#domain/opening/seven-entries.ts";
import {
  forecastOfWeek,
  type HoursText,
  type OpeningForecast,
  type Schedule,
  scheduleKey,
} from "#domain/opening/status-changes.ts";
import { stateBit } from "./place-flags.ts";

/** A schedule to be registered. */
export type ScheduleEntry = Pick<Schedule, "openingTimes" | "timeZone"> & {
  readonly hours?: HoursText | null;
};

/**
 * The changes of a schedule between two instants by its text; null where it has none that can be read. The
 * rules know no reader of such texts: the server brings one.
 */
export type ForecastByText = (
  schedule: Schedule,
  fromMs: number,
  untilMs: number,
) => Pick<OpeningForecast, "changes"> | null;

/** A schedule as it is kept: a million places bring tens of thousands, so all of it is in one text. */
interface KnownSchedule {
  /** Text of `scheduleKey`. */
  readonly key: string;
  readonly number: number;
  readonly hasText: boolean;
  /** Whether no place has it any more. */
  isGone: boolean;
  /** Null until it has a forecast. */
  forecast: Forecast | null;
}

interface Forecast {
  /** Changes, each the minute since 1970 times eight and an index into `openStatuses`; ascending. */
  readonly changes: readonly number[];
  /** Index of the change that counts now. */
  current: number;
  /** Minute since 1970 at which it ends. */
  readonly untilMinute: number;
  /** Whether `none` means that nothing is known of any day (docs/product#unknown-opening-times). */
  readonly noneIsUnknown: boolean;
  /** Comments of the first and the last change. */
  readonly comments: readonly (string | undefined)[];
}

const minuteMs = 60_000;
const minutesPerDay = 24 * 60;

/** Forecasts that end in one minute and are made again at once; further ones wait for `forecastSome`. */
const renewedAtOnce = 100;

/** Minutes without a refresh after which all schedules are looked at, and not minute by minute. */
const longestGap = 60;

/**
 * The distinct schedules, each with a number that stays while any place has it, and the status of each this
 * minute. A schedule with a forecast is looked at when its next change is due, so that a new minute costs
 * little however many there are; one without goes by the seven entries of its week each minute.
 */
export class ScheduleDictionary {
  readonly #forecastByText: ForecastByText;
  readonly #numbers = new Map<string, number>();
  /** Null for a free number. */
  readonly #schedules: (KnownSchedule | null)[] = [];
  readonly #free: number[] = [];
  /** Schedules without a forecast. */
  readonly #waiting = new Set<KnownSchedule>();
  #waitingInTurn = this.#waiting.values();
  /** Schedules with a forecast, by the minute since 1970 of their next change. */
  readonly #due = new Map<number, KnownSchedule[]>();
  /** Schedules whose forecast is new. */
  #fresh: KnownSchedule[] = [];
  /** Index into `openStatuses` by schedule number. */
  #statuses = new Uint8Array(64);
  /** State bits of a schedule's places, by schedule number. */
  #stateBits = new Uint8Array(64);
  #now: Date | null = null;

  constructor(forecastByText: ForecastByText = () => null) {
    this.#forecastByText = forecastByText;
  }

  /** Number of schedules. */
  get size(): number {
    return this.#numbers.size;
  }

  /** Upper limit of the numbers, itself not used. */
  get numberLimit(): number {
    return this.#schedules.length;
  }

  /** Number of a schedule; a new one gets a new number, and at once the status of its week. */
  register(entry: ScheduleEntry): number {
    const key = scheduleKey(entry);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#free.pop() ?? this.#schedules.length;
    const hasText = Boolean(entry.hours);
    const schedule = { key, number, hasText, isGone: false, forecast: null };
    this.#schedules[number] = schedule;
    this.#numbers.set(key, number);
    this.#waiting.add(schedule);
    if (number === this.#statuses.length) this.#grow();
    this.#statuses[number] = 0;
    this.#stateBits[number] = hasOpeningTimes(entry.openingTimes) ? 0 : stateBit.unknown;
    if (this.#now !== null) {
      const { status, isUnknown } = statusOfWeek(entry, this.#now);
      this.#set(number, status, isUnknown);
    }
    return number;
  }

  /** Frees the numbers that are not marked; other schedules get them. */
  keepOnly(isUsed: Uint8Array): void {
    this.#schedules.forEach((schedule, number) => {
      if (schedule === null || isUsed[number] === 1) return;
      this.#numbers.delete(schedule.key);
      this.#schedules[number] = null;
      schedule.isGone = true;
      this.#waiting.delete(schedule);
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

  /**
   * Makes forecasts for at most so many schedules that have none; the next `refresh` goes by them. Returns the
   * number of those that are left without.
   */
  forecastSome(now: Date, atMost: number): number {
    for (let left = Math.min(atMost, this.#waiting.size); left > 0; left--) {
      const schedule = this.#nextWaiting();
      this.#makeForecast(schedule, minuteOf(now));
      this.#waiting.delete(schedule);
      this.#fresh.push(schedule);
    }
    return this.#waiting.size;
  }

  /** One of those that wait. From their beginning, a set would pass by all that were deleted before it, each time. */
  #nextWaiting(): KnownSchedule {
    let { value } = this.#waitingInTurn.next();
    if (value === undefined) {
      this.#waitingInTurn = this.#waiting.values();
      ({ value } = this.#waitingInTurn.next());
    }
    return value!;
  }

  /**
   * Updates the status of every schedule to an instant. Returns whether any status or comment changed, or may
   * have: that of a text without a forecast is not known, so it counts as changed in each new minute.
   */
  refresh(now: Date): boolean {
    const minute = minuteOf(now);
    const gap = this.#now === null ? 0 : minute - minuteOf(this.#now);
    this.#now = now;
    let hasChanged = this.#refreshWaiting(now, gap !== 0);
    const due =
      gap < 0 || gap > longestGap ? this.#allForecast() : this.#takeDue(minute - gap, minute);
    let renewals = 0;
    for (const schedule of due) {
      if (schedule.isGone || schedule.forecast === null) continue;
      const { changes, untilMinute } = schedule.forecast;
      if (minute >= untilMinute || minute < minuteOfChange(changes[0])) {
        if (++renewals > renewedAtOnce) {
          schedule.forecast = null;
          this.#waiting.add(schedule);
          continue;
        }
        const before = schedule.forecast.comments[1];
        this.#makeForecast(schedule, minute);
        if (schedule.forecast.comments[0] !== before) hasChanged = true;
      }
      if (this.#advance(schedule, minute)) hasChanged = true;
    }
    return hasChanged;
  }

  #refreshWaiting(now: Date, isNewMinute: boolean): boolean {
    // Many schedules differ by their texts alone.
    const ofWeeks = new Map<string, WeekStatus>();
    let hasChanged = false;
    for (const { key, number, hasText } of this.#waiting) {
      if (hasText && isNewMinute) hasChanged = true;
      const week = weekOf(key);
      let ofWeek = ofWeeks.get(week);
      if (ofWeek === undefined) {
        ofWeek = statusOfWeek(scheduleOf(key), now);
        ofWeeks.set(week, ofWeek);
      }
      if (this.#set(number, ofWeek.status, ofWeek.isUnknown)) hasChanged = true;
    }
    return hasChanged;
  }

  /** The schedules that are due after one minute and until another, and those whose forecast is new. */
  #takeDue(after: number, until: number): KnownSchedule[] {
    const due = this.#fresh;
    this.#fresh = [];
    for (let minute = after; minute <= until; minute++) {
      for (const schedule of this.#due.get(minute) ?? []) due.push(schedule);
      this.#due.delete(minute);
    }
    return due;
  }

  #allForecast(): KnownSchedule[] {
    this.#fresh = [];
    this.#due.clear();
    return this.#schedules.filter((schedule) => schedule !== null);
  }

  #makeForecast(known: KnownSchedule, fromMinute: number): void {
    const schedule = scheduleOf(known.key);
    // Between one day and two, so that not all of them end in the same minute.
    const untilMinute = fromMinute + minutesPerDay + ((known.number * 997) % minutesPerDay);
    const from = fromMinute * minuteMs;
    const until = untilMinute * minuteMs;
    const byText = schedule.hours && this.#forecastByText(schedule, from, until);
    const { changes } = byText ?? forecastOfWeek(schedule, from, until);
    known.forecast = {
      changes: changes.map(
        ({ at, status }) => Math.floor(at / minuteMs) * 8 + openStatuses.indexOf(status),
      ),
      current: 0,
      untilMinute,
      noneIsUnknown: byText !== null || !hasOpeningTimes(schedule.openingTimes),
      comments: [changes.at(0)?.comment, changes.at(-1)?.comment],
    };
  }

  /**
   * Sets the status that a forecast has for a minute, and when to look again. Returns whether the status or its
   * comment is another one.
   */
  #advance(schedule: KnownSchedule, minute: number): boolean {
    const forecast = schedule.forecast!;
    const { changes, current, untilMinute, noneIsUnknown } = forecast;
    if (minute < minuteOfChange(changes[forecast.current])) forecast.current = 0;
    while (
      forecast.current + 1 < changes.length &&
      minuteOfChange(changes[forecast.current + 1]) <= minute
    ) {
      forecast.current++;
    }
    const next = changes.at(forecast.current + 1);
    const dueMinute = next === undefined ? untilMinute : minuteOfChange(next);
    const bucket = this.#due.get(dueMinute);
    if (bucket === undefined) this.#due.set(dueMinute, [schedule]);
    else bucket.push(schedule);
    const status = openStatuses[changes[forecast.current] % 8];
    const isOther = this.#set(schedule.number, status, noneIsUnknown && status === "none");
    return isOther || forecast.current !== current;
  }

  #set(number: number, status: OpenStatus, isUnknown: boolean): boolean {
    const code = openStatuses.indexOf(status);
    const bits = (isUnknown ? stateBit.unknown : 0) | (isOpenNow(status) ? stateBit.open : 0);
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

/** Status of a week's seven entries, and whether nothing is known of its day. */
interface WeekStatus {
  readonly status: OpenStatus;
  readonly isUnknown: boolean;
}

function statusOfWeek({ openingTimes, timeZone }: ScheduleEntry, now: Date): WeekStatus {
  const local = localTimeAt(now, timeZone);
  const { status } = openStatusAt(openingTimes, local);
  return { status, isUnknown: isUnknownOn(openingTimes, local.weekday) };
}

/** The part of a key that its zone and its week are in. */
function weekOf(key: string): string {
  let end = 0;
  for (let part = 0; part < 8; part++) end = key.indexOf("|", end) + 1;
  return key.slice(0, end);
}

/** The schedule of a key. */
function scheduleOf(key: string): Schedule {
  // Only the text of the hours, which comes last, may hold the sign itself.
  const [timeZone, ...parts] = key.split("|");
  const openingTimes = parts.slice(0, 7);
  const [country, position, ...texts] = parts.slice(7);
  const hours = position === undefined ? null : { country, position, text: texts.join("|") };
  return { timeZone, openingTimes, hours };
}

function minuteOf(instant: Date): number {
  return Math.floor(instant.getTime() / minuteMs);
}

function minuteOfChange(change: number): number {
  return Math.floor(change / 8);
}

function doubled(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes);
  return larger;
}
