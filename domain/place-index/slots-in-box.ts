import type { CombinationMatches, PlaceQuery } from "./place-flags.ts";
import type { PlaceStore } from "./place-store.ts";
import { type BoxRange, boxRanges, isInUnitBox } from "./quad-cells.ts";

/** The slots of all answers to a question, ascending; `total` is their number. */
export function answerSlots(
  { columns, flags }: PlaceStore,
  indexQuery: PlaceQuery,
  total: number,
): Uint32Array {
  const { state, x, y } = columns;
  const { passing } = flags.resultsOf(indexQuery);
  const slots = new Uint32Array(total);
  let count = 0;
  for (const { from, to, box } of boxRanges(columns, indexQuery.bbox)) {
    for (let slot = from; slot < to; slot++) {
      if (passing[state[slot]] === 0) continue;
      if (box === null || isInUnitBox(box, x[slot], y[slot])) slots[count++] = slot;
    }
  }
  return slots;
}

/** Number of places of the ranges in each state: enough to answer every question about filters. */
export function tallyStates(
  { columns, flags }: PlaceStore,
  ranges: readonly BoxRange[],
): Uint32Array {
  const { state, x, y } = columns;
  const tally = new Uint32Array(flags.stateCount);
  for (const { from, to, box } of ranges) {
    for (let slot = from; slot < to; slot++) {
      if (box === null || isInUnitBox(box, x[slot], y[slot])) tally[state[slot]]++;
    }
  }
  return tally;
}

/** Sum of a tally over the states that are marked 1; no place has had a state beyond the tally. */
export function sumStates(tally: Uint32Array, marks: CombinationMatches): number {
  let sum = 0;
  for (let state = 0; state < tally.length; state++) sum += tally[state] * marks[state];
  return sum;
}
