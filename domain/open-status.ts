import { type LocalTime, minutesPerDay } from "./local-time.ts";
import { runningRangeAt } from "./open-now.ts";
import { closedDay, isOvernight, type OpeningTimes, parseOpeningRange } from "./opening-times.ts";

/** The five answers of the open-status alert (docs/product#opening-status), as they stand on the wire. */
export const openStatuses = ["none", "opens-soon", "closed", "closes-soon", "open"] as const;

export type OpenStatus = (typeof openStatuses)[number];

/**
 * How many minutes before opening or closing the alert speaks of it, both ends included
 * (docs/product#opening-status).
 */
export const soonMinutes = 30;

/**
 * What the alert says of a place at a local time, and the minute of the local day (0…1439) that it
 * names: when it closes for `open` and `closes-soon`, when it opens for `opens-soon` and for `closed`
 * before today's opening. `until` is null where there is no such minute today: closed for the rest of
 * the day, no opening times today, or open for another 24 hours and more. A day that is known to be
 * closed is `closed`; a day of which nothing is known is `none`.
 *
 * Yesterday's overnight range counts first while it runs, then today's. A range that goes
 * on at midnight gives no warning of closing. The status is `open` or `closes-soon` exactly when
 * `isOpenAt` holds, because both ask `runningRangeAt`.
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

/** The status while nothing runs, by today's entry alone. */
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
 * When the range of the day `dayOffset` days from today really closes, in minutes since today's
 * midnight: where a range reaches midnight and the next day starts at 00:00, the place stays open and
 * the next day's closing counts. 23:59 reaches midnight too, since its last minute is still open. A
 * place that never closes gets a minute more than a week away.
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
