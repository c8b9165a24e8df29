import type { PlaceSort } from "#domain/place/place-sort.ts";
import { lowerBound } from "./lower-bound.ts";
import { type OrderName, type PlaceColumns, type PlaceOrders, unrated } from "./place-store.ts";

export const orderNames: readonly OrderName[] = ["place", "rating", "added"];

/** Sorts all rows from scratch. `cityRanks` is by city number. */
export function sortPlaceOrders(columns: PlaceColumns, cityRanks: Uint32Array): PlaceOrders {
  const { size, capacity } = columns;
  const byId = rowsById(columns);
  const added = byId.slice();
  sortByFloat64(added, columns.addedMicros.subarray(0, size));
  const rating = added.slice().reverse();
  sortByFloat64(rating, columns.rating.subarray(0, size));
  return {
    place: withCapacity(sortByCity(columns, cityRanks, byId), capacity),
    rating: withCapacity(rating, capacity),
    added: withCapacity(added, capacity),
  };
}

function rowsById({ id, size }: PlaceColumns): Uint32Array {
  const rows = Uint32Array.from({ length: size }, (_, row) => row);
  sortByUint32(rows, id.subarray(0, size));
  return rows;
}

/** Sorts all rows by city, ties by id. @param rows by id; they are sorted in place */
export function sortByCity(
  columns: PlaceColumns,
  cityRanks: Uint32Array,
  rows = rowsById(columns),
): Uint32Array {
  const { city, size } = columns;
  sortByUint32(
    rows,
    city.subarray(0, size).map((number) => cityRanks[number]),
  );
  return rows;
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

const digitBits = 11;
const digitCount = 1 << digitBits;
const digitsPerWord = Math.ceil(32 / digitBits);

/**
 * Radix sort of `order` (each index of `keys` once) by ascending key, in place and stable: to sort by several
 * keys, sort by the last key first.
 *
 * A million keys take about 30 ms; a comparison sort takes half a second.
 */
export function sortByUint32(order: Uint32Array, keys: Uint32Array): void {
  sortByWords(order, [keys]);
}

/** Sorts by doubles of any sign in the same way, infinities included, NaN excluded. */
export function sortByFloat64(order: Uint32Array, keys: Float64Array): void {
  sortByWords(order, sortableWords(keys));
}

/** Index of a double's lower word, which depends on the processor's byte order. */
const lowWord = new Uint32Array(Float64Array.of(1).buffer)[0] === 0 ? 0 : 1;

/** Lower and higher words of doubles, mapped so that the pairs, as unsigned integers, have the same order. */
function sortableWords(keys: Float64Array): [low: Uint32Array, high: Uint32Array] {
  const low = new Uint32Array(keys.length);
  const high = new Uint32Array(keys.length);
  const double = new Float64Array(1);
  const words = new Uint32Array(double.buffer);
  for (let i = 0; i < keys.length; i++) {
    // Zero of either sign is one key.
    double[0] = keys[i] + 0;
    const isNegative = words[1 - lowWord] >>> 31 === 1;
    low[i] = isNegative ? ~words[lowWord] : words[lowWord];
    high[i] = isNegative ? ~words[1 - lowWord] : words[1 - lowWord] ^ 0x80000000;
  }
  return [low, high];
}

/**
 * Sorts by one word after the other, each digit by digit. Keys move together with their indexes, so that
 * memory is read in random order only once a word.
 */
function sortByWords(order: Uint32Array, words: readonly Uint32Array[]): void {
  let from: KeyedOrder = { order, keys: new Uint32Array(order.length) };
  let to: KeyedOrder = {
    order: new Uint32Array(order.length),
    keys: new Uint32Array(order.length),
  };
  for (const word of words) {
    for (let i = 0; i < order.length; i++) from.keys[i] = word[from.order[i]];
    countDigits(from.keys).forEach((counts, digit) => {
      if (counts.includes(order.length)) return;
      moveByDigit(from, to, startsOf(counts), digit * digitBits);
      [from, to] = [to, from];
    });
  }
  if (from.order !== order) order.set(from.order);
}

function countDigits(keys: Uint32Array): Uint32Array[] {
  const counts = Array.from({ length: digitsPerWord }, () => new Uint32Array(digitCount));
  for (const [digit, count] of counts.entries()) {
    const shift = digit * digitBits;
    for (let i = 0; i < keys.length; i++) count[(keys[i] >>> shift) & (digitCount - 1)]++;
  }
  return counts;
}

/** Turns the counts of a digit's values into the positions at which their keys begin, in place. */
function startsOf(counts: Uint32Array): Uint32Array {
  let start = 0;
  for (let value = 0; value < digitCount; value++) {
    const count = counts[value];
    counts[value] = start;
    start += count;
  }
  return counts;
}

interface KeyedOrder {
  readonly order: Uint32Array;
  readonly keys: Uint32Array;
}

function moveByDigit(from: KeyedOrder, to: KeyedOrder, starts: Uint32Array, shift: number): void {
  const { order, keys } = from;
  const { order: toOrder, keys: toKeys } = to;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const at = starts[(key >>> shift) & (digitCount - 1)]++;
    toKeys[at] = key;
    toOrder[at] = order[i];
  }
}
