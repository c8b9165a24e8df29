import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import {
  type FactFilterName,
  noFilters,
  type PlaceFilterName,
} from "#domain/place/place-filters.ts";
import { recordOf } from "#domain/validation/record-of.ts";
import { compareRows } from "./place-orders.ts";
import { stateBit } from "./place-query.ts";
import type { PlaceStore } from "./place-store.ts";
import { latitudeOfUnit, longitudeOfUnit } from "./world-units.ts";

/** Facts by which a town's places are counted (docs/product#towns). */
const townFacts = [
  "accessible",
  "free",
  "changing_table",
] as const satisfies readonly FactFilterName[];

/** Number of a town's places: all, those open in this minute, and those known to meet a filter. */
export type TownCounts = Readonly<Record<"total" | "open" | (typeof townFacts)[number], number>>;

/** Town with at least one public place. */
export interface Town {
  /** Spelling of most of its places. */
  readonly name: string;
  readonly counts: TownCounts;
  /** Position of one of its places. */
  readonly position: Coordinates;
}

interface IndexedTown extends Town {
  /** Numbers of its spellings in the dictionary of cities. */
  readonly spellings: readonly number[];
}

export interface TownPlaces {
  /** Open places first, then unknown ones, then closed ones; within these the best rated first. */
  readonly ids: readonly number[];
  /** Box of the town's places, of many without the outermost few: some have the wrong town. */
  readonly bounds: BoundingBox;
}

/**
 * Towns by their keys, in alphabetical order: one pass over all places and one over the names, about 20 ms for
 * a million places. Pending places and places without a town are left out.
 */
export function tallyTowns({ columns, cities, flags }: PlaceStore): Map<string, IndexedTown> {
  const seen = marksOf(flags, {});
  const marks = {
    total: seen,
    ...recordOf(["open", ...townFacts] as const, (name) => marksOf(flags, { [name]: true })),
  };
  const names = Object.keys(marks) as (keyof TownCounts)[];
  const tallies = names.map((name) => ({
    of: marks[name],
    count: new Uint32Array(cities.numberLimit),
  }));
  const { state, city, size, x, y } = columns;
  const someRow = new Uint32Array(cities.numberLimit);
  for (let row = 0; row < size; row++) {
    if (seen[state[row]] === 0) continue;
    someRow[city[row]] = row;
    for (const { of, count } of tallies) count[city[row]] += of[state[row]];
  }
  const [totals] = tallies;
  const spellings = new Map<string, number[]>();
  for (const { number, name } of cities.alphabetical()) {
    if (totals.count[number] === 0) continue;
    const key = townKey(name);
    if (key === "") continue;
    const known = spellings.get(key);
    if (known) known.push(number);
    else spellings.set(key, [number]);
  }
  const towns = Array.from(spellings, ([key, numbers]) => {
    const number = numbers.reduce((best, other) =>
      totals.count[other] > totals.count[best] ? other : best,
    );
    const sums = tallies.map(({ count }) => numbers.reduce((sum, at) => sum + count[at], 0));
    const counts = Object.fromEntries(names.map((name, at) => [name, sums[at]])) as TownCounts;
    const row = someRow[number];
    const position: Coordinates = [longitudeOfUnit(x[row]), latitudeOfUnit(y[row])];
    const name = cities.nameOf(number);
    return { key, number, town: { name, counts, position, spellings: numbers } };
  });
  towns.sort((a, b) => cities.ranks[a.number] - cities.ranks[b.number]);
  return new Map(towns.map(({ key, town }) => [key, town]));
}

export function townPlaces(
  store: PlaceStore,
  { spellings, counts }: IndexedTown,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): TownPlaces {
  const { columns, cities, flags } = store;
  const { state, city, size, x, y } = columns;
  const seen = marksOf(flags, {});
  const isOfTown = new Uint8Array(cities.numberLimit);
  for (const number of spellings) isOfTown[number] = 1;
  const rows = new Uint32Array(counts.total);
  let count = 0;
  for (let row = 0; row < size; row++) {
    if (isOfTown[city[row]] === 0 || seen[state[row]] === 0) continue;
    rows[count++] = row;
  }
  const found = rows.subarray(0, count);
  const [west, east] = mainRange(x, found);
  const [north, south] = mainRange(y, found);
  const bestRated = compareRows("rating-desc", columns, cities.ranks);
  const rank = (row: number) => openingRank(state[row], flags.isDoubted(state[row]));
  rows.sort((a, b) => rank(a) - rank(b) || bestRated(a, b));
  return {
    ids: Array.from(rows.subarray(offset, offset + limit), (row) => columns.id[row]),
    bounds: {
      west: longitudeOfUnit(west),
      east: longitudeOfUnit(east),
      north: latitudeOfUnit(north),
      south: latitudeOfUnit(south),
    },
  };
}

/** Share of the places on each side that the bounds of a town leave out. */
const outerShare = 1 / 40;

/** Least and greatest value of the rows, without the outermost ones. */
function mainRange(values: PlaceStore["columns"]["x"], rows: Uint32Array): [number, number] {
  const sorted = Float64Array.from(rows, (row) => values[row]).sort();
  const left = Math.floor(sorted.length * outerShare);
  return [sorted[left], sorted[sorted.length - 1 - left]];
}

/** Rank by the current opening status: open, unknown, closed. */
function openingRank(state: number, isDoubted: boolean): number {
  if ((state & stateBit.open) !== 0) return isDoubted ? 1 : 0;
  return (state & stateBit.unknown) !== 0 ? 1 : 2;
}

/** For each state 1 where places in it are public and meet the filters. */
function marksOf(
  flags: PlaceStore["flags"],
  filters: { readonly [Name in PlaceFilterName]?: true },
) {
  return flags.resultsOf({
    filters: { ...noFilters, ...filters },
    includeUnknown: false,
    includeUnaccepted: false,
  }).passing;
}

/**
 * Key of a town: two names are the same town where they differ in case and spaces alone
 * (docs/product#towns). Empty for a place without a town.
 */
export function townKey(name: string): string {
  return name.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();
}
