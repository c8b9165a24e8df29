import type { BoxRange } from "./box-ranges.ts";
import type { PlaceColumns } from "./place-columns.ts";
import { stateCount } from "./place-state.ts";
import { isInUnitBox } from "./unit-box.ts";

/** How many places of the ranges are in each state: enough to answer every question of filters. */
export function tallyStates(columns: PlaceColumns, ranges: readonly BoxRange[]): Uint32Array {
  const { state, x, y } = columns;
  const tally = new Uint32Array(stateCount);
  for (const { from, to, box } of ranges) {
    for (let slot = from; slot < to; slot++) {
      if (box === null || isInUnitBox(box, x[slot], y[slot])) tally[state[slot]]++;
    }
  }
  return tally;
}

/** The sum of a tally over the states that are marked 1. */
export function sumStates(tally: Uint32Array, marks: Uint8Array): number {
  let sum = 0;
  for (let state = 0; state < stateCount; state++) sum += tally[state] * marks[state];
  return sum;
}
