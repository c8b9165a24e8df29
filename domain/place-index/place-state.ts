import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import { recordOf } from "#domain/place/place-facts.ts";
import { type PlaceFilters, placeFilterNames } from "#domain/place/place-filters.ts";

/** Filters by a property of a place; `open` changes with time. */
const flagFilters = placeFilterNames.filter((name) => name !== "open");

/**
 * Properties of a place that do not change with time. `forKeyHolders`: it opens with a key that only some
 * visitors have, such as the Euro key.
 */
export const placeFlags = ["accepted", ...flagFilters, "forKeyHolders"] as const;

export type PlaceFlag = (typeof placeFlags)[number];

/** Bits of the flags in a place's state; a loader packs rows with them. */
export const placeFlag = recordOf(placeFlags, (flag) => 2 ** placeFlags.indexOf(flag));

/** Packs the flags of a place into one byte. */
export function packPlaceFlags(place: Readonly<Record<PlaceFlag, boolean>>): number {
  return placeFlags.reduce((bits, flag) => (place[flag] ? bits | placeFlag[flag] : bits), 0);
}

/**
 * A place's state is one byte: its flags, and in the two bits above them what its opening times mean
 * this minute. So each question about filters is one lookup by this byte.
 */
export const stateBit = {
  open: 2 ** placeFlags.length,
  unknown: 2 ** (placeFlags.length + 1),
} as const;

/** Number of different states; more than 256 need a wider column in `place-columns.ts`. */
export const stateCount = 2 ** (placeFlags.length + 2);

/** Bits of a state that do not change with time. */
export const flagMask = stateCount - 1 - stateBit.open - stateBit.unknown;

/** A query for places. */
export interface PlaceQuestion {
  filters: PlaceFilters;
  /** With the open filter: also places whose opening times are unknown (`isUnknownOn`). */
  includeUnknown: boolean;
  /** Also places that wait for acceptance; for the administrator alone. */
  includeUnaccepted: boolean;
  /**
   * Only places that every visitor may enter and can open: neither for guests nor for the holders of a key.
   */
  forEveryone?: boolean;
  /** Only places inside this box, edges included; null for the whole world. */
  bbox: BoundingBox | null;
}

/** A question without its box: the part that a place's state answers. */
export type StateQuestion = Omit<PlaceQuestion, "bbox">;

/** For each state 1 where a place in that state answers the question, else 0. */
export function passingStates(question: StateQuestion): Uint8Array {
  const { open } = question.filters;
  return markStates(question, (state) => {
    if (!open || (state & stateBit.open) !== 0) return true;
    return question.includeUnknown && (state & stateBit.unknown) !== 0;
  });
}

/** For each state 1 where a place would answer the question if its opening times were known. */
export function leftOutUnknownStates(question: StateQuestion): Uint8Array {
  const leavesOut = question.filters.open && !question.includeUnknown;
  return markStates(question, (state) => leavesOut && (state & stateBit.unknown) !== 0);
}

/** For each state 1 where a place meets the other filters and is open this minute. */
export function openNowStates(question: StateQuestion): Uint8Array {
  return markStates(question, (state) => (state & stateBit.open) !== 0);
}

function markStates(question: StateQuestion, isMarked: (state: number) => boolean): Uint8Array {
  const required = requiredFlags(question);
  const marks = new Uint8Array(stateCount);
  for (let state = 0; state < stateCount; state++) {
    const isForSome = (state & placeFlag.public) === 0 || (state & placeFlag.forKeyHolders) !== 0;
    if ((state & required) !== required || (question.forEveryone && isForSome)) continue;
    if (isMarked(state)) marks[state] = 1;
  }
  return marks;
}

function requiredFlags({ filters, includeUnaccepted }: StateQuestion): number {
  const required = flagFilters.filter((name) => filters[name]);
  const flags = includeUnaccepted ? required : [...required, "accepted" as const];
  return flags.reduce((bits, flag) => bits | placeFlag[flag], 0);
}
