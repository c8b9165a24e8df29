import { closeGaps, openGaps } from "./array-gaps.ts";
import type { SlotComparison } from "./compare-slots.ts";
import type { PlaceColumns } from "./place-columns.ts";
import { sortByFloat64, sortByUint32 } from "./radix-sort.ts";

/** What places are sorted by. */
export type OrderName = "place" | "rating" | "added";

/** All slots in each of the three ascending orders, as `compareSlots` has them. */
export type PlaceOrders = Record<OrderName, Uint32Array>;

export const orderNames: readonly OrderName[] = ["place", "rating", "added"];

/** Sorts all slots from nothing. `cityRanks` is by city number. */
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

/** Takes slots out of one order; `compare` still sees them as they were when they were put in. */
export function removeFromOrder(
  order: Uint32Array,
  size: number,
  slots: readonly number[],
  compare: SlotComparison,
): void {
  const positions = slots.map((slot) => lowerBound(order, size, slot, compare));
  closeGaps(order, size, positions.sort(ascending));
}

/** Puts slots that are not there yet into one order, which has room for them. */
export function insertIntoOrder(
  order: Uint32Array,
  size: number,
  slots: readonly number[],
  compare: SlotComparison,
): void {
  const sorted = [...slots].sort(compare);
  const positions = sorted.map((slot) => lowerBound(order, size, slot, compare));
  openGaps(order, size, positions);
  sorted.forEach((slot, index) => {
    order[positions[index] + index] = slot;
  });
}

/** The first position whose slot doesn't come before the given one. */
function lowerBound(
  order: Uint32Array,
  size: number,
  slot: number,
  compare: SlotComparison,
): number {
  let from = 0;
  let to = size;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compare(order[middle], slot) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function ascending(a: number, b: number): number {
  return a - b;
}

function withCapacity(order: Uint32Array, capacity: number) {
  const larger = new Uint32Array(capacity);
  larger.set(order);
  return larger;
}
