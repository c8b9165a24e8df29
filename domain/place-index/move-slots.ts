import { closeGaps, openGaps } from "./array-gaps.ts";
import { keyOfRow, type PlaceColumns, type PlaceRow } from "./place-columns.ts";
import { orderNames } from "./place-orders.ts";
import type { PlaceStore } from "./place-store.ts";
import { SlotRenumbering } from "./slot-renumbering.ts";

/** Where the slots went when places came and went. */
export interface MovedSlots {
  renumbering: SlotRenumbering;
  /** The slots of the new places. */
  inserted: number[];
}

/**
 * Takes slots out of the columns and puts new rows in where the curve has them. The orders are only
 * given room. Null where there is nothing to move.
 */
export function moveSlots(
  store: PlaceStore,
  removals: readonly number[],
  insertions: readonly PlaceRow[],
): MovedSlots | null {
  if (removals.length + insertions.length === 0) return null;
  const { columns } = store;
  const sizeBefore = columns.size;
  const removed = [...removals].sort((a, b) => a - b);
  columns.edit((column) => closeGaps(column, sizeBefore, removed));
  columns.size -= removed.length;
  const rows = [...insertions].sort((a, b) => keyOfRow(a) - keyOfRow(b) || a.id - b.id);
  const gaps = rows.map((row) => slotFor(columns, row));
  makeRoom(store, rows.length);
  columns.edit((column) => openGaps(column, columns.size, gaps));
  columns.size += rows.length;
  const inserted = gaps.map((gap, index) => gap + index);
  inserted.forEach((slot, index) => {
    columns.write(slot, rows[index]);
  });
  return { renumbering: new SlotRenumbering(sizeBefore, removed, gaps), inserted };
}

/** The first slot whose place comes after the row along the curve. */
function slotFor(columns: PlaceColumns, row: PlaceRow): number {
  const key = keyOfRow(row);
  let from = 0;
  let to = columns.size;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const middleKey = columns.keyAt(middle);
    const isBefore = middleKey === key ? columns.id[middle] < row.id : middleKey < key;
    if (isBefore) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Enlarges columns and orders by a sixteenth when they are full: growing copies everything. */
function makeRoom({ columns, orders }: PlaceStore, count: number): void {
  const needed = columns.size + count;
  if (needed <= columns.capacity) return;
  const capacity = Math.ceil((needed * 17) / 16) + 256;
  columns.grow(capacity);
  for (const name of orderNames) {
    const larger = new Uint32Array(capacity);
    larger.set(orders[name]);
    orders[name] = larger;
  }
}
