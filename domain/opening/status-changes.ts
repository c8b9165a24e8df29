import { dayMs, localTimeOnWall, minuteMs, minutesPerDay, ZoneClock } from "./local-time.ts";
import { nextOpening, type OpenStatus, openStatusAt, soonMinutes } from "./open-status.ts";
import { type OpeningTimes, parseOpeningRange } from "./seven-entries.ts";

/** Beginning of a status, in milliseconds: an instant since 1970, or wall time (see `ZoneClock`). */
export interface StatusChange {
  readonly at: number;
  readonly status: OpenStatus;
  /** Comment of the opening hours, such as 'by appointment'; absent without one. */
  readonly comment?: string;
}

/** Forecast of a place's status for some time ahead. */
export interface OpeningForecast {
  /** Ascending; the first is the status at the beginning. Each differs from the one before. */
  readonly changes: readonly StatusChange[];
  /** Instant up to which the changes are complete. */
  readonly until: number;
  /** Next opening at or after `until`; null where none is known, or an unknown time comes first. */
  readonly laterOpening: number | null;
}

/** Text of opening hours with everything that its meaning depends on except the time zone. */
export interface HoursText {
  readonly text: string;
  /** Country of its public holidays, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** `latitude,longitude` in tenths of a degree, for a text that names the sun; else empty. */
  readonly position: string;
}

/** Everything that a place's status depends on, at any instant. */
export interface Schedule {
  /** Fallback where there is no valid text. */
  readonly openingTimes: OpeningTimes;
  readonly timeZone: string;
  readonly hours: HoursText | null;
}

/** Unique key of a schedule: zone, seven entries and, at its end, the text with its country. */
export function scheduleKey(
  schedule: Pick<Schedule, "openingTimes" | "timeZone"> & Partial<Schedule>,
): string {
  const { openingTimes, timeZone, hours = null } = schedule;
  const text = hours === null ? "" : `${hours.country}|${hours.position}|${hours.text}`;
  return `${timeZone}|${openingTimes.join("|")}|${text}`;
}

/** Span of a place's wall time with one state. */
export interface HoursSpan {
  /** Wall time at which it begins. */
  readonly from: number;
  readonly state: "open" | "closed" | "unknown";
  readonly comment?: string;
}

const soonMs = soonMinutes * minuteMs;

/**
 * Statuses of spans, in wall time: a closing minute counts as open, except at midnight, and half an hour
 * before an opening or a closing is 'soon' (docs/product#open-now, docs/product#opening-status).
 *
 * @param spans ascending; the end of the last one is unknown
 */
export function statusesOfSpans(spans: readonly HoursSpan[]): StatusChange[] {
  const runs = spans.filter(({ state }, index) => state !== spans[index - 1]?.state);
  const statuses: StatusChange[] = [];
  let from = Number.NEGATIVE_INFINITY;
  for (const [index, run] of runs.entries()) {
    const next = runs.at(index + 1);
    from = Math.max(from, run.from);
    statuses.push({ at: from, status: run.state === "unknown" ? "none" : run.state });
    if (next === undefined) break;
    const soon = soonStatus(run.state, next.state);
    // From the minute that is half an hour before, both minutes included.
    if (soon !== null) statuses.push({ at: Math.max(from, next.from - soonMs), status: soon });
    const closes = run.state === "open" && next.from % dayMs !== 0;
    from = closes ? next.from + minuteMs : next.from;
  }
  return withComments(distinct(statuses), spans);
}

function soonStatus(state: HoursSpan["state"], next: HoursSpan["state"]): OpenStatus | null {
  if (state === "open" && next === "closed") return "closes-soon";
  return state === "closed" && next === "open" ? "opens-soon" : null;
}

/** Adds the comments of the spans, and a change where only the comment differs. */
function withComments(statuses: StatusChange[], spans: readonly HoursSpan[]): StatusChange[] {
  if (spans.every(({ comment }) => comment === undefined)) return statuses;
  const times = [
    ...new Set([...statuses, ...spans.map(({ from }) => ({ at: from }))].map(({ at }) => at)),
  ];
  const changes = times
    .sort((a, b) => a - b)
    .map((at) => {
      const status = statuses.findLast((change) => change.at <= at)!.status;
      const comment = spans.findLast(
        ({ from, state }) => from <= at && isCommentOf(state, status),
      )?.comment;
      return { at, status, ...(comment !== undefined && { comment }) };
    });
  return distinct(changes);
}

/** Whether the comment of a span belongs to a status: in its closing minute a place is still open. */
function isCommentOf(state: HoursSpan["state"], status: OpenStatus): boolean {
  if (state === "unknown") return status === "none";
  return (state === "open") === (status === "open" || status === "closes-soon");
}

/**
 * Statuses of a week's seven entries, in wall time, by `openStatusAt`.
 *
 * @param fromMs wall time of the first; the others are before `untilMs`
 */
function statusesOfWeek(times: OpeningTimes, fromMs: number, untilMs: number): StatusChange[] {
  const minutes = changingMinutes(times);
  const statuses: StatusChange[] = [{ at: fromMs, status: statusOnWall(times, fromMs) }];
  for (let day = Math.floor(fromMs / dayMs) * dayMs; day < untilMs; day += dayMs) {
    for (const minute of minutes) {
      const at = day + minute * minuteMs;
      if (at > fromMs && at < untilMs) statuses.push({ at, status: statusOnWall(times, at) });
    }
  }
  return distinct(statuses);
}

/** Minutes of a day at which the status of any day can change, ascending. */
function changingMinutes(times: OpeningTimes): number[] {
  const minutes = new Set([0]);
  for (const entry of new Set(times)) {
    const range = parseOpeningRange(entry);
    if (range === null) continue;
    const { opensMinute, closesMinute } = range;
    minutes.add(opensMinute);
    minutes.add(Math.max(0, opensMinute - soonMinutes));
    minutes.add((closesMinute + 1) % minutesPerDay);
    minutes.add((closesMinute - soonMinutes + minutesPerDay) % minutesPerDay);
  }
  return [...minutes].sort((a, b) => a - b);
}

function statusOnWall(times: OpeningTimes, wallMs: number): OpenStatus {
  return openStatusAt(times, localTimeOnWall(wallMs)).status;
}

/** Converts changes in a zone's wall time, which must cover the time from `fromMs` to `untilMs`, to instants. */
export function changesAtInstants(
  onWall: readonly StatusChange[],
  timeZone: string,
  fromMs: number,
  untilMs: number,
): StatusChange[] {
  const clock = ZoneClock.of(timeZone);
  const pieces = clock.pieces(fromMs, untilMs);
  const changes: StatusChange[] = [];
  for (const [index, { from, aheadMs }] of pieces.entries()) {
    const end = pieces.at(index + 1)?.from ?? untilMs;
    const first = onWall.findLast(({ at }) => at <= from + aheadMs) ?? onWall[0];
    changes.push({ ...first, at: from });
    for (const change of onWall) {
      const at = change.at - aheadMs;
      if (at > from && at < end) changes.push({ ...change, at });
    }
  }
  return distinct(changes);
}

/** Removes repeated statuses; of several changes at one time the last counts. */
function distinct(changes: readonly StatusChange[]): StatusChange[] {
  const last = changes.filter(({ at }, index) => at !== changes[index + 1]?.at);
  return last.filter(({ status, comment }, index) => {
    const before = last[index - 1];
    return before === undefined || status !== before.status || comment !== before.comment;
  });
}

/** Forecast by a week's seven entries, with the rules of `openStatusAt` and `nextOpening`. */
export function forecastOfWeek(
  { openingTimes: times, timeZone }: Pick<Schedule, "openingTimes" | "timeZone">,
  fromMs: number,
  untilMs: number,
): OpeningForecast {
  const clock = ZoneClock.of(timeZone);
  const wallFrom = Math.min(clock.wallTimeAt(fromMs), fromMs + clock.aheadAt(untilMs));
  const wallUntil = Math.max(clock.wallTimeAt(untilMs), untilMs + clock.aheadAt(fromMs));
  const onWall = statusesOfWeek(times, Math.floor(wallFrom / minuteMs) * minuteMs, wallUntil);
  return {
    changes: changesAtInstants(onWall, timeZone, fromMs, untilMs),
    until: untilMs,
    laterOpening: nextOpeningOfWeek(times, clock, untilMs),
  };
}

function nextOpeningOfWeek(times: OpeningTimes, clock: ZoneClock, afterMs: number): number | null {
  const wall = clock.wallTimeAt(afterMs);
  // From the millisecond before, so that an opening at this very time counts.
  const opening = nextOpening(times, localTimeOnWall(wall - 1));
  if (opening === null) return null;
  const midnight = Math.floor((wall - 1) / dayMs) * dayMs;
  return clock.instantOf(midnight + opening.daysAhead * dayMs + opening.minuteOfDay * minuteMs);
}

/** Status at an instant within a forecast. */
export function changeAt({ changes }: OpeningForecast, instantMs: number): StatusChange {
  return changes.findLast(({ at }) => at <= instantMs) ?? changes[0];
}

/**
 * Next opening after an instant within a forecast; null while the place is open, where none is known, and where
 * an unknown time comes first.
 */
export function openingAfter(forecast: OpeningForecast, instantMs: number): number | null {
  const { status } = changeAt(forecast, instantMs);
  if (status !== "closed" && status !== "opens-soon") return null;
  for (const change of forecast.changes) {
    if (change.at <= instantMs) continue;
    if (change.status === "none") return null;
    if (change.status === "open" || change.status === "closes-soon") return change.at;
  }
  return forecast.laterOpening;
}
