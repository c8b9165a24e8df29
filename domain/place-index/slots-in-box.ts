import type { PlaceColumns } from "./place-columns.ts";
import { type PlaceQuestion, passingStates, stateCount } from "./place-state.ts";
import { type BoxRange, boxRanges, isInUnitBox } from "./quad-cells.ts";

/** The slots of all answers to a question, ascending; `total` is their number. */
export function answerSlots(
  columns: PlaceColumns,
  question: PlaceQuestion,
  total: number,
): Uint32Array {
  const { state, x, y } = columns;
  const passes = passingStates(question);
  const slots = new Uint32Array(total);
  let count = 0;
  for (const { from, to, box } of boxRanges(columns, question.bbox)) {
    for (let slot = from; slot < to; slot++) {
      if (passes[state[slot]] === 0) continue;
      if (box === null || isInUnitBox(box, x[slot], y[slot])) slots[count++] = slot;
    }
  }
  return slots;
}

/** Number of places of the ranges in each state: enough to answer every question about filters. */
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

/** Sum of a tally over the states that are marked 1. */
export function sumStates(tally: Uint32Array, marks: Uint8Array): number {
  let sum = 0;
  for (let state = 0; state < stateCount; state++) sum += tally[state] * marks[state];
  return sum;
}
