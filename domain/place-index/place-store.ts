import type { CityDictionary, ScheduleDictionary } from "./dictionaries.ts";
import { type PlaceColumns, type PlaceRow, unrated } from "./place-columns.ts";
import type { PlaceEntry } from "./place-entry.ts";
import type { PlaceOrders } from "./place-orders.ts";
import { packPlaceFlags } from "./place-state.ts";
import { unitX, unitY } from "./world-units.ts";

/** All that the index keeps: about 50 bytes a place, and the dictionaries that places share. */
export interface PlaceStore {
  columns: PlaceColumns;
  orders: PlaceOrders;
  cities: CityDictionary;
  schedules: ScheduleDictionary;
}

/** What the columns hold of an entry. Its city and schedule are registered where they are new. */
export function rowOfEntry(
  { cities, schedules }: Pick<PlaceStore, "cities" | "schedules">,
  entry: PlaceEntry,
): PlaceRow {
  const schedule = schedules.register(entry.openingTimes, entry.timeZone);
  return {
    id: entry.id,
    x: unitX(entry.longitude),
    y: unitY(entry.latitude),
    state: packPlaceFlags(entry) | schedules.stateBits[schedule],
    schedule,
    city: cities.register(entry.city),
    addedMicros: entry.addedMicros,
    rating: meanRating(entry.ratingSum, entry.ratingCount),
  };
}

/** The mean as the columns hold it. */
export function meanRating(ratingSum: number, ratingCount: number): number {
  return ratingCount === 0 ? unrated : ratingSum / ratingCount;
}

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
