import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Instant } from "#domain/opening/instant.ts";
import { minuteMs } from "#domain/opening/local-time.ts";
import type { PlaceSort } from "#domain/place/place-sort.ts";
import {
  type Town,
  type TownPlaces,
  tallyTowns,
  townKey,
  townPlaces,
} from "#domain/place-index/towns.ts";
import type { Language } from "#domain/text/language.ts";
import { applyChanges, findRows } from "./apply-changes.ts";
import { BoundedCache } from "./bounded-cache.ts";
import { cutTile } from "./cut-tile.ts";
import { nearestRows } from "./nearest-rows.ts";
import { compareRows, sortByCity, walkOrder } from "./place-orders.ts";
import { type CombinationQuery, openStateCount, type PlaceQuery, queryKey } from "./place-query.ts";
import {
  type EntryChange,
  type PlaceOrders,
  type PlaceStore,
  UnusedEntries,
} from "./place-store.ts";
import type { PlaceTile } from "./place-tile.ts";
import { boxRanges, isInUnitBox, matchingRows, sumStates, tallyStates } from "./quad-cells.ts";
import { rowsAlong } from "./rows-along.ts";

/** Number of places that match a query, and of those that its filters leave out. */
export interface PlaceCount {
  readonly total: number;
  /**
   * Places that the open filter leaves out because they have no opening times (docs/product#unknown-opening-times).
   */
  readonly unknown: number;
  /** Of these, places that are likely open. */
  readonly likely: number;
  /** Places that filters by facts leave out because it is not known whether they meet them. */
  readonly unstated: number;
  /** Places that meet the other filters and are open in this minute. */
  readonly openNow: number;
}

/** Maximum zoom of tiles that are cached: deeper tiles hold too few places to be worth it. */
const lastCachedZoom = 2;
const maxCachedTiles = 512;
const maxCachedTallies = 256;
const maxCachedCounts = 1_024;
/** Other instants of which the index is kept: each has a number a place. */
const maxCachedInstants = 8;

/** Bits of a state that do not change with time. */
const flagsMask = ~(openStateCount - 1);

/**
 * All places in memory, sorted for the queries that must be fast: tiles, totals, pages in six orders, nearest places.
 * Results are as of the last `apply` and `refreshOpenSchedules`; the owner calls both. Built by `PlaceIndexBuilder`.
 */
export class PlaceIndex {
  readonly #store: PlaceStore;
  readonly #tiles = new BoundedCache<string, PlaceTile>(maxCachedTiles);
  readonly #tallies = new BoundedCache<string, Uint32Array>(maxCachedTallies);
  readonly #counts = new BoundedCache<string, PlaceCount>(maxCachedCounts);
  readonly #instants = new BoundedCache<string, Promise<PlaceIndex>>(maxCachedInstants);
  readonly #unused = new UnusedEntries();
  #towns: ReturnType<typeof tallyTowns> | null = null;
  /** Rows by city in other languages than the home country's. */
  readonly #byCity = new Map<Language, Uint32Array>();
  #version = 0;
  #openVersion = 0;

  constructor(store: PlaceStore) {
    this.#store = store;
  }

  get size(): number {
    return this.#store.columns.size;
  }

  get scheduleCount(): number {
    return this.#store.schedules.size;
  }

  /** Increases with each `apply` that changed something. */
  get version(): number {
    return this.#version;
  }

  /**
   * Increases when a new minute changes the opening status or the comment of any place, or may have: each
   * minute while a text of opening hours has no forecast yet.
   */
  get openVersion(): number {
    return this.#openVersion;
  }

  /**
   * Applies changes together; of several changes to one place the last counts. Returns the ids of the places
   * that differed.
   */
  apply(changes: readonly EntryChange[]): ReadonlySet<number> {
    const differing = applyChanges(this.#store, changes);
    if (differing.size === 0) return differing;
    this.#unused.forget(this.#store);
    this.#version++;
    this.#byCity.clear();
    this.#instants.clear();
    this.#clearCaches();
    return differing;
  }

  /** Existing ids from `first` to `last`, in any order. */
  idsBetween(first: number, last: number): number[] {
    const { id, size } = this.#store.columns;
    const found: number[] = [];
    for (let row = 0; row < size; row++) {
      if (id[row] >= first && id[row] <= last) found.push(id[row]);
    }
    return found;
  }

  /**
   * Updates the opening status of all places to an instant; the owner calls it each minute. Returns whether
   * anything changed.
   */
  refreshOpenSchedules(now: Date): boolean {
    const { schedules, likely, closed } = this.#store;
    const haveOpened = closed.refresh(now);
    const isOther = likely.refresh(now);
    if (!schedules.refresh(now) && !haveOpened && !isOther) return false;
    writeOpenStates(this.#store);
    this.#openVersion++;
    this.#clearCaches();
    return true;
  }

  /**
   * The index at another instant, until the next `apply`.
   *
   * @param isToday whether closures, and what visitors found, hold
   * @param pause called from time to time, so that other work can go on
   */
  at(
    { at }: Pick<Instant, "at">,
    isToday: boolean,
    pause: () => Promise<void>,
  ): Promise<PlaceIndex> {
    const minute = Math.floor(at.getTime() / minuteMs);
    const key = `${minute} ${isToday}`;
    return this.#instants.getOrCompute(key, async () => {
      const schedulesThen = await this.#store.schedules.prepareAt(at, pause);
      const known = isToday ? at : null;
      const store = {
        ...this.#store,
        schedules: schedulesThen(),
        columns: this.#store.columns.withOwnState(),
        likely: this.#store.likely.at(known),
        closed: this.#store.closed.at(known),
      };
      writeOpenStates(store);
      return new PlaceIndex(store);
    });
  }

  /**
   * Forecasts some of the schedules without a forecast, for `refreshOpenSchedules`; until then it evaluates
   * the seven entries of the week. Returns the number of schedules that are left.
   */
  forecastSchedules(now: Date, atMost = Number.POSITIVE_INFINITY): number {
    return this.#store.schedules.forecastSome(now, atMost);
  }

  count(indexQuery: PlaceQuery): PlaceCount {
    const box = boxKey(indexQuery);
    return this.#counts.getOrCompute(`${box} ${queryKey(indexQuery)}`, () => {
      const tally = this.#tallies.getOrCompute(box, () =>
        tallyStates(this.#store, boxRanges(this.#store.columns, indexQuery.bbox)),
      );
      const results = this.#store.flags.resultsOf(indexQuery);
      return {
        total: sumStates(tally, results.passing),
        unknown: sumStates(tally, results.leftOutUnknown),
        likely: sumStates(tally, results.leftOutLikely),
        unstated: sumStates(tally, results.leftOutUnstated),
        openNow: sumStates(tally, results.openNow),
      };
    });
  }

  /**
   * Ids from `offset` on, at most `limit`, in an order of docs/product#orders-of-places.
   *
   * @param language whose alphabetical order cities have; by default the home country's main one
   */
  page(
    indexQuery: PlaceQuery,
    sort: PlaceSort,
    offset: number,
    limit: number,
    language?: Language,
  ): number[] {
    const store = this.#store;
    const { total } = this.count(indexQuery);
    if (offset >= total || limit <= 0) return [];
    // The other orders have no alphabet: sorting the cities would take their time for nothing.
    const alphabet = sort === "place-asc" || sort === "place-desc" ? language : undefined;
    const cityRanks = alphabet === undefined ? store.cities.ranks : store.cities.ranksIn(alphabet);
    const page = { sort, cityRanks, offset, limit, total };
    const rows =
      total > fewMatches
        ? walkToPage({ ...store, orders: this.#ordersIn(alphabet, cityRanks) }, indexQuery, page)
        : pageOfFew(store, indexQuery, page);
    return rows.map((row) => store.columns.id[row]);
  }

  /** Orders with cities in a language's alphabetical order: 30 ms for a million places in one that is not ranked yet. */
  #ordersIn(language: Language | undefined, cityRanks: Uint32Array): PlaceOrders {
    const { orders, columns, cities } = this.#store;
    if (language === undefined || cities.isOwnOrder(language)) return orders;
    const place = this.#byCity.get(language) ?? sortByCity(columns, cityRanks);
    this.#byCity.set(language, place);
    return { ...orders, place };
  }

  /** Ids by distance over the ground, nearest first, ties by id. */
  nearest(indexQuery: PlaceQuery, origin: Coordinates, offset: number, limit: number) {
    const { columns } = this.#store;
    const { total } = this.count(indexQuery);
    const near = nearestRows(this.#store, indexQuery, origin, { offset, limit, total });
    return near.map(({ row, distanceMeters }) => ({ id: columns.id[row], distanceMeters }));
  }

  /** Results within a distance of a line, in the order in which one passes them (`rows-along.ts`). */
  along(indexQuery: CombinationQuery, line: readonly Coordinates[], withinMeters: number) {
    const { id } = this.#store.columns;
    return rowsAlong(this.#store, indexQuery, line, withinMeters).map(({ row, ...pass }) => ({
      id: id[row],
      ...pass,
    }));
  }

  /** Content of a map tile of zoom 0…24. The tile is the box: the query's box is ignored. */
  tile(zoom: number, x: number, y: number, indexQuery: CombinationQuery): PlaceTile {
    const cut = () => cutTile(this.#store, { zoom, x, y }, indexQuery);
    if (zoom > lastCachedZoom) return cut();
    return this.#tiles.getOrCompute(`${zoom}/${x}/${y}/${queryKey(indexQuery)}`, cut);
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

  #clearCaches(): void {
    this.#towns = null;
    this.#tiles.clear();
    this.#tallies.clear();
    this.#counts.clear();
  }
}

/** Writes the bits of each place's state that change with time. */
function writeOpenStates({ columns, schedules, likely, closed }: PlaceStore): void {
  const { state, schedule, size } = columns;
  const { stateBits } = schedules;
  for (let row = 0; row < size; row++) {
    const bits = stateBits[schedule[row]];
    const found = columns.likely[row];
    state[row] = (state[row] & flagsMask) | (found === 0 ? bits : likely.stateBits(found, bits));
  }
  if (closed.ids.size > 0) {
    for (const row of findRows(columns.id, size, closed.ids).values()) state[row] &= flagsMask;
  }
}

function boxKey({ bbox }: PlaceQuery): string {
  return bbox ? [bbox.west, bbox.south, bbox.east, bbox.north].join() : "world";
}

/** A page of the results in an order, and the number of all results. */
interface Page {
  sort: PlaceSort;
  /** By city number. */
  cityRanks: Uint32Array;
  offset: number;
  limit: number;
  total: number;
}

/**
 * Maximum number of results that are collected and sorted. More of them are so close to each other in an order
 * that walking the order is quicker.
 */
const fewMatches = 1000;

function pageOfFew(store: PlaceStore, indexQuery: PlaceQuery, page: Page): number[] {
  const compare = compareRows(page.sort, store.columns, page.cityRanks);
  const rows = matchingRows(store, indexQuery, page.total).sort(compare);
  return Array.from(rows.subarray(page.offset, page.offset + page.limit));
}

/** Walks along an order, up to the end of the page or the last result. */
function walkToPage(
  store: PlaceStore,
  indexQuery: PlaceQuery,
  { sort, cityRanks, offset, limit, total }: Page,
): number[] {
  const { columns, orders } = store;
  const end = Math.min(offset + limit, total);
  const { marks, passes } = markMatches(store, indexQuery);
  const rows: number[] = [];
  let seen = 0;
  for (const { order, from, end: runEnd, step } of walkOrder(orders, sort, columns, cityRanks)) {
    for (let position = from; position !== runEnd; position += step) {
      const row = order[position];
      if (passes[marks[row]] === 0) continue;
      if (seen >= offset) rows.push(row);
      seen++;
      if (seen === end) return rows;
    }
  }
  return rows;
}

/** A mark for each row, and for each mark 1 where rows with it are results. */
function markMatches({ columns, flags }: PlaceStore, indexQuery: PlaceQuery) {
  const { passing: passes } = flags.resultsOf(indexQuery);
  if (indexQuery.bbox === null) return { marks: columns.state, passes };
  const { state, x, y } = columns;
  const marks = new Uint8Array(columns.size);
  for (const { from, to, box } of boxRanges(columns, indexQuery.bbox)) {
    for (let row = from; row < to; row++) {
      if (box === null || isInUnitBox(box, x[row], y[row])) marks[row] = passes[state[row]];
    }
  }
  return { marks, passes: Uint8Array.of(0, 1) };
}
