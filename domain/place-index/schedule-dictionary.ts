import { localTimeAt, minuteMs, minutesPerDay } from "#domain/opening/local-time.ts";
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
import { stateBit } from "./place-query.ts";

export type ScheduleEntry = Pick<Schedule, "openingTimes" | "timeZone"> & {
  readonly hours?: HoursText | null;
};

/**
 * Changes of a schedule between two instants by its text; null without a valid text. The server passes the
 * implementation: the domain has no parser of the whole syntax.
 */
export type ForecastByText = (
  schedule: Schedule,
  fromMs: number,
  untilMs: number,
) => Pick<OpeningForecast, "changes"> | null;

/** Registered schedule. A million places have tens of thousands, so all of its content is in one string. */
interface KnownSchedule {
  readonly key: string;
  readonly number: number;
  readonly hasText: boolean;
  /** Whether it was removed, because no place refers to it. */
  isGone: boolean;
  /** Null until it has a forecast. */
  forecast: Forecast | null;
}

interface Forecast {
  /** Changes, each the minute since 1970 times eight and an index into `openStatuses`; ascending. */
  readonly changes: readonly number[];
  current: number;
  /** Minute since 1970 at which the forecast ends. */
  readonly untilMinute: number;
  /** Whether the status `none` means unknown opening times (docs/product#unknown-opening-times). */
  readonly noneIsUnknown: boolean;
  /** Comments of the first and the last change. */
  readonly comments: readonly (string | undefined)[];
}

/** Maximum number of forecasts that one refresh renews at once; further ones are left to `forecastSome`. */
const renewedAtOnce = 100;

/** Number of schedules that are evaluated between two pauses. */
const evaluatedAtOnce = 64;

/** Minutes without a refresh after which all schedules are checked, instead of minute by minute. */
const longestGap = 60;

/**
 * Dictionary of schedules, with the status of each in this minute. A schedule's number stays while any place
 * refers to it. A schedule with a forecast is checked when its next change is due, so that a new minute costs
 * little however many there are; one without is evaluated each minute by the seven entries of its week.
 */
export class ScheduleDictionary {
  readonly #forecastByText: ForecastByText;
  readonly #numbers = new Map<string, number>();
  /** Schedules by number; null for a free number. */
  readonly #schedules: (KnownSchedule | null)[] = [];
  readonly #free: number[] = [];
  /** Schedules without a forecast. */
  readonly #pending = new Set<KnownSchedule>();
  #pendingIterator = this.#pending.values();
  /** Schedules with a forecast, by the minute since 1970 of their next change. */
  readonly #due = new Map<number, KnownSchedule[]>();
  /** Schedules with a forecast that no refresh has used yet. */
  #fresh: KnownSchedule[] = [];
  /** Index into `openStatuses` by schedule number. */
  #statuses = new Uint8Array(64);
  /** State bits of a schedule's places, by schedule number. */
  #stateBits = new Uint8Array(64);
  #now: Date | null = null;

  constructor(forecastByText: ForecastByText = () => null) {
    this.#forecastByText = forecastByText;
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** Exclusive upper bound of the numbers. */
  get numberLimit(): number {
    return this.#schedules.length;
  }

  /** Number of a schedule. A new schedule gets a new number and the status of its week. */
  register(entry: ScheduleEntry): number {
    const key = scheduleKey(entry);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#free.pop() ?? this.#schedules.length;
    const hasText = Boolean(entry.hours);
    const schedule = { key, number, hasText, isGone: false, forecast: null };
    this.#schedules[number] = schedule;
    this.#numbers.set(key, number);
    this.#pending.add(schedule);
    if (number === this.#statuses.length) {
      this.#statuses = doubled(this.#statuses);
      this.#stateBits = doubled(this.#stateBits);
    }
    this.#statuses[number] = 0;
    this.#stateBits[number] = hasOpeningTimes(entry.openingTimes) ? 0 : stateBit.unknown;
    if (this.#now !== null) {
      const { status, isUnknown } = statusOfWeek(entry, this.#now);
      this.#set(number, status, isUnknown);
    }
    return number;
  }

  /** Frees the numbers that are not marked; new schedules take them. */
  retainOnly(isUsed: Uint8Array): void {
    this.#schedules.forEach((schedule, number) => {
      if (schedule === null || isUsed[number] === 1) return;
      this.#numbers.delete(schedule.key);
      this.#schedules[number] = null;
      schedule.isGone = true;
      this.#pending.delete(schedule);
      this.#free.push(number);
    });
  }

  /**
   * Evaluates the schedules at another instant. A text takes some 0.1 ms, so it calls `pause` from time to time.
   *
   * @returns makes the dictionary of that instant, which holds for as long as no schedule is added
   */
  async prepareAt(instant: Date, pause: () => Promise<void>): Promise<() => ScheduleDictionary> {
    const done: (KnownSchedule | null)[] = [];
    const ofWeeks = new Map<string, WeekStatus>();
    const statuses: WeekStatus[] = [];
    const evaluate = (number: number) => {
      const known = this.#schedules[number];
      done[number] = known;
      if (known !== null) statuses[number] = this.#statusAt(known, instant, ofWeeks);
    };
    for (let number = 0; number < this.#schedules.length; number++) {
      evaluate(number);
      if (number % evaluatedAtOnce === evaluatedAtOnce - 1) await pause();
    }
    return () => {
      // What has been added or replaced meanwhile.
      this.#schedules.forEach((known, number) => {
        if (done[number] !== known) evaluate(number);
      });
      const other = new ScheduleDictionary(this.#forecastByText);
      other.#statuses = new Uint8Array(this.#statuses.length);
      other.#stateBits = new Uint8Array(this.#stateBits.length);
      statuses.forEach(({ status, isUnknown }, number) => {
        other.#set(number, status, isUnknown);
      });
      return other;
    };
  }

  #statusAt(known: KnownSchedule, instant: Date, ofWeeks: Map<string, WeekStatus>): WeekStatus {
    const week = weekOf(known.key);
    const fromMs = instant.getTime();
    const byText =
      known.hasText && this.#forecastByText(scheduleOf(known.key), fromMs, fromMs + minuteMs);
    if (byText) {
      const { status } = byText.changes[0];
      return { status, isUnknown: status === "none" };
    }
    const ofWeek = ofWeeks.get(week) ?? statusOfWeek(scheduleOf(known.key), instant);
    ofWeeks.set(week, ofWeek);
    return ofWeek;
  }

  /** State bits by schedule number: open this minute, or unknown. */
  get stateBits(): Uint8Array {
    return this.#stateBits;
  }

  statusOf(number: number): OpenStatus {
    return openStatuses[this.#statuses[number]];
  }

  /**
   * Makes forecasts for at most `atMost` schedules without one, for the next `refresh`. Returns the number of
   * schedules that are still without.
   */
  forecastSome(now: Date, atMost: number): number {
    for (let left = Math.min(atMost, this.#pending.size); left > 0; left--) {
      const schedule = this.#nextPending();
      this.#makeForecast(schedule, minuteOf(now));
      this.#pending.delete(schedule);
      this.#fresh.push(schedule);
    }
    return this.#pending.size;
  }

  /** Next pending schedule. A new iterator each time would skip all deleted entries of the set again. */
  #nextPending(): KnownSchedule {
    let { value } = this.#pendingIterator.next();
    if (value === undefined) {
      this.#pendingIterator = this.#pending.values();
      ({ value } = this.#pendingIterator.next());
    }
    return value!;
  }

  /**
   * Updates the status of every schedule to an instant. Returns whether any status or comment changed, or may
   * have: a text without a forecast counts as changed in each new minute.
   */
  refresh(now: Date): boolean {
    const minute = minuteOf(now);
    const gap = this.#now === null ? 0 : minute - minuteOf(this.#now);
    this.#now = now;
    let hasChanged = this.#refreshPending(now, gap !== 0);
    const due =
      gap < 0 || gap > longestGap ? this.#allForecast() : this.#takeDue(minute - gap, minute);
    let renewals = 0;
    for (const schedule of due) {
      if (schedule.isGone || schedule.forecast === null) continue;
      const { changes, untilMinute } = schedule.forecast;
      if (minute >= untilMinute || minute < minuteOfChange(changes[0])) {
        if (++renewals > renewedAtOnce) {
          schedule.forecast = null;
          this.#pending.add(schedule);
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

  #refreshPending(now: Date, isNewMinute: boolean): boolean {
    // Many schedules share a week and differ by their texts only.
    const ofWeeks = new Map<string, WeekStatus>();
    let hasChanged = false;
    for (const { key, number, hasText } of this.#pending) {
      if (hasText && isNewMinute) hasChanged = true;
      const week = weekOf(key);
      const ofWeek = ofWeeks.get(week) ?? statusOfWeek(scheduleOf(key), now);
      ofWeeks.set(week, ofWeek);
      if (this.#set(number, ofWeek.status, ofWeek.isUnknown)) hasChanged = true;
    }
    return hasChanged;
  }

  /** Schedules with a new forecast, and those that are due after minute `after` and up to `until`. */
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
    // Spread over one to two days, so that not all of them end in the same minute.
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
   * Sets the status of a forecast for a minute and schedules the next check. Returns whether status or comment
   * changed.
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
    const bucket = this.#due.get(dueMinute) ?? [];
    bucket.push(schedule);
    this.#due.set(dueMinute, bucket);
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
}

/** Status by a week's seven entries, and whether the day's opening times are unknown. */
interface WeekStatus {
  readonly status: OpenStatus;
  readonly isUnknown: boolean;
}

function statusOfWeek({ openingTimes, timeZone }: ScheduleEntry, now: Date): WeekStatus {
  const local = localTimeAt(now, timeZone);
  const { status } = openStatusAt(openingTimes, local);
  return { status, isUnknown: isUnknownOn(openingTimes, local.weekday) };
}

/** Part of a key that holds time zone and week. */
function weekOf(key: string): string {
  let end = 0;
  for (let part = 0; part < 8; part++) end = key.indexOf("|", end) + 1;
  return key.slice(0, end);
}

function scheduleOf(key: string): Schedule {
  // Only the text of opening hours, the last part, may contain the separator.
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
