import type { PlaceSort } from "#domain/place/place-sort.ts";
import { lowerBound } from "./lower-bound.ts";
import { type PlaceColumns, unrated } from "./place-columns.ts";
import { sortByFloat64, sortByUint32 } from "./radix-sort.ts";

/** Properties by which places are sorted. */
export type OrderName = "place" | "rating" | "added";

/** All slots in each of the three ascending orders of `compareSlots`. */
export type PlaceOrders = Record<OrderName, Uint32Array>;

export const orderNames: readonly OrderName[] = ["place", "rating", "added"];

/** Sorts all slots from scratch. `cityRanks` is by city number. */
export function sortPlaceOrders(columns: PlaceColumns, cityRanks: Uint32Array): PlaceOrders {
  const { size, capacity } = columns;
  const byId = Uint32Array.from({ length: size }, (_, slot) => slot);
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

/** Removes slots from one order; `compare` still sees them as they were at their insertion. */
export function removeFromOrder(
  order: Uint32Array,
  size: number,
  slots: readonly number[],
  compare: SlotComparison,
): void {
  const positions = slots.map((slot) => positionOf(order, size, slot, compare));
  closeGaps(order, size, positions.sort(ascending));
}

/** Inserts new slots into one order, which has room for them. */
export function insertIntoOrder(
  order: Uint32Array,
  size: number,
  slots: readonly number[],
  compare: SlotComparison,
): void {
  const sorted = [...slots].sort(compare);
  const positions = sorted.map((slot) => positionOf(order, size, slot, compare));
  openGaps(order, size, positions);
  sorted.forEach((slot, index) => {
    order[positions[index] + index] = slot;
  });
}

/** First position whose slot does not come before the given one. */
function positionOf(
  order: Uint32Array,
  size: number,
  slot: number,
  compare: SlotComparison,
): number {
  return lowerBound(0, size, (position) => compare(order[position], slot) < 0);
}

function ascending(a: number, b: number): number {
  return a - b;
}

function withCapacity(order: Uint32Array, capacity: number) {
  const larger = new Uint32Array(capacity);
  larger.set(order);
  return larger;
}

/** Negative where slot `a` comes before slot `b`. */
export type SlotComparison = (a: number, b: number) => number;

/**
 * The orders of docs/product#orders-of-places: `place` by city in alphabetical order, ties by ascending id in
 * both directions; `rating` by exact mean, unrated places last and ties newest first, then by higher id, in
 * both directions; `added` by instant, ties by id in the same direction.
 *
 * No two places are equal in any of them. `cityRanks` is by city number.
 */
export function compareSlots(
  sort: PlaceSort,
  columns: PlaceColumns,
  cityRanks: Uint32Array,
): SlotComparison {
  const { id, city, rating, addedMicros } = columns;
  const oldestFirst: SlotComparison = (a, b) => addedMicros[a] - addedMicros[b] || id[a] - id[b];
  const byCity: SlotComparison = (a, b) => cityRanks[city[a]] - cityRanks[city[b]];
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

/** A stretch of an order: from the first position to the one before `end`, by `step`. */
interface Run {
  order: Uint32Array;
  from: number;
  end: number;
  step: 1 | -1;
}

/**
 * The stretches whose slots, one stretch after the other, give a sort.
 *
 * `added-desc` is the order backwards. `place-desc` and `rating-desc` are not: their ties have the same order
 * in both directions, and unrated places are last in both (docs/product#orders-of-places). So these go group
 * by group from the end, each group forwards.
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

/** First position whose key is not below the given one; `end` where there is none. */
function firstOfGroup(
  order: Uint32Array,
  end: number,
  key: number,
  keyOf: (slot: number) => number,
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
 * Makes room before each of the given ascending indexes (0…size; equal ones make several gaps), in place. The
 * i-th gap is then at `indexes[i] + i`; its content is undefined.
 */
export function openGaps(array: NumberArray, size: number, indexes: readonly number[]): void {
  let end = size;
  for (let i = indexes.length - 1; i >= 0; i--) {
    array.copyWithin(indexes[i] + i + 1, indexes[i], end);
    end = indexes[i];
  }
}
