import { type MovedSlots, moveSlots } from "./move-slots.ts";
import type { IndexedPlace, PlaceColumns } from "./place-columns.ts";
import type { PlaceChange, PlaceEntry } from "./place-entry.ts";
import { compareSlots, insertIntoOrder, orderNames, removeFromOrder } from "./place-orders.ts";
import { type PlaceStore, rowOfEntry } from "./place-store.ts";

/** The effect of a batch: each place once, and only the places that differ. */
interface Plan {
  /** Rows that replace the row of the same place, whose slot stays. */
  updates: { slot: number; row: IndexedPlace }[];
  /** Slots of places that are gone or have moved. */
  removals: number[];
  /** Rows that need a new slot. */
  insertions: IndexedPlace[];
}

/**
 * Applies a batch of changes to the store; of several changes to one place the last counts. Returns the ids
 * of the places that differed, so that a repeated change clears no cache.
 */
export function applyChanges(store: PlaceStore, changes: readonly PlaceChange[]): Set<number> {
  const { updates, removals, insertions } = planChanges(store, changes);
  const differing = new Set([
    ...removals.map((slot) => store.columns.id[slot]),
    ...[...updates.map(({ row }) => row), ...insertions].map(({ id }) => id),
  ]);
  if (differing.size === 0) return differing;
  store.cities.rank();
  const resorted = updates.filter(({ slot, row }) => changesOrder(store.columns, slot, row));
  const resortedSlots = resorted.map(({ slot }) => slot);
  const staying = takeOutOfOrders(store, [...removals, ...resortedSlots]);
  for (const { slot, row } of updates) store.columns.write(slot, row);
  const moved = moveSlots(store, removals, insertions);
  if (moved !== null) renumberOrders(store, staying, moved);
  const newSlots = resortedSlots.map((slot) => moved?.renumbering.newSlotOf(slot) ?? slot);
  putIntoOrders(store, staying, [...newSlots, ...(moved?.inserted ?? [])]);
  return differing;
}

function planChanges(store: PlaceStore, changes: readonly PlaceChange[]): Plan {
  const { columns } = store;
  const last = new Map<number, PlaceEntry | null>();
  for (const change of changes) {
    if (change.kind === "put") last.set(change.entry.id, change.entry);
    else last.set(change.id, null);
  }
  const slots = findSlots(columns.id, columns.size, last);
  const plan: Plan = { updates: [], removals: [], insertions: [] };
  for (const [id, entry] of last) {
    const slot = slots.get(id);
    const isClosureNew = store.closed.put(id, entry?.closedUntilMs ?? null);
    const row = entry === null ? null : rowOfEntry(store, entry);
    if (
      slot !== undefined &&
      row !== null &&
      row.x === columns.x[slot] &&
      row.y === columns.y[slot]
    ) {
      if (isClosureNew || differs(columns, slot, row)) plan.updates.push({ slot, row });
    } else {
      if (slot !== undefined) plan.removals.push(slot);
      if (row !== null) plan.insertions.push(row);
    }
  }
  return plan;
}

function differs(columns: PlaceColumns, slot: number, row: IndexedPlace): boolean {
  return (
    row.state !== columns.state[slot] ||
    row.schedule !== columns.schedule[slot] ||
    changesOrder(columns, slot, row)
  );
}

function changesOrder(columns: PlaceColumns, slot: number, row: IndexedPlace): boolean {
  return (
    row.city !== columns.city[slot] ||
    row.rating !== columns.rating[slot] ||
    row.addedMicros !== columns.addedMicros[slot]
  );
}

/** Returns how many slots remain in each order. */
function takeOutOfOrders({ columns, orders, cities }: PlaceStore, slots: number[]): number {
  if (slots.length > 0) {
    for (const name of orderNames) {
      const compare = compareSlots(`${name}-asc`, columns, cities.ranks);
      removeFromOrder(orders[name], columns.size, slots, compare);
    }
  }
  return columns.size - slots.length;
}

function renumberOrders({ orders }: PlaceStore, count: number, { renumbering }: MovedSlots): void {
  for (const name of orderNames) renumbering.renumber(orders[name], count);
}

function putIntoOrders({ columns, orders, cities }: PlaceStore, size: number, slots: number[]) {
  if (slots.length === 0) return;
  for (const name of orderNames) {
    insertIntoOrder(orders[name], size, slots, compareSlots(`${name}-asc`, columns, cities.ranks));
  }
}

const filterSize = 1 << 16;

/**
 * The slots of the given ids, by id; unknown ids are left out.
 *
 * Looks through all slots: they are not sorted by id, and an index by id would cost 4 bytes a place to save a
 * millisecond a batch. A small table by the lowest bits keeps the lookup of most slots to one byte.
 */
export function findSlots(
  ids: Uint32Array,
  size: number,
  wanted: ReadonlyMap<number, unknown>,
): Map<number, number> {
  const slots = new Map<number, number>();
  const mayBeWanted = new Uint8Array(filterSize);
  for (const id of wanted.keys()) mayBeWanted[id & (filterSize - 1)] = 1;
  for (let slot = 0; slot < size; slot++) {
    const id = ids[slot];
    if (mayBeWanted[id & (filterSize - 1)] === 1 && wanted.has(id)) slots.set(id, slot);
  }
  return slots;
}
