import { CityDictionary } from "./dictionaries.ts";
import { type DayKindOf, LikelyDictionary, type LikelySource } from "./likely-dictionary.ts";
import { PlaceIndex } from "./place-index.ts";
import { sortByFloat64, sortByUint32, sortPlaceOrders } from "./place-orders.ts";
import { FlagDictionary, type FlagSource, flagsOf } from "./place-query.ts";
import {
  ClosedPlaces,
  meanRating,
  PlaceColumns,
  type PlaceEntry,
  type PlaceStore,
  toIndexedPlace,
} from "./place-store.ts";
import {
  type ForecastByText,
  ScheduleDictionary,
  type ScheduleEntry,
} from "./schedule-dictionary.ts";
import { unitX, unitY } from "./world-units.ts";

/**
 * Builder of the place index: takes places, each id once and in any order, and sorts them. `addPacked` creates
 * no object per place, for loading a million.
 */
export class PlaceIndexBuilder {
  readonly #columns: PlaceColumns;
  readonly #store: Omit<PlaceStore, "columns" | "orders">;
  /** Numbers of what is likely at places that are still to be added. */
  readonly #likely = new Map<number, number>();

  /**
   * `capacity` is the expected number of places; more of them cost a copy. Without `forecastByText` all
   * schedules are evaluated by their seven entries. Cities are in the order of the `country`'s main language. Without
   * `dayKindOf` there are no public holidays.
   */
  constructor(
    capacity: number,
    forecastByText?: ForecastByText,
    country?: string,
    dayKindOf?: DayKindOf,
  ) {
    this.#columns = new PlaceColumns(Math.max(1, capacity));
    this.#store = {
      cities: new CityDictionary(country),
      schedules: new ScheduleDictionary(forecastByText),
      likely: new LikelyDictionary(dayKindOf),
      flags: new FlagDictionary(),
      closed: new ClosedPlaces(),
    };
  }

  /** Number of a schedule, for `addPacked`. */
  registerSchedule(schedule: ScheduleEntry): number {
    return this.#store.schedules.register(schedule);
  }

  /** Number of a city, for `addPacked`. */
  registerCity(name: string): number {
    return this.#store.cities.register(name);
  }

  /** Number of the flags of a place, for `addPacked`. */
  registerFlags(place: FlagSource): number {
    return this.#store.flags.register(flagsOf(place));
  }

  add(entry: PlaceEntry): void {
    if (entry.closedUntilMs !== null) this.closePlace(entry.id, entry.closedUntilMs);
    this.#columns.write(this.#nextRow(), toIndexedPlace(this.#store, entry));
  }

  /** Closes a place for now, until an instant in milliseconds since 1970; call it before the place is added. */
  closePlace(id: number, untilMs: number): void {
    this.#store.closed.put(id, untilMs);
  }

  /** What visitors found at a place; call it before the place is added by `addPacked`. */
  setLikely(id: number, source: LikelySource, timeZone: string): void {
    this.#likely.set(id, this.#store.likely.register(source, timeZone));
  }

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
    const { closed, schedules, likely } = this.#store;
    const row = this.#nextRow();
    const found = this.#likely.get(id) ?? 0;
    columns.id[row] = id;
    columns.x[row] = unitX(longitude);
    columns.y[row] = unitY(latitude);
    columns.state[row] =
      flags | (closed.has(id) ? 0 : likely.stateBits(found, schedules.stateBits[schedule]));
    columns.schedule[row] = schedule;
    columns.likely[row] = found;
    columns.city[row] = city;
    columns.addedMicros[row] = addedMicros;
    columns.rating[row] = meanRating(ratingSum, ratingCount);
  }

  #nextRow(): number {
    const columns = this.#columns;
    if (columns.size === columns.capacity) columns.grow(columns.capacity * 2);
    return columns.size++;
  }

  /** Index of all added places. No place is open in it before the first `refreshOpenSchedules`. */
  build(): PlaceIndex {
    this.#store.cities.rank();
    const columns = sortedAlongCurve(this.#columns);
    const orders = sortPlaceOrders(columns, this.#store.cities.ranks);
    return new PlaceIndex({ columns, orders, ...this.#store });
  }
}

/** Copy sorted by Morton key, then id, with spare capacity for new places. */
function sortedAlongCurve(unsorted: PlaceColumns): PlaceColumns {
  const { size } = unsorted;
  const order = Uint32Array.from({ length: size }, (_, row) => row);
  sortByUint32(order, unsorted.id.subarray(0, size));
  sortByFloat64(
    order,
    Float64Array.from({ length: size }, (_, row) => unsorted.keyAt(row)),
  );
  const sorted = new PlaceColumns(Math.ceil((size * 65) / 64) + 64);
  sorted.size = size;
  unsorted.copyInto(sorted, (from, to) => {
    for (let row = 0; row < size; row++) to[row] = from[order[row]];
  });
  return sorted;
}
