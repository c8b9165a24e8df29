import { type LocalTime, minutesPerDay } from "./local-time.ts";
import {
  closedDay,
  isOvernight,
  type OpeningRange,
  type OpeningTimes,
  parseOpeningRange,
} from "./seven-entries.ts";

/** The five opening statuses (docs/product#opening-status), with their names in the API. */
export const openStatuses = ["none", "opens-soon", "closed", "closes-soon", "open"] as const;

export type OpenStatus = (typeof openStatuses)[number];

export function isOpenNow(status: OpenStatus): boolean {
  return status === "open" || status === "closes-soon";
}

/** Status of a place in doubt, from the status by its opening times: never open (docs/product#doubt). */
export function statusInDoubt(status: OpenStatus): OpenStatus {
  return isOpenNow(status) ? "none" : status;
}

/**
 * Minutes before opening or closing in which the status is `opens-soon` or `closes-soon`, both ends included
 * (docs/product#opening-status).
 */
export const soonMinutes = 30;

/**
 * Opening status at a local time, and the minute of the local day (0…1439) at which it ends: the closing for `open`
 * and `closes-soon`, the opening for `opens-soon` and for `closed` before today's opening. `until` is null where
 * there is no such minute today: closed for the rest of the day, no opening times today, or open for another 24 hours
 * and more. A day that is known to be closed is `closed`; a day of unknown times is `none`.
 *
 * Yesterday's overnight range has precedence while it runs, then today's. A range that continues at midnight has no
 * `closes-soon` before it. The status is `open` or `closes-soon` exactly when `isOpenAt` is true, because both use
 * `runningRangeAt`.
 */
export function openStatusAt(
  times: OpeningTimes,
  local: LocalTime,
): { status: OpenStatus; until: number | null } {
  const running = runningRangeAt(times, local);
  if (running === null) return statusBeforeOrAfter(times[local.weekday], local.minuteOfDay);
  const closes = closingMinute(times, local.weekday, running.dayOffset);
  const minutesLeft = closes - local.minuteOfDay;
  const isWholeDay = running.opensMinute === 0 && running.closesMinute === minutesPerDay;
  return {
    status: minutesLeft <= soonMinutes && !isWholeDay ? "closes-soon" : "open",
    until: minutesLeft < minutesPerDay ? closes % minutesPerDay : null,
  };
}

/** Status outside any range, by today's entry only. */
function statusBeforeOrAfter(
  today: string,
  minuteOfDay: number,
): { status: OpenStatus; until: number | null } {
  const range = parseOpeningRange(today);
  if (range === null) return { status: today === closedDay ? "closed" : "none", until: null };
  const minutesToOpening = range.opensMinute - minuteOfDay;
  if (minutesToOpening < 0) return { status: "closed", until: null };
  const status = minutesToOpening <= soonMinutes ? "opens-soon" : "closed";
  return { status, until: range.opensMinute };
}

/**
 * End of the range that began `dayOffset` days from today, in minutes since today's midnight. Where a range
 * reaches midnight and the next day starts at 00:00, the place stays open and the next day's closing counts.
 * 23:59 reaches midnight too, since its last minute is still open. For a place that never closes the result is
 * more than a week away.
 */
function closingMinute(times: OpeningTimes, weekday: number, dayOffset: number): number {
  let closes = Number.NEGATIVE_INFINITY;
  for (let day = dayOffset; day <= dayOffset + 7; day++) {
    const range = parseOpeningRange(times[(weekday + day + 7) % 7]);
    const goesOn =
      day === dayOffset || (range?.opensMinute === 0 && closes >= day * minutesPerDay - 1);
    if (range === null || !goesOn) break;
    const closesOn = isOvernight(range) ? day + 1 : day;
    closes = Math.max(closes, closesOn * minutesPerDay + range.closesMinute);
  }
  return closes;
}

/**
 * Whether a place is open at a local time (docs/product#open-now). Both ends are inclusive, to the minute:
 * `08:00-18:00` is open at 08:00 and still at 18:00. `-` is not open. Yesterday's overnight range counts until
 * it closes. `24:00` is the end of its day: 00:00 belongs to the next one.
 */
export function isOpenAt(times: OpeningTimes, local: LocalTime): boolean {
  return runningRangeAt(times, local) !== null;
}

/** Range in which a place is open at a given time, and the day on which it began. */
interface RunningRange extends OpeningRange {
  /** 0 for today's range, -1 for yesterday's overnight range. */
  readonly dayOffset: 0 | -1;
}

/** Range in which the place is open: yesterday's overnight range first, then today's; null while it is not open. */
function runningRangeAt(
  times: OpeningTimes,
  { weekday, minuteOfDay }: LocalTime,
): RunningRange | null {
  const yesterday = parseOpeningRange(times[(weekday + 6) % 7]);
  if (yesterday !== null && isOvernight(yesterday) && minuteOfDay <= yesterday.closesMinute) {
    return { ...yesterday, dayOffset: -1 };
  }
  const today = parseOpeningRange(times[weekday]);
  if (today === null || minuteOfDay < today.opensMinute) return null;
  if (!isOvernight(today) && minuteOfDay > today.closesMinute) return null;
  return { ...today, dayOffset: 0 };
}

export interface NextOpening extends LocalTime {
  /** 0 today, 1 tomorrow, …, 7 on this weekday a week from now; more only by a text of opening hours. */
  readonly daysAhead: number;
  /** Day of the opening by the place's calendar, an ISO 8601 date; absent within a week. */
  readonly date?: string;
}

/**
 * Next opening of a place that is closed at a local time, for 'opens 08:00' and 'opens on Monday at 08:00'.
 * Null while it is open, when it never opens, and when a day of unknown times comes first, since the place
 * may open on that day.
 */
export function nextOpening(times: OpeningTimes, local: LocalTime): NextOpening | null {
  if (isOpenAt(times, local)) return null;
  for (let daysAhead = 0; daysAhead <= 7; daysAhead++) {
    const weekday = ((local.weekday + daysAhead) % 7) as LocalTime["weekday"];
    const range = parseOpeningRange(times[weekday]);
    if (range === null && times[weekday] !== closedDay) return null;
    if (range === null || (daysAhead === 0 && range.opensMinute <= local.minuteOfDay)) continue;
    return { weekday, minuteOfDay: range.opensMinute, daysAhead };
  }
  return null;
}
