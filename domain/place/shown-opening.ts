import { dayMs, localDateAt, localTimeAt } from "#domain/opening/local-time.ts";
import {
  isOpenNow,
  type NextOpening,
  nextOpening,
  type OpenStatus,
  openStatusAt,
  statusInDoubt,
} from "#domain/opening/open-status.ts";
import { weekOf } from "#domain/opening/seven-entries.ts";
import type { Place } from "#domain/place/place.ts";

export interface PlaceOpening {
  readonly status: OpenStatus;
  readonly until: number | null;
  /** Next opening; null unless the place is closed and its next opening is known. */
  readonly opensNext: NextOpening | null;
  /** Comment of the opening hours at this moment, in the language of their source. */
  readonly comment?: string;
  /** Report because of which it is closed for now. */
  readonly closure?: NonNullable<Place["closed_for_now"]>;
  /** What visitors found at this hour: where the hours are unknown, or closed against hours that say open. */
  readonly likely?: NonNullable<Place["likely"]>;
  /** Doubt about the place, unless it is closed for now. */
  readonly doubt?: NonNullable<Place["doubt"]>;
}

type Opening =
  | "opening_times"
  | "closed_days"
  | "time_zone"
  | "open_status"
  | "opening_comment"
  | "opening_changes"
  | "opening_changes_until"
  | "opens_next"
  | "closed_for_now"
  | "doubt";

type OpeningOf = Pick<Place, Opening> & Partial<Pick<Place, "likely">>;

/**
 * Opening status at an instant of a place from the API, by its clock, and its next opening: by the changes that
 * the server has forecast, else, and after the end of the forecast, by the seven entries.
 */
export function placeOpeningAt(place: OpeningOf, now: Date): PlaceOpening {
  const { closed_for_now: closure, doubt, opening_changes, opening_changes_until } = place;
  const nowMs = now.getTime();
  if (closure && nowMs < Date.parse(closure.until)) {
    return { status: "closed", until: null, opensNext: null, closure };
  }
  const hasForecast = opening_changes && nowMs < Date.parse(opening_changes_until ?? "");
  const opening = hasForecast
    ? openingByChanges(place, opening_changes, now)
    : openingByWeek(place, now);
  const { likely } = place;
  if (doubt === undefined && likely && nowMs < Date.parse(likely.until)) {
    const { status } = opening;
    const holds = status === "none" || (isOpenNow(status) && !likely.open);
    if (holds) return { ...opening, likely };
  }
  if (doubt === undefined) return opening;
  return { status: statusInDoubt(opening.status), until: null, opensNext: null, doubt };
}

function openingByWeek(place: Pick<Place, Opening>, now: Date): PlaceOpening {
  const week = weekOf(place);
  const local = localTimeAt(now, place.time_zone);
  const result = openStatusAt(week, local);
  return { ...result, opensNext: result.status === "closed" ? nextOpening(week, local) : null };
}

function openingByChanges(
  { open_status, opening_comment, opens_next, time_zone }: Pick<Place, Opening>,
  changes: NonNullable<Place["opening_changes"]>,
  now: Date,
): PlaceOpening {
  const nowMs = now.getTime();
  const passed = changes.findLast(({ at }) => Date.parse(at) <= nowMs);
  const coming = changes.filter(({ at }) => Date.parse(at) > nowMs);
  const { status, comment } = passed ?? { status: open_status, comment: opening_comment };
  const withComment = comment === undefined ? {} : { comment };
  if (isOpenNow(status)) {
    const closes = coming.find((change) => !isOpenNow(change.status));
    return {
      status,
      until: closes ? closingMinute(closes, now, time_zone) : null,
      opensNext: null,
      ...withComment,
    };
  }
  const opens = coming.find((change) => isOpenNow(change.status) || change.status === "none");
  const opensAt = opens?.status === "none" ? undefined : (opens?.at ?? opens_next);
  if (status === "none" || opensAt === undefined || Date.parse(opensAt) <= nowMs) {
    return { status, until: null, opensNext: null, ...withComment };
  }
  const opensNext = openingOn(new Date(opensAt), now, time_zone);
  return {
    status,
    until: opensNext.daysAhead === 0 || status === "opens-soon" ? opensNext.minuteOfDay : null,
    opensNext: status === "closed" ? opensNext : null,
    ...withComment,
  };
}

/**
 * Minute of the day up to which a place is open: the last one before the change, or 0 where it closes at
 * midnight. Null where it is a day or more away.
 */
function closingMinute({ at }: { at: string }, now: Date, timeZone: string): number | null {
  const closesMs = Date.parse(at);
  if (closesMs - now.getTime() >= dayMs) return null;
  const { minuteOfDay } = localTimeAt(new Date(closesMs), timeZone);
  return minuteOfDay === 0 ? 0 : minuteOfDay - 1;
}

function openingOn(opens: Date, now: Date, timeZone: string): NextOpening {
  const date = localDateAt(opens, timeZone);
  const days = Date.parse(date) - Date.parse(localDateAt(now, timeZone));
  return {
    ...localTimeAt(opens, timeZone),
    daysAhead: Math.round(days / dayMs),
    date,
  };
}
