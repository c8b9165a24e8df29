import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import {
  type FilteredPlace,
  factFilterNames,
  filterTests,
  type PlaceFiltering,
} from "#domain/place/place-filters.ts";
import { recordOf } from "#domain/validation/record-of.ts";
import { BoundedCache } from "./bounded-cache.ts";

/**
 * Properties of a place that queries filter by and that do not change with time. `forKeyHolders`: it opens
 * with a key that only some visitors have, such as the Euro key. `private`: neither for visitors nor customers.
 */
const flagNames = ["accepted", "doubted", "forKeyHolders", "private", ...factFilterNames] as const;

type FlagName = (typeof flagNames)[number];

const flagBit = recordOf(flagNames, (name) => 2 ** flagNames.indexOf(name));

/**
 * Flags of a place as bitmasks: flags that it has (`met`), and flags that it has or that are unknown
 * (`possible`). A new flag is one more name above; at most 31.
 */
export interface PlaceFlags {
  readonly met: number;
  readonly possible: number;
}

export interface FlagSource extends FilteredPlace {
  readonly accepted: boolean;
  readonly doubted: boolean;
}

export function flagsOf(place: FlagSource): PlaceFlags {
  const { access, euro_key, key_scheme } = place.facts;
  const values: Record<FlagName, boolean | null> = {
    accepted: place.accepted,
    doubted: place.doubted,
    forKeyHolders: access === "key" || euro_key === "yes" || key_scheme !== undefined,
    private: access === "private" || access === "restricted",
    ...recordOf(factFilterNames, (name) => filterTests[name](place)),
  };
  let met = 0;
  let possible = 0;
  for (const name of flagNames) {
    if (values[name] === true) met |= flagBit[name];
    if (values[name] !== false) possible |= flagBit[name];
  }
  return { met, possible };
}

/** Bits of a state that change with time: the opening status in this minute; a likely open one is unknown too. */
export const stateBit = { open: 1, unknown: 2, likelyOpen: 4 } as const;

const openStateBits = 3;

/** Number of states for each combination of flags. */
export const openStateCount = 2 ** openStateBits;

export interface PlaceQuery extends PlaceFiltering {
  /** Whether pending places are included; for staff only. */
  includeUnaccepted: boolean;
  /** Only places that may be {@link isOffered offered} as the nearest; with `customers` also those for customers. */
  offered?: "everyone" | "customers";
  /** Only places inside this box, edges included; null for the whole world. */
  bbox: BoundingBox | null;
}

/** Query without its box: the part that depends on a place's state only. */
export type CombinationQuery = Omit<PlaceQuery, "bbox">;

/** For each state 1 where places in that state match, else 0. */
export type CombinationMatches = Uint8Array;

export interface CombinationResults {
  readonly passing: CombinationMatches;
  /** Places that might match if their opening times were known. */
  readonly leftOutUnknown: CombinationMatches;
  /** Of these, places that are likely open. */
  readonly leftOutLikely: CombinationMatches;
  /** Places that might match if all of their facts were known. */
  readonly leftOutUnstated: CombinationMatches;
  /** Places that meet the other filters and are open in this minute. */
  readonly openNow: CombinationMatches;
}

const resultNames = [
  ...(["passing", "leftOutUnknown", "leftOutLikely"] as const),
  ...(["leftOutUnstated", "openNow"] as const),
] as const;

/** Maximum number of cached queries; each takes 40 bytes a combination of flags. */
const maxCachedQueries = 64;

/**
 * Dictionary of the combinations of flags; the number of a combination never changes. A place's state is one
 * number: that of its combination, times {@link openStateCount}, plus the bits of its opening status. So any
 * filtering is one lookup by the state, however many filters there are.
 *
 * Combinations are never removed: a country has about a hundred.
 */
export class FlagDictionary {
  readonly #numbers = new Map<string, number>();
  readonly #combinations: PlaceFlags[] = [];
  readonly #results = new BoundedCache<string, CombinationResults>(maxCachedQueries);

  get stateCount(): number {
    return this.#combinations.length * openStateCount;
  }

  /** State of a place with these flags, without bits of an opening status. */
  register({ met, possible }: PlaceFlags): number {
    const key = `${met} ${possible}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#combinations.length;
      this.#numbers.set(key, number);
      this.#combinations.push({ met, possible });
      this.#results.clear();
    }
    return number * openStateCount;
  }

  isAccepted(state: number): boolean {
    return this.#has(state, "accepted");
  }

  /** Whether a place in this state is in doubt (docs/product#doubt). */
  isDoubted(state: number): boolean {
    return this.#has(state, "doubted");
  }

  #has(state: number, name: FlagName): boolean {
    return (this.#combinations[state >>> openStateBits].met & flagBit[name]) !== 0;
  }

  resultsOf(indexQuery: CombinationQuery): CombinationResults {
    return this.#results.getOrCompute(queryKey(indexQuery), () => this.#compute(indexQuery));
  }

  #compute(indexQuery: CombinationQuery): CombinationResults {
    const { filters, includeUnknown, includeLikely, includeUnstated } = indexQuery;
    const required = indexQuery.includeUnaccepted ? 0 : flagBit.accepted;
    const on = factFilterNames.filter((name) => filters[name]);
    const stated = on.reduce((bits, name) => bits | flagBit[name], 0);
    const results = recordOf(resultNames, () => new Uint8Array(this.stateCount));
    this.#combinations.forEach(({ met, possible }, number) => {
      if ((met & required) !== required) return;
      if (indexQuery.offered && !isOffered({ met, possible }, indexQuery)) return;
      const isDoubted = (met & flagBit.doubted) !== 0;
      const isStated = (met & stated) === stated;
      const isPossible = (possible & stated) === stated;
      for (let openBits = 0; openBits < openStateCount; openBits++) {
        const state = number * openStateCount + openBits;
        // It is unknown whether a place in doubt is open, regardless of its opening times.
        const isOpen = (openBits & stateBit.open) !== 0 && !isDoubted;
        const isUnknown = (openBits & (isDoubted ? ~0 : stateBit.unknown)) !== 0;
        const isLikely = (openBits & stateBit.likelyOpen) !== 0 && !isDoubted;
        const fits = isStated || (includeUnstated && isPossible);
        const suits =
          !filters.open || isOpen || (includeUnknown && isUnknown) || (includeLikely && isLikely);
        results.passing[state] = Number(fits && suits);
        results.leftOutUnknown[state] = Number(fits && !suits && isUnknown);
        results.leftOutLikely[state] = Number(fits && !suits && isLikely);
        results.leftOutUnstated[state] = Number(!fits && isPossible && suits);
        results.openNow[state] = Number(fits && isOpen);
      }
    });
    return results;
  }
}

/**
 * Whether a place may be offered to a visitor about whom only the filters are known: not where it is in doubt,
 * private, for customers, behind a key, or for one sex (docs/product#nearest-place). A toilet without facts
 * may be for everyone.
 */
function isOffered({ met, possible }: PlaceFlags, { offered, filters }: CombinationQuery): boolean {
  if ((met & (flagBit.doubted | flagBit.private)) !== 0) return false;
  if ((met & flagBit.forKeyHolders) !== 0 && !filters.euro_key) return false;
  if ((possible & flagBit.women) === 0 && !filters.men) return false;
  if ((possible & flagBit.men) === 0 && !filters.women) return false;
  const isForCustomers = (possible & flagBit.public) === 0 && (met & flagBit.customers) !== 0;
  return !isForCustomers || offered === "customers" || filters.customers;
}

export function queryKey(indexQuery: CombinationQuery): string {
  const { filters, includeUnknown, includeLikely = false } = indexQuery;
  const { includeUnstated, includeUnaccepted, offered } = indexQuery;
  const names = factFilterNames.filter((name) => filters[name]);
  const flags = [filters.open, includeUnknown, includeLikely, includeUnstated, includeUnaccepted];
  return `${names.join()} ${flags.map((flag) => (flag ? 1 : 0)).join("")} ${offered ?? ""}`;
}
