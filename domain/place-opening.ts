import { localTimeAt } from "./local-time.ts";
import { type NextOpening, nextOpening } from "./next-opening.ts";
import { type OpenStatus, openStatusAt } from "./open-status.ts";
import { weekOf } from "./opening-times.ts";
import type { Place } from "./place.ts";

/** What a page says about whether a place is open. */
export interface PlaceOpening {
  readonly status: OpenStatus;
  /** See `openStatusAt`. */
  readonly until: number | null;
  /** When it opens again; null unless it is closed and the next opening is known. */
  readonly opensNext: NextOpening | null;
}

/** Whether a place from the API is open at an instant, by its own clock, and when it opens again. */
export function placeOpeningAt(
  place: Pick<Place, "opening_times" | "closed_days" | "time_zone">,
  now: Date,
): PlaceOpening {
  const week = weekOf(place);
  const local = localTimeAt(now, place.time_zone);
  const answer = openStatusAt(week, local);
  return { ...answer, opensNext: answer.status === "closed" ? nextOpening(week, local) : null };
}
