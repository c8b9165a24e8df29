import type { ClosedPlaces } from "./closed-places.ts";
import type { CityDictionary } from "./dictionaries.ts";
import { type IndexedPlace, type PlaceColumns, unrated } from "./place-columns.ts";
import type { PlaceEntry } from "./place-entry.ts";
import { type FlagDictionary, flagsOf } from "./place-flags.ts";
import type { PlaceOrders } from "./place-orders.ts";
import type { ScheduleDictionary } from "./schedule-dictionary.ts";
import { unitX, unitY } from "./world-units.ts";

/** Content of the index: about 52 bytes a place, and the dictionaries that places share. */
export interface PlaceStore {
  columns: PlaceColumns;
  orders: PlaceOrders;
  cities: CityDictionary;
  schedules: ScheduleDictionary;
  flags: FlagDictionary;
  closed: ClosedPlaces;
}

/** Row of an entry. A new city or schedule is registered. */
export function rowOfEntry(
  store: Pick<PlaceStore, "cities" | "schedules" | "flags" | "closed">,
  entry: PlaceEntry,
): IndexedPlace {
  const { cities, schedules, flags, closed } = store;
  const schedule = schedules.register(entry);
  return {
    id: entry.id,
    x: unitX(entry.longitude),
    y: unitY(entry.latitude),
    state:
      flags.register(flagsOf(entry)) | (closed.has(entry.id) ? 0 : schedules.stateBits[schedule]),
    schedule,
    city: cities.register(entry.city),
    addedMicros: entry.addedMicros,
    rating: meanRating(entry.ratingSum, entry.ratingCount),
  };
}

/** Mean rating as the columns hold it. */
export function meanRating(ratingSum: number, ratingCount: number): number {
  return ratingCount === 0 ? unrated : ratingSum / ratingCount;
}

/** Values that a column refers to by number: names of cities, or schedules. */
interface Dictionary {
  readonly size: number;
  readonly numberLimit: number;
  keepOnly(isUsed: Uint8Array): void;
}

/** Number of unused entries below which a search for them is not worth while. */
const spareEntries = 1_024;

/**
 * Frees the names of cities and the schedules that no place has any more. Uses are not counted place by
 * place: the columns are looked through when a dictionary has doubled since the last time, which takes a
 * millisecond for a million places. So each dictionary holds at most twice what its places need, and a
 * little.
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
