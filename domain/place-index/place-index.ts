import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { PlaceSort } from "#domain/place/place-sort.ts";
import { townKey } from "#domain/place/town.ts";
import { applyChanges, findSlots } from "./apply-changes.ts";
import { BoundedCache } from "./bounded-cache.ts";
import { cutTile } from "./cut-tile.ts";
import { nearestSlots } from "./nearest-slots.ts";
import { pageSlots } from "./page-slots.ts";
import type { PlaceChange } from "./place-entry.ts";
import { type CombinationQuery, openStateCount, type PlaceQuery, queryKey } from "./place-flags.ts";
import { type PlaceStore, UnusedEntries } from "./place-store.ts";
import type { PlaceTile } from "./place-tile.ts";
import { boxRanges } from "./quad-cells.ts";
import { sumStates, tallyStates } from "./slots-in-box.ts";
import { type Town, type TownPlaces, tallyTowns, townPlaces } from "./towns.ts";

/** Numbers of places that answer a question. */
export interface PlaceCount {
  readonly total: number;
  /**
   * Places that the open filter leaves out because they have no opening times
   * (docs/product#unknown-opening-times).
   */
  readonly unknown: number;
  /** Places that filters by facts leave out because it is not known whether they meet them. */
  readonly unstated: number;
  /** Places that meet the other filters and are open this minute. */
  readonly openNow: number;
}

/** Maximum zoom of tiles that are cached: these hold so many places that it pays. */
const lastCachedZoom = 2;
const maxCachedTiles = 512;
const maxCachedTallies = 256;
const maxCachedCounts = 1_024;

/** Bits of a state that do not change with time. */
const flagsMask = ~(openStateCount - 1);

/**
 * All places in memory, sorted for the queries that must be fast: tiles, totals, pages in six orders, the
 * nearest. Its answers are as of the last `apply` and `refreshOpenSchedules`; its owner calls both. Built by
 * `PlaceIndexBuilder`.
 */
export class PlaceIndex {
  readonly #store: PlaceStore;
  readonly #tiles = new BoundedCache<string, PlaceTile>(maxCachedTiles);
  readonly #tallies = new BoundedCache<string, Uint32Array>(maxCachedTallies);
  readonly #counts = new BoundedCache<string, PlaceCount>(maxCachedCounts);
  readonly #unused = new UnusedEntries();
  #towns: ReturnType<typeof tallyTowns> | null = null;
  #version = 0;
  #openVersion = 0;

  constructor(store: PlaceStore) {
    this.#store = store;
    this.#unused.forget(store);
  }

  get size(): number {
    return this.#store.columns.size;
  }

  /** Number of distinct schedules of opening hours. */
  get scheduleCount(): number {
    return this.#store.schedules.size;
  }

  /** Grows with each `apply` that changed something. */
  get version(): number {
    return this.#version;
  }

  /**
   * Grows when a new minute changes the opening status of any place or the comment beside it, or may have:
   * while a text of opening hours is not yet forecast, each minute.
   */
  get openVersion(): number {
    return this.#openVersion;
  }

  /**
   * Applies changes together; of several changes to one place the last counts. Returns the ids of the places
   * that differed.
   */
  apply(changes: readonly PlaceChange[]): ReadonlySet<number> {
    const differing = applyChanges(this.#store, changes);
    if (differing.size === 0) return differing;
    this.#unused.forget(this.#store);
    this.#version++;
    this.#forgetAnswers();
    return differing;
  }

  /** Existing ids from `first` to `last`, in any order. */
  idsBetween(first: number, last: number): number[] {
    const { id, size } = this.#store.columns;
    const found: number[] = [];
    for (let slot = 0; slot < size; slot++) {
      if (id[slot] >= first && id[slot] <= last) found.push(id[slot]);
    }
    return found;
  }

  /**
   * Updates which places are open at this instant; the owner calls it each minute. Returns whether anything
   * changed.
   */
  refreshOpenSchedules(now: Date): boolean {
    const { columns, schedules, closed } = this.#store;
    const haveOpened = closed.refresh(now);
    if (!schedules.refresh(now) && !haveOpened) return false;
    const { state, schedule, size } = columns;
    const { stateBits } = schedules;
    for (let slot = 0; slot < size; slot++) {
      state[slot] = (state[slot] & flagsMask) | stateBits[schedule[slot]];
    }
    if (closed.ids.size > 0) {
      for (const slot of findSlots(columns.id, size, closed.ids).values()) state[slot] &= flagsMask;
    }
    this.#openVersion++;
    this.#forgetAnswers();
    return true;
  }

  /**
   * Forecasts some of the schedules that have no forecast yet: `refreshOpenSchedules` goes by these, and by the
   * seven entries of a week until then. Returns the number of schedules that are left.
   */
  forecastSchedules(now: Date, atMost = Number.POSITIVE_INFINITY): number {
    return this.#store.schedules.forecastSome(now, atMost);
  }

  count(indexQuery: PlaceQuery): PlaceCount {
    const box = boxKey(indexQuery);
    return this.#counts.recall(`${box} ${queryKey(indexQuery)}`, () => {
      const tally = this.#tallies.recall(box, () =>
        tallyStates(this.#store, boxRanges(this.#store.columns, indexQuery.bbox)),
      );
      const answers = this.#store.flags.resultsOf(indexQuery);
      return {
        total: sumStates(tally, answers.passing),
        unknown: sumStates(tally, answers.leftOutUnknown),
        unstated: sumStates(tally, answers.leftOutUnstated),
        openNow: sumStates(tally, answers.openNow),
      };
    });
  }

  /** Ids from `offset` on, at most `limit`, in an order of docs/product#orders-of-places. */
  page(indexQuery: PlaceQuery, sort: PlaceSort, offset: number, limit: number): number[] {
    const { total } = this.count(indexQuery);
    const slots = pageSlots(this.#store, indexQuery, sort, { offset, limit, total });
    return slots.map((slot) => this.#store.columns.id[slot]);
  }

  /** Ids by distance over the ground, nearest first, ties by id. */
  nearest(indexQuery: PlaceQuery, origin: Coordinates, offset: number, limit: number) {
    const { columns } = this.#store;
    const { total } = this.count(indexQuery);
    const near = nearestSlots(this.#store, indexQuery, origin, { offset, limit, total });
    return near.map(({ slot, distanceMeters }) => ({ id: columns.id[slot], distanceMeters }));
  }

  /** The content of a map tile of zoom 0…24. The tile is the box: the question's box is ignored. */
  tile(zoom: number, x: number, y: number, indexQuery: CombinationQuery): PlaceTile {
    const cut = () => cutTile(this.#store, { zoom, x, y }, indexQuery);
    if (zoom > lastCachedZoom) return cut();
    return this.#tiles.recall(`${zoom}/${x}/${y}/${queryKey(indexQuery)}`, cut);
  }

  /** All towns with a place that everyone sees, in alphabetical order (docs/product#towns). */
  towns(): Town[] {
    return [...this.#tallyTowns().values()];
  }

  /** A town by any spelling of its name, with a page of its places; null where there is none. */
  town(name: string, offset: number, limit: number): (Town & TownPlaces) | null {
    const town = this.#tallyTowns().get(townKey(name));
    if (town === undefined) return null;
    return { ...town, ...townPlaces(this.#store, town, { offset, limit }) };
  }

  #tallyTowns(): ReturnType<typeof tallyTowns> {
    this.#towns ??= tallyTowns(this.#store);
    return this.#towns;
  }

  #forgetAnswers(): void {
    this.#towns = null;
    this.#tiles.clear();
    this.#tallies.clear();
    this.#counts.clear();
  }
}

function boxKey({ bbox }: PlaceQuery): string {
  return bbox ? [bbox.west, bbox.south, bbox.east, bbox.north].join() : "world";
}
