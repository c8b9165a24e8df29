import type { OpeningTimes } from "#domain/opening/seven-entries.ts";
import type { HoursText } from "#domain/opening/status-changes.ts";
import type { CityDictionary } from "./dictionaries.ts";
import type { LikelyDictionary, LikelySource } from "./likely-dictionary.ts";
import { type FlagDictionary, type FlagSource, flagsOf } from "./place-query.ts";
import type { ScheduleDictionary } from "./schedule-dictionary.ts";
import { mortonBits, mortonKey, unitBits, unitX, unitY } from "./world-units.ts";

/** Content of the index: about 56 bytes a place, and the dictionaries that places share. */
export interface PlaceStore {
  columns: PlaceColumns;
  orders: PlaceOrders;
  cities: CityDictionary;
  schedules: ScheduleDictionary;
  likely: LikelyDictionary;
  flags: FlagDictionary;
  closed: ClosedPlaces;
}

export type OrderName = "place" | "rating" | "added";

/** All rows in each of the three ascending orders of `compareRows` (see `place-orders.ts`). */
export type PlaceOrders = Record<OrderName, Uint32Array>;

/** Indexed place of an entry. Registers a new city, schedule or combination of flags. */
export function toIndexedPlace(
  store: Pick<PlaceStore, "cities" | "schedules" | "likely" | "flags" | "closed">,
  entry: PlaceEntry,
): IndexedPlace {
  const { cities, schedules, flags, closed } = store;
  const schedule = schedules.register(entry);
  const likely = store.likely.register(entry.likely, entry.timeZone);
  const openBits = closed.has(entry.id)
    ? 0
    : store.likely.stateBits(likely, schedules.stateBits[schedule]);
  return {
    id: entry.id,
    x: unitX(entry.longitude),
    y: unitY(entry.latitude),
    state: flags.register(flagsOf(entry)) | openBits,
    schedule,
    likely,
    city: cities.register(entry.city),
    addedMicros: entry.addedMicros,
    rating: meanRating(entry.ratingSum, entry.ratingCount),
  };
}

export function meanRating(ratingSum: number, ratingCount: number): number {
  return ratingCount === 0 ? unrated : ratingSum / ratingCount;
}

/** Dictionary of values that a column refers to by number: names of cities, schedules, or what is likely. */
interface Dictionary {
  readonly size: number;
  readonly numberLimit: number;
  retainOnly(isUsed: Uint8Array): void;
}

/** Number of unused entries below which a sweep is not worth it. */
const spareEntries = 1_024;

/**
 * Removes entries of the dictionaries that no place refers to. There is no reference count: when a dictionary has
 * doubled since the last sweep, its column is scanned, which takes a millisecond for a million places. So each
 * dictionary holds at most twice the entries that its places need, plus {@link spareEntries}.
 */
export class UnusedEntries {
  readonly #sizes = { cities: 0, schedules: 0, likely: 0 };

  forget(store: PlaceStore): void {
    const { columns, cities, schedules, likely } = store;
    this.#sweep("cities", cities, columns.city, columns.size);
    this.#sweep("schedules", schedules, columns.schedule, columns.size);
    this.#sweep("likely", likely, columns.likely, columns.size);
  }

  #sweep(
    name: "cities" | "schedules" | "likely",
    dictionary: Dictionary,
    column: Uint32Array,
    size: number,
  ) {
    if (dictionary.size <= 2 * this.#sizes[name] + spareEntries) return;
    const isUsed = new Uint8Array(dictionary.numberLimit);
    for (let row = 0; row < size; row++) isUsed[column[row]] = 1;
    dictionary.retainOnly(isUsed);
    this.#sizes[name] = dictionary.size;
  }
}

/** Rating of a place without ratings; it sorts after every mean. */
export const unrated = Number.POSITIVE_INFINITY;

/** One place as the columns hold it. */
export interface IndexedPlace {
  id: number;
  /** Units from the western edge of the world (see `world-units.ts`). */
  x: number;
  /** Units from the northern edge. */
  y: number;
  /** Number in the flag dictionary, and the bits of its opening status now (see `place-query.ts`). */
  state: number;
  schedule: number;
  /** Number of what is likely, 0 for nothing. */
  likely: number;
  city: number;
  addedMicros: number;
  /** Exact mean (equal fractions give equal doubles), or `unrated`. */
  rating: number;
}

type Column = Uint32Array | Float64Array;

/**
 * Places as one typed array per property (44 bytes a place), so that a million of them need no objects. A
 * place's index in the arrays is its row number; rows 0…size−1 are in use.
 */
export class PlaceColumns {
  size = 0;
  id: Uint32Array;
  x: Uint32Array;
  y: Uint32Array;
  state: Uint32Array;
  schedule: Uint32Array;
  likely: Uint32Array;
  city: Uint32Array;
  addedMicros: Float64Array;
  rating: Float64Array;

  constructor(capacity: number) {
    this.id = new Uint32Array(capacity);
    this.x = new Uint32Array(capacity);
    this.y = new Uint32Array(capacity);
    this.state = new Uint32Array(capacity);
    this.schedule = new Uint32Array(capacity);
    this.likely = new Uint32Array(capacity);
    this.city = new Uint32Array(capacity);
    this.addedMicros = new Float64Array(capacity);
    this.rating = new Float64Array(capacity);
  }

  get capacity(): number {
    return this.id.length;
  }

  write(row: number, place: IndexedPlace): void {
    this.id[row] = place.id;
    this.x[row] = place.x;
    this.y[row] = place.y;
    this.state[row] = place.state;
    this.schedule[row] = place.schedule;
    this.likely[row] = place.likely;
    this.city[row] = place.city;
    this.addedMicros[row] = place.addedMicros;
    this.rating[row] = place.rating;
  }

  edit(change: (column: Column) => void): void {
    for (const column of this.#all()) change(column);
  }

  /** The same columns with states of their own, for as long as no row changes. */
  withOwnState(): PlaceColumns {
    const other = Object.assign(new PlaceColumns(0), this);
    other.state = this.state.slice();
    return other;
  }

  /** Copies each column into the target's column with `copy`. */
  copyInto(target: PlaceColumns, copy: (from: Column, to: Column) => void): void {
    const targets = target.#all();
    this.#all().forEach((column, index) => {
      copy(column, targets[index]);
    });
  }

  /** Grows to a capacity. It copies everything, so grow by a large amount at a time. */
  grow(capacity: number): void {
    const larger = new PlaceColumns(capacity);
    larger.size = this.size;
    this.copyInto(larger, (from, to) => to.set(from));
    Object.assign(this, larger);
  }

  #all(): Column[] {
    const isColumn = (value: unknown) =>
      value instanceof Uint32Array || value instanceof Float64Array;
    return Object.values(this).filter(isColumn);
  }

  /** Morton key of a row, by which the places are sorted; ties are in ascending order of id. */
  keyAt(row: number): number {
    return mortonKey(this.x[row] >>> unusedBits, this.y[row] >>> unusedBits);
  }
}

const unusedBits = unitBits - mortonBits;

/** Morton key of a place that has no row yet. */
export function keyOfPlace(place: IndexedPlace): number {
  return mortonKey(place.x >>> unusedBits, place.y >>> unusedBits);
}

/**
 * Places that are closed for now, regardless of their schedules, each until an instant
 * (docs/product#closed-for-now). There are few of them.
 */
export class ClosedPlaces {
  readonly #untilMs = new Map<number, number>();
  #nowMs = Number.NEGATIVE_INFINITY;

  get ids(): ReadonlyMap<number, unknown> {
    return this.#untilMs;
  }

  has(id: number): boolean {
    return this.#untilMs.has(id);
  }

  /** Closes a place until an instant; null or a past instant opens it. Returns whether anything changed. */
  put(id: number, untilMs: number | null): boolean {
    if (untilMs === null || untilMs <= this.#nowMs) return this.#untilMs.delete(id);
    const isNew = this.#untilMs.get(id) !== untilMs;
    this.#untilMs.set(id, untilMs);
    return isNew;
  }

  /** The places that are still closed at another instant; null for none. */
  at(instant: Date | null): ClosedPlaces {
    const other = new ClosedPlaces();
    if (instant === null) return other;
    for (const [id, untilMs] of this.#untilMs) {
      if (untilMs > instant.getTime()) other.put(id, untilMs);
    }
    return other;
  }

  /** Opens the places whose closure has ended. Returns whether there were any. */
  refresh(now: Date): boolean {
    this.#nowMs = now.getTime();
    let hasChanged = false;
    for (const [id, untilMs] of this.#untilMs) {
      if (untilMs > this.#nowMs) continue;
      this.#untilMs.delete(id);
      hasChanged = true;
    }
    return hasChanged;
  }
}

/** A place as the place index knows it. */
export interface PlaceEntry extends FlagSource {
  /** 0…2³²−1. */
  id: number;
  longitude: number;
  latitude: number;
  openingTimes: OpeningTimes;
  /** IANA name of the place's zone. */
  timeZone: string;
  /** Text of opening hours, absent or null without one. */
  hours?: HoursText | null;
  /** What visitors found; absent or null without. */
  likely?: LikelySource | null;
  /** Instant until which it is closed for now, in milliseconds since 1970; null where it is not. */
  closedUntilMs: number | null;
  city: string;
  /** Microseconds since 1970, as exact as in the database. */
  addedMicros: number;
  ratingSum: number;
  /** 0 for a place without ratings. */
  ratingCount: number;
}

export type EntryChange = { kind: "put"; entry: PlaceEntry } | { kind: "remove"; id: number };

export function changedId(change: EntryChange): number {
  return change.kind === "put" ? change.entry.id : change.id;
}
