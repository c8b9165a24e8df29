import type { PlaceSort } from "../place-sort.ts";
import { type PlaceColumns, unrated } from "./place-columns.ts";

/** Below zero where slot `a` comes before slot `b`. */
export type SlotComparison = (a: number, b: number) => number;

/**
 * The six orders of docs/product#orders-of-places: `place` by city in alphabetical order, ties by
 * ascending id in both directions; `rating` by exact mean, unrated places last and ties newest first,
 * then by higher id, in both directions; `added` by instant, ties by id in the same direction.
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
