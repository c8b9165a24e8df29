import { type MovedRows, moveRows } from "./move-rows.ts";
import type { IndexedPlace, PlaceColumns } from "./place-columns.ts";
import type { EntryChange, PlaceEntry } from "./place-entry.ts";
import { compareRows, insertIntoOrder, orderNames, removeFromOrder } from "./place-orders.ts";
import { type PlaceStore, toIndexedPlace } from "./place-store.ts";

/** Effect of a batch: each place once, and only places that differ. */
interface Plan {
  /** New values of places whose row stays. */
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
  if (moved !== null) renumberOrders(store, staying, moved);
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
    if (
      row !== undefined &&
      place !== null &&
      place.x === columns.x[row] &&
      place.y === columns.y[row]
    ) {
      if (isClosureNew || differs(columns, row, place)) plan.updates.push({ row, place });
    } else {
      if (row !== undefined) plan.removals.push(row);
      if (place !== null) plan.insertions.push(place);
    }
  }
  return plan;
}

function differs(columns: PlaceColumns, row: number, place: IndexedPlace): boolean {
  return (
    place.state !== columns.state[row] ||
    place.schedule !== columns.schedule[row] ||
    changesOrder(columns, row, place)
  );
}

function changesOrder(columns: PlaceColumns, row: number, place: IndexedPlace): boolean {
  return (
    place.city !== columns.city[row] ||
    place.rating !== columns.rating[row] ||
    place.addedMicros !== columns.addedMicros[row]
  );
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

function renumberOrders({ orders }: PlaceStore, count: number, { renumbering }: MovedRows): void {
  for (const name of orderNames) renumbering.renumber(orders[name], count);
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
