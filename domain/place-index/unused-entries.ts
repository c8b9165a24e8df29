import type { PlaceStore } from "./place-store.ts";

/** What a column numbers: names of cities, or schedules. */
interface Dictionary {
  readonly size: number;
  readonly numberLimit: number;
  keepOnly(isUsed: Uint8Array): void;
}

/** Fewer unused entries than this are never worth looking for. */
const spareEntries = 1_024;

/**
 * Frees the names of cities and the schedules that no place has any more. They are not counted place
 * by place: it looks through the columns when a dictionary has doubled since it last did, which takes
 * a millisecond for a million places. So each holds at most twice what its places need, and a little.
 */
export class UnusedEntries {
  readonly #kept = { cities: 0, schedules: 0 };

  forget(store: PlaceStore): void {
    const { columns, cities, schedules } = store;
    this.#sweep("cities", cities, columns.city, columns.size);
    this.#sweep("schedules", schedules, columns.schedule, columns.size);
  }

  #sweep(name: "cities" | "schedules", dictionary: Dictionary, column: Uint32Array, size: number) {
    if (dictionary.size <= 2 * this.#kept[name] + spareEntries) return;
    const isUsed = new Uint8Array(dictionary.numberLimit);
    for (let slot = 0; slot < size; slot++) isUsed[column[slot]] = 1;
    dictionary.keepOnly(isUsed);
    this.#kept[name] = dictionary.size;
  }
}
