import type { PlaceSort } from "#domain/place/place-sort.ts";
import { lowerBound } from "./lower-bound.ts";
import { type PlaceColumns, unrated } from "./place-columns.ts";
import { sortByFloat64, sortByUint32 } from "./radix-sort.ts";

/** Properties by which places are sorted. */
export type OrderName = "place" | "rating" | "added";

/** All rows in each of the three ascending orders of `compareRows`. */
export type PlaceOrders = Record<OrderName, Uint32Array>;

export const orderNames: readonly OrderName[] = ["place", "rating", "added"];

/** Sorts all rows from scratch. `cityRanks` is by city number. */
export function sortPlaceOrders(columns: PlaceColumns, cityRanks: Uint32Array): PlaceOrders {
  const { size, capacity } = columns;
  const byId = Uint32Array.from({ length: size }, (_, row) => row);
  sortByUint32(byId, columns.id.subarray(0, size));
  const added = byId.slice();
  sortByFloat64(added, columns.addedMicros.subarray(0, size));
  const rating = added.slice().reverse();
  sortByFloat64(rating, columns.rating.subarray(0, size));
  const place = byId;
  sortByUint32(
    place,
    columns.city.subarray(0, size).map((city) => cityRanks[city]),
  );
  return {
    place: withCapacity(place, capacity),
    rating: withCapacity(rating, capacity),
    added: withCapacity(added, capacity),
  };
}

/** Removes rows from one order. The columns must still hold the values that the rows were sorted by. */
export function removeFromOrder(
  order: Uint32Array,
  size: number,
  rows: readonly number[],
  compare: RowComparison,
): void {
  const positions = rows.map((row) => positionOf(order, size, row, compare));
  closeGaps(order, size, positions.sort(ascending));
}

/** Inserts new rows into one order, which has the capacity for them. */
export function insertIntoOrder(
  order: Uint32Array,
  size: number,
  rows: readonly number[],
  compare: RowComparison,
): void {
  const sorted = [...rows].sort(compare);
  const positions = sorted.map((row) => positionOf(order, size, row, compare));
  openGaps(order, size, positions);
  sorted.forEach((row, index) => {
    order[positions[index] + index] = row;
  });
}

/** First position whose row does not come before the given one. */
function positionOf(order: Uint32Array, size: number, row: number, compare: RowComparison): number {
  return lowerBound(0, size, (position) => compare(order[position], row) < 0);
}

function ascending(a: number, b: number): number {
  return a - b;
}

function withCapacity(order: Uint32Array, capacity: number) {
  const larger = new Uint32Array(capacity);
  larger.set(order);
  return larger;
}

/** Negative where row `a` comes before row `b`. */
export type RowComparison = (a: number, b: number) => number;

/**
 * Comparison for the orders of docs/product#orders-of-places: `place` by city in alphabetical order, ties by
 * ascending id in both directions; `rating` by exact mean, unrated places last and ties newest first, then by
 * higher id, in both directions; `added` by instant, ties by id in the same direction.
 *
 * No two places are equal in any of them. `cityRanks` is by city number.
 */
export function compareRows(
  sort: PlaceSort,
  columns: PlaceColumns,
  cityRanks: Uint32Array,
): RowComparison {
  const { id, city, rating, addedMicros } = columns;
  const oldestFirst: RowComparison = (a, b) => addedMicros[a] - addedMicros[b] || id[a] - id[b];
  const byCity: RowComparison = (a, b) => cityRanks[city[a]] - cityRanks[city[b]];
  switch (sort) {
    case "added-asc":
      return oldestFirst;
    case "added-desc":
      return (a, b) => oldestFirst(b, a);
    case "place-asc":
      return (a, b) => byCity(a, b) || id[a] - id[b];
    case "place-desc":
      return (a, b) => byCity(b, a) || id[a] - id[b];
    case "rating-asc":
      return (a, b) =>
        rating[a] === rating[b] ? oldestFirst(b, a) : rating[a] < rating[b] ? -1 : 1;
    case "rating-desc":
      return (a, b) => {
        if (rating[a] === rating[b]) return oldestFirst(b, a);
        if (rating[a] === unrated) return 1;
        return rating[b] === unrated || rating[a] > rating[b] ? -1 : 1;
      };
  }
}

/** Stretch of an order: positions `from` to `end`, exclusive, by `step`. */
interface Run {
  order: Uint32Array;
  from: number;
  end: number;
  step: 1 | -1;
}

/**
 * Stretches of an order that, concatenated, give a sort.
 *
 * `added-desc` is the order reversed. `place-desc` and `rating-desc` are not: ties have the same order in both
 * directions, and unrated places are last in both (docs/product#orders-of-places). So these go group by group
 * from the end, each group forwards.
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
  else if (name === "place") yield* groupsFromEnd(order, size, (row) => cityRanks[city[row]]);
  else {
    const keyOf = (row: number) => rating[row];
    const ratedCount = firstOfGroup(order, size, unrated, keyOf);
    yield* groupsFromEnd(order, ratedCount, keyOf);
    yield { order, from: ratedCount, end: size, step: 1 };
  }
}

function* groupsFromEnd(order: Uint32Array, size: number, keyOf: (row: number) => number) {
  let end = size;
  while (end > 0) {
    const from = firstOfGroup(order, end, keyOf(order[end - 1]), keyOf);
    yield { order, from, end, step: 1 } as const;
    end = from;
  }
}

/** First position whose key is not below the given one; `end` where there is none. */
function firstOfGroup(
  order: Uint32Array,
  end: number,
  key: number,
  keyOf: (row: number) => number,
): number {
  return lowerBound(0, end, (position) => keyOf(order[position]) < key);
}

type NumberArray = Uint32Array | Float64Array;

/** Removes the elements at the given ascending indexes from the first `size`, in place. */
export function closeGaps(array: NumberArray, size: number, indexes: readonly number[]): void {
  let to = indexes[0] ?? size;
  for (let i = 0; i < indexes.length; i++) {
    const from = indexes[i] + 1;
    const end = i + 1 < indexes.length ? indexes[i + 1] : size;
    array.copyWithin(to, from, end);
    to += end - from;
  }
}

/**
 * Opens a gap before each of the given ascending indexes (0…size; equal ones open several gaps), in place. The
 * i-th gap is then at `indexes[i] + i`; its content is undefined.
 */
export function openGaps(array: NumberArray, size: number, indexes: readonly number[]): void {
  let end = size;
  for (let i = indexes.length - 1; i >= 0; i--) {
    array.copyWithin(indexes[i] + i + 1, indexes[i], end);
    end = indexes[i];
  }
}
