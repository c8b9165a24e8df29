import type { Closure } from "#domain/feedback/closed-for-now.ts";
import {
  type DayKind,
  type LikelyRun,
  leastAgainstHours,
  likelyAt,
} from "#domain/opening/likely-open.ts";
import { minuteMs } from "#domain/opening/local-time.ts";
import { isOpenNow, statusInDoubt } from "#domain/opening/open-status.ts";
import {
  changeAt,
  type OpeningForecast,
  openingAfter,
  type StatusChange,
} from "#domain/opening/status-changes.ts";
import type { Place } from "./place.ts";

/** Opening of a place at an instant, and what comes. */
export interface OpeningAhead {
  readonly current: StatusChange;
  /** Coming changes, ascending: all there are before `until`, and the opening after it that is known. */
  readonly changes: readonly StatusChange[];
  readonly until: number;
  /** Instant of the next opening of a place that is closed; null where none is known. */
  readonly opensNext: number | null;
}

const quarterMs = 15 * 60_000;

/** Time for which the coming changes are published: a page that stays open for a day turns by them. */
export const aheadMs = 30 * 60 * 60_000;

/**
 * Beginning of the quarter of an hour that an instant is in. What responses say of a place beside its opening
 * status varies with time no more often than this, so that they stay the same while nothing changes
 * (docs/decisions/052). Each time zone's day begins with one.
 */
export function quarterOf(instantMs: number): number {
  return Math.floor(instantMs / quarterMs) * quarterMs;
}

/** End of the time for which a response at an instant publishes the coming changes: 29:45 to 30 hours ahead. */
export function openingChangesUntil(nowMs: number): number {
  return quarterOf(nowMs) + aheadMs;
}

/** The opening at an instant within a forecast, with its changes up to `until`. */
export function openingAhead(
  forecast: OpeningForecast,
  nowMs: number,
  until: number,
): OpeningAhead {
  const later = openingAfter(forecast, until - 1);
  return {
    current: changeAt(forecast, nowMs),
    changes: [
      ...forecast.changes.filter(({ at }) => at > nowMs && at < until),
      ...(later === null ? [] : [{ at: later, status: "open" as const }]),
    ],
    until,
    opensNext: openingAfter(forecast, nowMs),
  };
}

/** The fields of a `Place` about its opening, which vary with time. */
export type PublishedOpening = Pick<
  Place,
  | "open_status"
  | "closed_for_now"
  | "opening_comment"
  | "opening_changes"
  | "opening_changes_until"
  | "opens_next"
>;

/**
 * The opening status of a place, its coming changes, and its next opening.
 *
 * @param closure that closes it for now (docs/product#closed-for-now); null without
 * @param isDoubted whether the place is in doubt: its status is then never open (docs/product#doubt)
 */
export function publishOpening(
  opening: OpeningAhead,
  closure: Closure | null,
  isDoubted: boolean,
): PublishedOpening {
  const { current, changes, until, opensNext } = isDoubted ? openingInDoubt(opening) : opening;
  if (closure !== null) {
    const endMs = closure.until.getTime();
    const { status, comment } = changes.findLast(({ at }) => at <= endMs) ?? current;
    const ended = { at: endMs, status, ...(comment !== undefined && { comment }) };
    const known = endMs < until ? [ended, ...changes.filter(({ at }) => at > endMs)] : [];
    return {
      open_status: "closed",
      closed_for_now: publishClosure(closure),
      opening_changes: known.map(({ at, ...change }) => ({ at: toInstant(at), ...change })),
      opening_changes_until: toInstant(until),
    };
  }
  return {
    open_status: current.status,
    ...(current.comment !== undefined && { opening_comment: current.comment }),
    opening_changes: changes.map(({ at, ...change }) => ({ at: toInstant(at), ...change })),
    opening_changes_until: toInstant(until),
    ...(opensNext !== null && { opens_next: toInstant(opensNext) }),
  };
}

/** A moment at a place. */
export interface PlaceMoment {
  readonly now: Date;
  /** Kind of the day there, and minute of the day by its clock. */
  readonly kind: DayKind;
  readonly minuteOfDay: number;
}

/**
 * What visitors found at a place at about this time, where its opening hours are not known; where they say that it is
 * open, only that enough visitors found it closed lately (docs/product#likely-open). Null for anything else.
 */
export function publishLikely(
  { open_status, closed_for_now, doubt }: Pick<Place, "open_status" | "closed_for_now" | "doubt">,
  runs: readonly LikelyRun[],
  { now, kind, minuteOfDay }: PlaceMoment,
): Place["likely"] {
  if (closed_for_now !== undefined || doubt !== undefined) return null;
  const found = likelyAt(runs, kind, minuteOfDay);
  if (found === null) return null;
  const { open, last, recent, untilMinute } = found;
  const isAgainstHours = isOpenNow(open_status) && !open && recent >= leastAgainstHours;
  if (open_status !== "none" && !isAgainstHours) return null;
  const minute = Math.floor(now.getTime() / minuteMs);
  const until = toInstant((minute + untilMinute - minuteOfDay) * minuteMs);
  return { open, witnesses: isAgainstHours ? recent : found.witnesses, last, until };
}

function openingInDoubt({ current, changes, until }: OpeningAhead): OpeningAhead {
  const doubted = (change: StatusChange) => ({ ...change, status: statusInDoubt(change.status) });
  const known = changes.filter(({ at }) => at < until);
  return { current: doubted(current), changes: known.map(doubted), until, opensNext: null };
}

function publishClosure({
  reason,
  since,
  until,
  by,
  opensOn,
  reports,
}: Closure): NonNullable<Place["closed_for_now"]> {
  return {
    ...{ reason, since: since.toISOString(), until: until.toISOString(), by },
    ...(opensOn !== null && { opens_on: opensOn }),
    ...(reports !== undefined && { reports }),
  };
}

function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}
