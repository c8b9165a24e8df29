import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { PlaceFilters } from "#domain/place/place-filters.ts";

/**
 * A place's state is one byte: its flags (`placeFlag`), and in the bits 16 and 32 what its opening times mean
 * this minute. So each question about filters is one lookup by this byte.
 */
export const stateBit = { open: 16, unknown: 32 } as const;

/** Number of different states. */
export const stateCount = 128;

/** Bits of a state that do not change with time. */
export const flagMask = stateCount - 1 - stateBit.open - stateBit.unknown;

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
  return (
    (includeUnaccepted ? 0 : placeFlag.accepted) |
    (filters.accessible ? placeFlag.accessible : 0) |
    (filters.free ? placeFlag.free : 0) |
    (filters.public ? placeFlag.public : 0)
  );
}

/**
 * Bits of a place's properties that do not change with time; a loader packs rows with them. The bits between
 * belong to `stateBit`.
 */
export const placeFlag = {
  accepted: 1,
  accessible: 2,
  free: 4,
  public: 8,
  forKeyHolders: 64,
} as const;

/** Packs the properties of a place into one byte. */
export function packPlaceFlags(place: {
  accepted: boolean;
  accessible: boolean;
  free: boolean;
  public: boolean;
  forKeyHolders: boolean;
}): number {
  return (
    (place.accepted ? placeFlag.accepted : 0) |
    (place.accessible ? placeFlag.accessible : 0) |
    (place.free ? placeFlag.free : 0) |
    (place.public ? placeFlag.public : 0) |
    (place.forKeyHolders ? placeFlag.forKeyHolders : 0)
  );
}

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
