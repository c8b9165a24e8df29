import { lowerBound } from "./lower-bound.ts";
import { type IndexedPlace, keyOfRow, type PlaceColumns } from "./place-columns.ts";
import { closeGaps, openGaps, orderNames } from "./place-orders.ts";
import type { PlaceStore } from "./place-store.ts";

/** New positions of the slots after places came and went. */
export interface MovedSlots {
  renumbering: SlotRenumbering;
  /** Slots of the new places. */
  inserted: number[];
}

/**
 * Removes slots from the columns and inserts new rows at their positions along the curve. The orders only get
 * room. Null where there is nothing to move.
 */
export function moveSlots(
  store: PlaceStore,
  removals: readonly number[],
  insertions: readonly IndexedPlace[],
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

/** First slot whose place comes after the row along the curve. */
function slotFor(columns: PlaceColumns, row: IndexedPlace): number {
  const key = keyOfRow(row);
  return lowerBound(0, columns.size, (slot) => {
    const slotKey = columns.keyAt(slot);
    return slotKey === key ? columns.id[slot] < row.id : slotKey < key;
  });
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

/** Sizes of a block of slots, as powers of two. */
const minBlockBits = 3;
const maxBlockBits = 8;

/** Blocks for each stretch of slots with the same shift: so many that most blocks move as one. */
const blocksPerStretch = 8;

/** Marks a block whose slots move by different shifts. */
const mixed = 0x7fffffff;

/**
 * Maps old slots to new ones after removals and insertions. It takes a few kilobytes for a few of these,
 * whatever the number of places, so that renumbering the orders reads no table as large as they are.
 */
export class SlotRenumbering {
  /** Stretches of slots with the same shift: first slot of each, ascending, and its shift. */
  readonly #starts: Uint32Array;
  readonly #shifts: Int32Array;
  /** By block, the shift of all its slots, or `mixed`. */
  readonly #shiftOfBlock: Int32Array;
  readonly #blockBits: number;

  /**
   * The slots in `removed` (ascending) leave the first `size` slots, and gaps open before the slots in `gaps`
   * (ascending, counted after the removals).
   */
  constructor(size: number, removed: readonly number[], gaps: readonly number[]) {
    const { starts, shifts } = stretches(removed, gaps);
    this.#starts = starts;
    this.#shifts = shifts;
    const blockSize = size / (blocksPerStretch * shifts.length);
    const blockBits = Math.floor(Math.log2(Math.max(1, blockSize)));
    this.#blockBits = Math.min(Math.max(blockBits, minBlockBits), maxBlockBits);
    this.#shiftOfBlock = new Int32Array((size >>> this.#blockBits) + 1);
    let stretch = 0;
    for (let block = 0; block < this.#shiftOfBlock.length; block++) {
      const first = block << this.#blockBits;
      while (starts[stretch + 1] <= first) stretch++;
      const isMixed = starts[stretch + 1] < first + (1 << this.#blockBits);
      this.#shiftOfBlock[block] = isMixed ? mixed : shifts[stretch];
    }
  }

  /** The new slot of an old one; the result for a removed slot has no meaning. */
  newSlotOf(slot: number): number {
    return slot + this.#shifts[this.#stretchOf(slot)];
  }

  /** Replaces old slots by new ones in the first `count` elements of an array. */
  renumber(slots: Uint32Array, count: number): void {
    if (this.#starts.length === 2) this.#renumberTwoStretches(slots, count);
    else this.#renumberByBlocks(slots, count);
  }

  /**
   * The common case, one place added or removed: without a branch, because a processor cannot predict this
   * one.
   */
  #renumberTwoStretches(slots: Uint32Array, count: number): void {
    const lastOfFirst = this.#starts[1] - 1;
    const shift = this.#shifts[1];
    for (let i = 0; i < count; i++) {
      const slot = slots[i];
      slots[i] = slot + (shift & ((lastOfFirst - slot) >> 31));
    }
  }

  #renumberByBlocks(slots: Uint32Array, count: number): void {
    const shiftOfBlock = this.#shiftOfBlock;
    const blockBits = this.#blockBits;
    for (let i = 0; i < count; i++) {
      const slot = slots[i];
      const shift = shiftOfBlock[slot >>> blockBits];
      slots[i] = shift === mixed ? this.newSlotOf(slot) : slot + shift;
    }
  }

  /** Not by `lowerBound`: asked for up to a million slots in a row, its closure doubles the time. */
  #stretchOf(slot: number): number {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (starts[middle] <= slot) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function stretches(removed: readonly number[], gaps: readonly number[]) {
  const starts = [0];
  const shifts = [0];
  let removedCount = 0;
  let gapCount = 0;
  while (removedCount < removed.length || gapCount < gaps.length) {
    const afterRemoved = (removed[removedCount] ?? Number.POSITIVE_INFINITY) + 1;
    const atGap = (gaps[gapCount] ?? Number.POSITIVE_INFINITY) + removedCount;
    if (atGap < afterRemoved) {
      starts.push(atGap);
      gapCount++;
    } else {
      starts.push(afterRemoved);
      removedCount++;
    }
    shifts.push(gapCount - removedCount);
  }
  return { starts: Uint32Array.from(starts), shifts: Int32Array.from(shifts) };
}
