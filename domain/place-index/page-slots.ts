import type { PlaceSort } from "#domain/place/place-sort.ts";
import type { PlaceQuery } from "./place-flags.ts";
import { compareSlots, walkOrder } from "./place-orders.ts";
import type { PlaceStore } from "./place-store.ts";
import { boxRanges, isInUnitBox } from "./quad-cells.ts";
import { answerSlots } from "./slots-in-box.ts";

/** A page of the answers, and the number of all answers. */
export interface Page {
  offset: number;
  limit: number;
  total: number;
}

/**
 * Maximum number of answers that are found and sorted; more of them stand so close in an order that walking
 * it is quicker.
 */
const fewMatches = 1000;

/** The slots of one page of the answers to a question, in order. */
export function pageSlots(
  store: PlaceStore,
  indexQuery: PlaceQuery,
  sort: PlaceSort,
  page: Page,
): number[] {
  const { offset, limit, total } = page;
  if (offset >= total || limit <= 0) return [];
  if (total > fewMatches) return walkToPage(store, indexQuery, sort, page);
  const compare = compareSlots(sort, store.columns, store.cities.ranks);
  const slots = answerSlots(store, indexQuery, total).sort(compare);
  return Array.from(slots.subarray(offset, offset + limit));
}

/** Walks along an order, up to the end of the page or the last answer. */
function walkToPage(
  store: PlaceStore,
  indexQuery: PlaceQuery,
  sort: PlaceSort,
  { offset, limit, total }: Page,
): number[] {
  const { columns, orders, cities } = store;
  const end = Math.min(offset + limit, total);
  const { marks, passes } = markMatches(store, indexQuery);
  const slots: number[] = [];
  let seen = 0;
  for (const { order, from, end: runEnd, step } of walkOrder(orders, sort, columns, cities.ranks)) {
    for (let position = from; position !== runEnd; position += step) {
      const slot = order[position];
      if (passes[marks[slot]] === 0) continue;
      if (seen >= offset) slots.push(slot);
      seen++;
      if (seen === end) return slots;
    }
  }
  return slots;
}

/** A mark for each slot, and for each mark 1 where it is that of an answer. */
function markMatches({ columns, flags }: PlaceStore, indexQuery: PlaceQuery) {
  const { passing: passes } = flags.resultsOf(indexQuery);
  if (indexQuery.bbox === null) return { marks: columns.state, passes };
  const { state, x, y } = columns;
  const marks = new Uint8Array(columns.size);
  for (const { from, to, box } of boxRanges(columns, indexQuery.bbox)) {
    for (let slot = from; slot < to; slot++) {
      if (box === null || isInUnitBox(box, x[slot], y[slot])) marks[slot] = passes[state[slot]];
    }
  }
  return { marks, passes: Uint8Array.of(0, 1) };
}
