import type { PlaceSort } from "../place-sort.ts";
import type { PlaceColumns } from "./place-columns.ts";
import { unrated } from "./place-columns.ts";
import type { OrderName, PlaceOrders } from "./place-orders.ts";

/** A stretch of an order to walk: from the first position to the one before `end`, by `step`. */
interface Run {
  order: Uint32Array;
  from: number;
  end: number;
  step: 1 | -1;
}

/**
 * The stretches that, walked one after the other, give a sort.
 *
 * `added-desc` is the order backwards. `place-desc` and `rating-desc` are not: their ties stand the
 * same way in both directions, and unrated places are last in both (docs/product#orders-of-places). So
 * they are walked group by group from the end, each group forwards.
 */
export function* walkOrder(
  orders: PlaceOrders,
  sort: PlaceSort,
  columns: PlaceColumns,
  cityRanks: Uint32Array,
): Generator<Run, void, undefined> {
  const { size, rating, city } = columns;
  const [name, direction] = sort.split("-") as [OrderName, "asc" | "desc"];
  const order = orders[name];
  if (direction === "asc") yield { order, from: 0, end: size, step: 1 };
  else if (name === "added") yield { order, from: size - 1, end: -1, step: -1 };
  else if (name === "place") yield* groupsFromEnd(order, size, (slot) => cityRanks[city[slot]]);
  else {
    const keyOf = (slot: number) => rating[slot];
    const ratedCount = firstOfGroup(order, size, unrated, keyOf);
    yield* groupsFromEnd(order, ratedCount, keyOf);
    yield { order, from: ratedCount, end: size, step: 1 };
  }
}

function* groupsFromEnd(order: Uint32Array, size: number, keyOf: (slot: number) => number) {
  let end = size;
  while (end > 0) {
    const from = firstOfGroup(order, end, keyOf(order[end - 1]), keyOf);
    yield { order, from, end, step: 1 } as const;
    end = from;
  }
}

/** The first position whose key is not below the given one; `end` where there is none. */
function firstOfGroup(
  order: Uint32Array,
  end: number,
  key: number,
  keyOf: (slot: number) => number,
): number {
  let from = 0;
  let to = end;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (keyOf(order[middle]) < key) from = middle + 1;
    else to = middle;
  }
  return from;
}
