import type { PlaceSort } from "#domain/place/place-sort.ts";
import type { PlaceQuery } from "./place-flags.ts";
import { compareRows, walkOrder } from "./place-orders.ts";
import type { PlaceStore } from "./place-store.ts";
import { boxRanges, isInUnitBox, matchingRows } from "./quad-cells.ts";

/** A page of the results, and the number of all results. */
export interface Page {
  offset: number;
  limit: number;
  total: number;
}

/**
 * Maximum number of results that are collected and sorted. More of them are so close to each other in an order
 * that walking the order is quicker.
 */
const fewMatches = 1000;

/** Rows of one page of a query's results, in order. */
export function pageRows(
  store: PlaceStore,
  indexQuery: PlaceQuery,
  sort: PlaceSort,
  page: Page,
): number[] {
  const { offset, limit, total } = page;
  if (offset >= total || limit <= 0) return [];
  if (total > fewMatches) return walkToPage(store, indexQuery, sort, page);
  const compare = compareRows(sort, store.columns, store.cities.ranks);
  const rows = matchingRows(store, indexQuery, total).sort(compare);
  return Array.from(rows.subarray(offset, offset + limit));
}

/** Walks along an order, up to the end of the page or the last result. */
function walkToPage(
  store: PlaceStore,
  indexQuery: PlaceQuery,
  sort: PlaceSort,
  { offset, limit, total }: Page,
): number[] {
  const { columns, orders, cities } = store;
  const end = Math.min(offset + limit, total);
  const { marks, passes } = markMatches(store, indexQuery);
  const rows: number[] = [];
  let seen = 0;
  for (const { order, from, end: runEnd, step } of walkOrder(orders, sort, columns, cities.ranks)) {
    for (let position = from; position !== runEnd; position += step) {
      const row = order[position];
      if (passes[marks[row]] === 0) continue;
      if (seen >= offset) rows.push(row);
      seen++;
      if (seen === end) return rows;
    }
  }
  return rows;
}

/** A mark for each row, and for each mark 1 where rows with it are results. */
function markMatches({ columns, flags }: PlaceStore, indexQuery: PlaceQuery) {
  const { passing: passes } = flags.resultsOf(indexQuery);
  if (indexQuery.bbox === null) return { marks: columns.state, passes };
  const { state, x, y } = columns;
  const marks = new Uint8Array(columns.size);
  for (const { from, to, box } of boxRanges(columns, indexQuery.bbox)) {
    for (let row = from; row < to; row++) {
      if (box === null || isInUnitBox(box, x[row], y[row])) marks[row] = passes[state[row]];
    }
  }
  return { marks, passes: Uint8Array.of(0, 1) };
}
