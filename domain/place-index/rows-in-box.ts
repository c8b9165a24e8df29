import type { CombinationMatches, PlaceQuery } from "./place-flags.ts";
import type { PlaceStore } from "./place-store.ts";
import { type BoxRange, boxRanges, isInUnitBox } from "./quad-cells.ts";

/** Rows of all results of a query, ascending; `total` is their number. */
export function matchingRows(
  { columns, flags }: PlaceStore,
  indexQuery: PlaceQuery,
  total: number,
): Uint32Array {
  const { state, x, y } = columns;
  const { passing } = flags.resultsOf(indexQuery);
  const rows = new Uint32Array(total);
  let count = 0;
  for (const { from, to, box } of boxRanges(columns, indexQuery.bbox)) {
    for (let row = from; row < to; row++) {
      if (passing[state[row]] === 0) continue;
      if (box === null || isInUnitBox(box, x[row], y[row])) rows[count++] = row;
    }
  }
  return rows;
}

/** Number of places of the ranges in each state: enough to count the results of any filters. */
export function tallyStates(
  { columns, flags }: PlaceStore,
  ranges: readonly BoxRange[],
): Uint32Array {
  const { state, x, y } = columns;
  const tally = new Uint32Array(flags.stateCount);
  for (const { from, to, box } of ranges) {
    for (let row = from; row < to; row++) {
      if (box === null || isInUnitBox(box, x[row], y[row])) tally[state[row]]++;
    }
  }
  return tally;
}

/** Sum of a tally over the states that are marked 1. States beyond the tally have no places. */
export function sumStates(tally: Uint32Array, marks: CombinationMatches): number {
  let sum = 0;
  for (let state = 0; state < tally.length; state++) sum += tally[state] * marks[state];
  return sum;
}
