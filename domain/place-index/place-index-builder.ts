import { ClosedPlaces } from "./closed-places.ts";
import { CityDictionary } from "./dictionaries.ts";
import { PlaceColumns } from "./place-columns.ts";
import type { PlaceEntry } from "./place-entry.ts";
import { FlagDictionary, type FlagSource, flagsOf } from "./place-flags.ts";
import { PlaceIndex } from "./place-index.ts";
import { sortPlaceOrders } from "./place-orders.ts";
import { meanRating } from "./place-store.ts";
import { sortByFloat64, sortByUint32 } from "./radix-sort.ts";
import {
  type ForecastByText,
  ScheduleDictionary,
  type ScheduleEntry,
} from "./schedule-dictionary.ts";
import { unitX, unitY } from "./world-units.ts";

/**
 * Gathers places, each id once and in any order, and sorts them into an index. `addPacked` creates no object
 * per place, for loading a million.
 */
export class PlaceIndexBuilder {
  readonly #columns: PlaceColumns;
  readonly #cities = new CityDictionary();
  readonly #schedules: ScheduleDictionary;
  readonly #traits = new FlagDictionary();
  readonly #closed = new ClosedPlaces();

  /**
   * `capacity` is the expected number of places; more of them cost a copy. Without `forecastByText` all
   * schedules go by their seven entries.
   */
  constructor(capacity: number, forecastByText?: ForecastByText) {
    this.#schedules = new ScheduleDictionary(forecastByText);
    this.#columns = new PlaceColumns(Math.max(1, capacity));
  }

  /** Number of a schedule, for `addPacked`. */
  registerSchedule(schedule: ScheduleEntry): number {
    return this.#schedules.register(schedule);
  }

  /** Number of a city, for `addPacked`. */
  registerCity(name: string): number {
    return this.#cities.register(name);
  }

  /** Number of the traits of a place, for `addPacked`. */
  registerFlags(place: FlagSource): number {
    return this.#traits.register(flagsOf(place));
  }

  add(entry: PlaceEntry): void {
    if (entry.closedUntilMs !== null) this.closePlace(entry.id, entry.closedUntilMs);
    this.addPacked(
      entry.id,
      entry.longitude,
      entry.latitude,
      this.registerFlags(entry),
      this.registerSchedule(entry),
      this.registerCity(entry.city),
      entry.addedMicros,
      entry.ratingSum,
      entry.ratingCount,
    );
  }

  /** Notes, before the place is added, that it is closed for now, until an instant in milliseconds since 1970. */
  closePlace(id: number, untilMs: number): void {
    this.#closed.put(id, untilMs);
  }

  /** Adds a place as numbers only. */
  addPacked(
    id: number,
    longitude: number,
    latitude: number,
    flags: number,
    schedule: number,
    city: number,
    addedMicros: number,
    ratingSum: number,
    ratingCount: number,
  ): void {
    const columns = this.#columns;
    if (columns.size === columns.capacity) columns.grow(columns.capacity * 2);
    const slot = columns.size++;
    columns.id[slot] = id;
    columns.x[slot] = unitX(longitude);
    columns.y[slot] = unitY(latitude);
    columns.state[slot] = flags | (this.#closed.has(id) ? 0 : this.#schedules.stateBits[schedule]);
    columns.schedule[slot] = schedule;
    columns.city[slot] = city;
    columns.addedMicros[slot] = addedMicros;
    columns.rating[slot] = meanRating(ratingSum, ratingCount);
  }

  /** The index of all added places. No place is open in it before the first `refreshOpenSchedules`. */
  build(): PlaceIndex {
    this.#cities.rank();
    const columns = sortedAlongCurve(this.#columns);
    const orders = sortPlaceOrders(columns, this.#cities.ranks);
    return new PlaceIndex({
      columns,
      orders,
      cities: this.#cities,
      schedules: this.#schedules,
      flags: this.#traits,
      closed: this.#closed,
    });
  }
}

/** A copy sorted by Morton key, then id, with some room for new places. */
function sortedAlongCurve(unsorted: PlaceColumns): PlaceColumns {
  const { size } = unsorted;
  const order = Uint32Array.from({ length: size }, (_, slot) => slot);
  sortByUint32(order, unsorted.id.subarray(0, size));
  sortByFloat64(
    order,
    Float64Array.from({ length: size }, (_, slot) => unsorted.keyAt(slot)),
  );
  const sorted = new PlaceColumns(Math.ceil((size * 65) / 64) + 64);
  sorted.size = size;
  unsorted.copyInto(sorted, (from, to) => {
    for (let slot = 0; slot < size; slot++) to[slot] = from[order[slot]];
  });
  return sorted;
}
