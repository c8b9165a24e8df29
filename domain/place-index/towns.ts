import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import {
  type FactFilterName,
  noFilters,
  type PlaceFilterName,
} from "#domain/place/place-filters.ts";
import { townKey } from "#domain/place/town.ts";
import { stateBit } from "./place-flags.ts";
import { compareSlots } from "./place-orders.ts";
import type { PlaceStore } from "./place-store.ts";
import { latitudeOfUnit, longitudeOfUnit } from "./world-units.ts";

/** Facts that a town counts its places by (docs/product#towns). */
const townFacts = [
  "accessible",
  "free",
  "changing_table",
] as const satisfies readonly FactFilterName[];

/** Numbers of a town's places: all, those that are open this minute, and those that are known to meet a filter. */
export type TownCounts = Readonly<Record<"total" | "open" | (typeof townFacts)[number], number>>;

/** A town that has a place which everyone sees. */
export interface Town {
  /** The spelling that most of its places have. */
  readonly name: string;
  readonly counts: TownCounts;
}

/** What the index keeps of a town. */
interface IndexedTown extends Town {
  /** Numbers of its spellings in the dictionary of cities. */
  readonly spellings: readonly number[];
}

/** A page of a town's places. */
export interface TownPlaces {
  /** Those that are open first, then those of unknown opening times; of these the best rated first. */
  readonly ids: readonly number[];
  /** The town's places, of many without the few that lie farthest out: one is in the wrong town now and then. */
  readonly bounds: BoundingBox;
}

/**
 * Towns by their keys, in alphabetical order: one pass over all places, and one over the names, some 20 ms for a
 * million places. Places without a town are left out, and those that wait.
 */
export function tallyTowns({ columns, cities, flags }: PlaceStore): Map<string, IndexedTown> {
  const seen = marksOf(flags, {});
  const marks = {
    total: seen,
    open: marksOf(flags, { open: true }),
    accessible: marksOf(flags, { accessible: true }),
    free: marksOf(flags, { free: true }),
    changing_table: marksOf(flags, { changing_table: true }),
  };
  const names = Object.keys(marks) as (keyof TownCounts)[];
  const tallies = names.map((name) => ({
    of: marks[name],
    count: new Uint32Array(cities.numberLimit),
  }));
  const { state, city, size } = columns;
  for (let slot = 0; slot < size; slot++) {
    if (seen[state[slot]] === 0) continue;
    for (const { of, count } of tallies) count[city[slot]] += of[state[slot]];
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
    return { key, number, town: { name: cities.nameOf(number), counts, spellings: numbers } };
  });
  towns.sort((a, b) => cities.ranks[a.number] - cities.ranks[b.number]);
  return new Map(towns.map(({ key, town }) => [key, town]));
}

/** Places of a town from `offset` on, at most `limit`. */
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
  const slots = new Uint32Array(counts.total);
  let count = 0;
  for (let slot = 0; slot < size; slot++) {
    if (isOfTown[city[slot]] === 0 || seen[state[slot]] === 0) continue;
    slots[count++] = slot;
  }
  const found = slots.subarray(0, count);
  const [west, east] = mainRange(x, found);
  const [north, south] = mainRange(y, found);
  const bestRated = compareSlots("rating-desc", columns, cities.ranks);
  const rank = (slot: number) => lateness(state[slot], flags.isDoubted(state[slot]));
  slots.sort((a, b) => rank(a) - rank(b) || bestRated(a, b));
  return {
    ids: Array.from(slots.subarray(offset, offset + limit), (slot) => columns.id[slot]),
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

/** Least and greatest value of the slots, without the outermost ones. */
function mainRange(values: PlaceStore["columns"]["x"], slots: Uint32Array): [number, number] {
  const sorted = Float64Array.from(slots, (slot) => values[slot]).sort();
  const left = Math.floor(sorted.length * outerShare);
  return [sorted[left], sorted[sorted.length - 1 - left]];
}

/** Rank by what the opening times mean now: open, unknown, closed. */
function lateness(state: number, isDoubted: boolean): number {
  if ((state & stateBit.open) !== 0) return isDoubted ? 1 : 0;
  return (state & stateBit.unknown) !== 0 ? 1 : 2;
}

/** For each state 1 where a place in it is seen by everyone and meets the filters. */
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
