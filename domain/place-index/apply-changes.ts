import { lowerBound } from "./lower-bound.ts";
import {
  closeGaps,
  compareRows,
  insertIntoOrder,
  openGaps,
  orderNames,
  removeFromOrder,
} from "./place-orders.ts";
import {
  type EntryChange,
  type IndexedPlace,
  keyOfPlace,
  type PlaceColumns,
  type PlaceEntry,
  type PlaceStore,
  toIndexedPlace,
} from "./place-store.ts";

/** Effect of a batch: each place once, and only places that differ. */
interface Plan {
  updates: { row: number; place: IndexedPlace }[];
  /** Rows of places that were removed or have moved. */
  removals: number[];
  /** Places that need a new row. */
  insertions: IndexedPlace[];
}

/**
 * Applies a batch of changes to the store; of several changes to one place the last counts. Returns the ids
 * of the places that differed: a repeated change clears no cache.
 */
export function applyChanges(store: PlaceStore, changes: readonly EntryChange[]): Set<number> {
  const { updates, removals, insertions } = planChanges(store, changes);
  const differing = new Set([
    ...removals.map((row) => store.columns.id[row]),
    ...[...updates.map(({ place }) => place), ...insertions].map(({ id }) => id),
  ]);
  if (differing.size === 0) return differing;
  store.cities.rank();
  const resorted = updates.filter(({ row, place }) => changesOrder(store.columns, row, place));
  const resortedRows = resorted.map(({ row }) => row);
  const staying = takeOutOfOrders(store, [...removals, ...resortedRows]);
  for (const { row, place } of updates) store.columns.write(row, place);
  const moved = moveRows(store, removals, insertions);
  for (const name of orderNames) moved?.renumbering.renumber(store.orders[name], staying);
  const newRows = resortedRows.map((row) => moved?.renumbering.newRowOf(row) ?? row);
  putIntoOrders(store, staying, [...newRows, ...(moved?.inserted ?? [])]);
  return differing;
}

function planChanges(store: PlaceStore, changes: readonly EntryChange[]): Plan {
  const { columns } = store;
  const last = new Map<number, PlaceEntry | null>();
  for (const change of changes) {
    if (change.kind === "put") last.set(change.entry.id, change.entry);
    else last.set(change.id, null);
  }
  const rows = findRows(columns.id, columns.size, last);
  const plan: Plan = { updates: [], removals: [], insertions: [] };
  for (const [id, entry] of last) {
    const row = rows.get(id);
    const isClosureNew = store.closed.put(id, entry?.closedUntilMs ?? null);
    const place = entry === null ? null : toIndexedPlace(store, entry);
    const isAt = (at: number) => place?.x === columns.x[at] && place.y === columns.y[at];
    if (row !== undefined && place !== null && isAt(row)) {
      if (isClosureNew || differs(columns, row, place)) plan.updates.push({ row, place });
    } else {
      if (row !== undefined) plan.removals.push(row);
      if (place !== null) plan.insertions.push(place);
    }
  }
  return plan;
}

function differs(columns: PlaceColumns, row: number, place: IndexedPlace): boolean {
  const names = ["state", "schedule", "likely"] as const;
  return (
    names.some((name) => place[name] !== columns[name][row]) || changesOrder(columns, row, place)
  );
}

function changesOrder(columns: PlaceColumns, row: number, place: IndexedPlace): boolean {
  const names = ["city", "rating", "addedMicros"] as const;
  return names.some((name) => place[name] !== columns[name][row]);
}

/** Returns the number of rows that remain in each order. */
function takeOutOfOrders({ columns, orders, cities }: PlaceStore, rows: number[]): number {
  if (rows.length > 0) {
    for (const name of orderNames) {
      const compare = compareRows(`${name}-asc`, columns, cities.ranks);
      removeFromOrder(orders[name], columns.size, rows, compare);
    }
  }
  return columns.size - rows.length;
}

function putIntoOrders({ columns, orders, cities }: PlaceStore, size: number, rows: number[]) {
  if (rows.length === 0) return;
  for (const name of orderNames) {
    insertIntoOrder(orders[name], size, rows, compareRows(`${name}-asc`, columns, cities.ranks));
  }
}

const filterSize = 1 << 16;

/**
 * Rows of the given ids, by id; unknown ids are left out.
 *
 * Scans all rows: they are not sorted by id, and an index by id would cost 4 bytes a place to save a
 * millisecond a batch. A small table by the lowest bits reduces the lookup of most rows to one byte.
 */
export function findRows(
  ids: Uint32Array,
  size: number,
  wanted: ReadonlyMap<number, unknown>,
): Map<number, number> {
  const rows = new Map<number, number>();
  const mayBeWanted = new Uint8Array(filterSize);
  for (const id of wanted.keys()) mayBeWanted[id & (filterSize - 1)] = 1;
  for (let row = 0; row < size; row++) {
    const id = ids[row];
    if (mayBeWanted[id & (filterSize - 1)] === 1 && wanted.has(id)) rows.set(id, row);
  }
  return rows;
}

interface MovedRows {
  renumbering: RowRenumbering;
  inserted: number[];
}

/**
 * Removes rows from the columns and inserts places at their positions along the curve. The orders only get
 * more capacity. Null where there is nothing to move.
 */
function moveRows(
  store: PlaceStore,
  removals: readonly number[],
  insertions: readonly IndexedPlace[],
): MovedRows | null {
  if (removals.length + insertions.length === 0) return null;
  const { columns } = store;
  const sizeBefore = columns.size;
  const removed = [...removals].sort((a, b) => a - b);
  columns.edit((column) => closeGaps(column, sizeBefore, removed));
  columns.size -= removed.length;
  const places = [...insertions].sort((a, b) => keyOfPlace(a) - keyOfPlace(b) || a.id - b.id);
  const gaps = places.map((place) => rowFor(columns, place));
  makeRoom(store, places.length);
  columns.edit((column) => openGaps(column, columns.size, gaps));
  columns.size += places.length;
  const inserted = gaps.map((gap, index) => gap + index);
  inserted.forEach((row, index) => {
    columns.write(row, places[index]);
  });
  return { renumbering: new RowRenumbering(sizeBefore, removed, gaps), inserted };
}

/** First row whose place comes after the given place along the curve. */
function rowFor(columns: PlaceColumns, place: IndexedPlace): number {
  const key = keyOfPlace(place);
  return lowerBound(0, columns.size, (row) => {
    const rowKey = columns.keyAt(row);
    return rowKey === key ? columns.id[row] < place.id : rowKey < key;
  });
}

/** Grows full columns and orders by a sixteenth, since growing copies everything. */
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

/** Minimum and maximum size of a block of rows, as powers of two. */
const minBlockBits = 3;
const maxBlockBits = 8;

/** Blocks for each stretch of rows with the same shift: enough that most blocks have a single shift. */
const blocksPerStretch = 8;

/** Marks a block whose rows have different shifts. */
const mixed = 0x7fffffff;

/**
 * Maps old row numbers to new ones after removals and insertions. A few of these take a few kilobytes,
 * independent of the number of places, so that renumbering the orders needs no table of their size.
 */
export class RowRenumbering {
  /** Stretches of rows with the same shift: first row of each, ascending, and its shift. */
  readonly #starts: Uint32Array;
  readonly #shifts: Int32Array;
  /** By block, the shift of all its rows, or `mixed`. */
  readonly #shiftOfBlock: Int32Array;
  readonly #blockBits: number;

  /**
   * The rows in `removed` (ascending) leave the first `size` rows, and gaps open before the rows in `gaps`
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

  /** New row number of an old one; undefined for a removed row. */
  newRowOf(row: number): number {
    return row + this.#shifts[this.#stretchOf(row)];
  }

  /** Replaces old row numbers by new ones in the first `count` elements of an array. */
  renumber(rows: Uint32Array, count: number): void {
    if (this.#starts.length === 2) this.#renumberTwoStretches(rows, count);
    else this.#renumberByBlocks(rows, count);
  }

  /** Common case, one place added or removed: branchless, because the processor could not predict the branch. */
  #renumberTwoStretches(rows: Uint32Array, count: number): void {
    const lastOfFirst = this.#starts[1] - 1;
    const shift = this.#shifts[1];
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      rows[i] = row + (shift & ((lastOfFirst - row) >> 31));
    }
  }

  #renumberByBlocks(rows: Uint32Array, count: number): void {
    const shiftOfBlock = this.#shiftOfBlock;
    const blockBits = this.#blockBits;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      const shift = shiftOfBlock[row >>> blockBits];
      rows[i] = shift === mixed ? this.newRowOf(row) : row + shift;
    }
  }

  /** Not by `lowerBound`: over up to a million successive rows, its closure doubles the time. */
  #stretchOf(row: number): number {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (starts[middle] <= row) low = middle;
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
