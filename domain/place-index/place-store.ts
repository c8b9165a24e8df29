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

/** Indexed place of an entry. Registers a new city, schedule or combination of flags. */
export function toIndexedPlace(
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

/** Mean rating as it is stored in the columns. */
export function meanRating(ratingSum: number, ratingCount: number): number {
  return ratingCount === 0 ? unrated : ratingSum / ratingCount;
}

/** Dictionary of values that a column refers to by number: names of cities, or schedules. */
interface Dictionary {
  readonly size: number;
  readonly numberLimit: number;
  retainOnly(isUsed: Uint8Array): void;
}

/** Number of unused entries below which a sweep is not worth it. */
const spareEntries = 1_024;

/**
 * Removes city names and schedules that no place refers to. There is no reference count: when a dictionary has
 * doubled since the last sweep, its column is scanned, which takes a millisecond for a million places. So each
 * dictionary holds at most twice the entries that its places need, plus {@link spareEntries}.
 */
export class UnusedEntries {
  readonly #sizes = { cities: 0, schedules: 0 };

  forget(store: PlaceStore): void {
    const { columns, cities, schedules } = store;
    this.#sweep("cities", cities, columns.city, columns.size);
    this.#sweep("schedules", schedules, columns.schedule, columns.size);
  }

  #sweep(name: "cities" | "schedules", dictionary: Dictionary, column: Uint32Array, size: number) {
    if (dictionary.size <= 2 * this.#sizes[name] + spareEntries) return;
    const isUsed = new Uint8Array(dictionary.numberLimit);
    for (let row = 0; row < size; row++) isUsed[column[row]] = 1;
    dictionary.retainOnly(isUsed);
    this.#sizes[name] = dictionary.size;
  }
}
