import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import {
  type FilteredPlace,
  factFilterNames,
  filterAnswers,
  type PlaceFiltering,
} from "#domain/place/place-filters.ts";
import { recordOf } from "#domain/validation/record-of.ts";

/**
 * Properties of a place that do not change with time and that questions ask for. `forKeyHolders`: it opens
 * with a key that only some visitors have, such as the Euro key. `private`: not for visitors, nor for customers.
 */
const flagNames = ["accepted", "doubted", "forKeyHolders", "private", ...factFilterNames] as const;

type FlagName = (typeof flagNames)[number];

const flagBit = recordOf(flagNames, (name) => 2 ** flagNames.indexOf(name));

/**
 * Traits of a place, each a bit: those that it has, and those that it has or that are not known of it. A new
 * trait is one more name above; at most 31.
 */
export interface PlaceFlags {
  readonly met: number;
  readonly possible: number;
}

/** Part of a place that its traits follow from. */
export interface FlagSource extends FilteredPlace {
  readonly accepted: boolean;
  /** See docs/product#doubt. */
  readonly doubted: boolean;
}

export function flagsOf(place: FlagSource): PlaceFlags {
  const { access, euro_key, key_scheme } = place.facts;
  const answers: Record<FlagName, boolean | null> = {
    accepted: place.accepted,
    doubted: place.doubted,
    forKeyHolders: access === "key" || euro_key === "yes" || key_scheme !== undefined,
    private: access === "private" || access === "restricted",
    ...recordOf(factFilterNames, (name) => filterAnswers[name](place)),
  };
  let met = 0;
  let possible = 0;
  for (const name of flagNames) {
    if (answers[name] === true) met |= flagBit[name];
    if (answers[name] !== false) possible |= flagBit[name];
  }
  return { met, possible };
}

/** Bits of a state that change with time: what the place's opening times mean this minute. */
export const stateBit = { open: 1, unknown: 2 } as const;

/** Number of those bits. */
const openStateBits = 2;

/** Number of states for each combination of traits. */
export const openStateCount = 2 ** openStateBits;

/** A query for places. */
export interface PlaceQuery extends PlaceFiltering {
  /** Also places that wait for acceptance; for staff alone. */
  includeUnaccepted: boolean;
  /** Only places that may be {@link isOffered offered} as the nearest; with `customers` also those for customers. */
  offered?: "everyone" | "customers";
  /** Only places inside this box, edges included; null for the whole world. */
  bbox: BoundingBox | null;
}

/** A question without its box: the part that a place's state answers. */
export type CombinationQuery = Omit<PlaceQuery, "bbox">;

/** For each state 1 where a place in that state answers, else 0. */
export type CombinationMatches = Uint8Array;

/** Answers of all states to a question. */
export interface CombinationResults {
  /** Places that answer it. */
  readonly passing: CombinationMatches;
  /** Places that would answer it if their opening times were known. */
  readonly leftOutUnknown: CombinationMatches;
  /** Places that would answer it if all of their facts were known. */
  readonly leftOutUnstated: CombinationMatches;
  /** Places that meet the other filters and are open this minute. */
  readonly openNow: CombinationMatches;
}

/** Maximum number of questions whose answers are kept; each takes 16 bytes a combination of traits. */
const maxCachedQueries = 64;

/**
 * The distinct combinations of traits, each with a number that stays. A place's state is one number: its
 * combination's, times {@link openStateCount}, plus the bits of its opening times. So each question about
 * filters is one lookup by the state, however many filters there are.
 *
 * Combinations are not forgotten: there are some hundred in a country.
 */
export class FlagDictionary {
  readonly #numbers = new Map<string, number>();
  readonly #traits: PlaceFlags[] = [];
  readonly #answers = new Map<string, CombinationResults>();

  /** Number of different states. */
  get stateCount(): number {
    return this.#traits.length * openStateCount;
  }

  /** State of a place with these traits and no opening times. */
  register({ met, possible }: PlaceFlags): number {
    const key = `${met} ${possible}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#traits.length;
      this.#numbers.set(key, number);
      this.#traits.push({ met, possible });
      this.#answers.clear();
    }
    return number * openStateCount;
  }

  /** Whether a place in this state is accepted. */
  isAccepted(state: number): boolean {
    return this.#has(state, "accepted");
  }

  /** Whether a place in this state is in doubt (docs/product#doubt). */
  isDoubted(state: number): boolean {
    return this.#has(state, "doubted");
  }

  #has(state: number, name: FlagName): boolean {
    return (this.#traits[state >>> openStateBits].met & flagBit[name]) !== 0;
  }

  resultsOf(indexQuery: CombinationQuery): CombinationResults {
    const key = queryKey(indexQuery);
    let answers = this.#answers.get(key);
    if (answers === undefined) {
      answers = this.#answer(indexQuery);
      if (this.#answers.size === maxCachedQueries) this.#answers.clear();
      this.#answers.set(key, answers);
    }
    return answers;
  }

  #answer(indexQuery: CombinationQuery): CombinationResults {
    const { filters, includeUnknown, includeUnstated } = indexQuery;
    const required = requiredBits(indexQuery);
    const stated = factFilterNames.reduce(
      (bits, name) => (filters[name] ? bits | flagBit[name] : bits),
      0,
    );
    const marks = () => new Uint8Array(this.stateCount);
    const answers = {
      passing: marks(),
      leftOutUnknown: marks(),
      leftOutUnstated: marks(),
      openNow: marks(),
    };
    this.#traits.forEach(({ met, possible }, number) => {
      if ((met & required) !== required) return;
      if (indexQuery.offered && !isOffered({ met, possible }, indexQuery)) return;
      const isDoubted = (met & flagBit.doubted) !== 0;
      const isStated = (met & stated) === stated;
      const isPossible = (possible & stated) === stated;
      for (let openBits = 0; openBits < openStateCount; openBits++) {
        const state = number * openStateCount + openBits;
        // Of a place in doubt it is not known whether it is open, whatever its opening times say.
        const isOpen = (openBits & stateBit.open) !== 0 && !isDoubted;
        const isUnknown = (openBits & (isDoubted ? ~0 : stateBit.unknown)) !== 0;
        const fits = isStated || (includeUnstated && isPossible);
        const suits = !filters.open || isOpen || (includeUnknown && isUnknown);
        answers.passing[state] = Number(fits && suits);
        answers.leftOutUnknown[state] = Number(fits && !suits && isUnknown);
        answers.leftOutUnstated[state] = Number(!fits && isPossible && suits);
        answers.openNow[state] = Number(fits && isOpen);
      }
    });
    return answers;
  }
}

/**
 * Whether a visitor of whom no more is known than the filters say may be sent to a place: not where it is in
 * doubt, private, for customers, behind a key, or for one sex (docs/product#nearest-place). A toilet of which
 * nothing is said may be there for everyone.
 */
function isOffered({ met, possible }: PlaceFlags, { offered, filters }: CombinationQuery): boolean {
  if ((met & (flagBit.doubted | flagBit.private)) !== 0) return false;
  if ((met & flagBit.forKeyHolders) !== 0 && !filters.euro_key) return false;
  if ((possible & flagBit.women) === 0 && !filters.men) return false;
  if ((possible & flagBit.men) === 0 && !filters.women) return false;
  const isForCustomers = (possible & flagBit.public) === 0 && (met & flagBit.customers) !== 0;
  return !isForCustomers || offered === "customers" || filters.customers;
}

function requiredBits({ includeUnaccepted }: CombinationQuery): number {
  return includeUnaccepted ? 0 : flagBit.accepted;
}

/** Text that tells a question's answers from those of any other. */
export function queryKey(indexQuery: CombinationQuery): string {
  const { filters, includeUnknown, includeUnstated, includeUnaccepted, offered } = indexQuery;
  const names = factFilterNames.filter((name) => filters[name]);
  const flags = [filters.open, includeUnknown, includeUnstated, includeUnaccepted];
  return `${names.join()} ${flags.map((flag) => (flag ? 1 : 0)).join("")} ${offered ?? ""}`;
}
