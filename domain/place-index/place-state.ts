import { placeFlag } from "./place-flags.ts";
import type { PlaceQuestion } from "./place-question.ts";

/**
 * A place's state is one byte: its flags (`place-flags.ts`), and in the bits 16 and 32 what its opening
 * times say this minute. So each question about filters is one lookup by this byte.
 */
export const stateBit = { open: 16, unknown: 32 } as const;

/** How many different states there are. */
export const stateCount = 128;

/** The bits of a state that time doesn't change. */
export const flagMask = stateCount - 1 - stateBit.open - stateBit.unknown;

/** A question without its box: the part that a place's state answers. */
export type StateQuestion = Omit<PlaceQuestion, "bbox">;

/** For each state 1 where a place in that state is an answer to the question, else 0. */
export function passingStates(question: StateQuestion): Uint8Array {
  const { open } = question.filters;
  return markStates(question, (state) => {
    if (!open || (state & stateBit.open) !== 0) return true;
    return question.includeUnknown && (state & stateBit.unknown) !== 0;
  });
}

/** For each state 1 where a place would be an answer, but for its lack of any opening times. */
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
