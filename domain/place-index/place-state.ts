import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import {
  type FilteredPlace,
  factFilterNames,
  filterAnswers,
  type PlaceFiltering,
} from "#domain/place/place-filters.ts";
import { recordOf } from "#domain/reading/record-of.ts";

/**
 * Properties of a place that do not change with time and that questions ask for. `forKeyHolders`: it opens
 * with a key that only some visitors have, such as the Euro key. `private`: not for visitors, nor for customers.
 */
const traitNames = ["accepted", "doubted", "forKeyHolders", "private", ...factFilterNames] as const;

type TraitName = (typeof traitNames)[number];

const traitBit = recordOf(traitNames, (name) => 2 ** traitNames.indexOf(name));

/**
 * Traits of a place, each a bit: those that it has, and those that it has or that are not known of it. A new
 * trait is one more name above; at most 31.
 */
export interface PlaceTraits {
  readonly met: number;
  readonly possible: number;
}

/** Part of a place that its traits follow from. */
export interface TraitSource extends FilteredPlace {
  readonly accepted: boolean;
  /** See docs/product#doubt. */
  readonly doubted: boolean;
}

export function traitsOf(place: TraitSource): PlaceTraits {
  const { access, euro_key, key_scheme } = place.facts;
  const answers: Record<TraitName, boolean | null> = {
    accepted: place.accepted,
    doubted: place.doubted,
    forKeyHolders: access === "key" || euro_key === "yes" || key_scheme !== undefined,
    private: access === "private" || access === "restricted",
    ...recordOf(factFilterNames, (name) => filterAnswers[name](place)),
  };
  let met = 0;
  let possible = 0;
  for (const name of traitNames) {
    if (answers[name] === true) met |= traitBit[name];
    if (answers[name] !== false) possible |= traitBit[name];
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
export interface PlaceQuestion extends PlaceFiltering {
  /** Also places that wait for acceptance; for staff alone. */
  includeUnaccepted: boolean;
  /** Only places that may be {@link isOffered offered} as the nearest; with `customers` also those for customers. */
  offered?: "everyone" | "customers";
  /** Only places inside this box, edges included; null for the whole world. */
  bbox: BoundingBox | null;
}

/** A question without its box: the part that a place's state answers. */
export type StateQuestion = Omit<PlaceQuestion, "bbox">;

/** For each state 1 where a place in that state answers, else 0. */
export type StateMarks = Uint8Array;

/** Answers of all states to a question. */
export interface StateAnswers {
  /** Places that answer it. */
  readonly passing: StateMarks;
  /** Places that would answer it if their opening times were known. */
  readonly leftOutUnknown: StateMarks;
  /** Places that would answer it if all of their facts were known. */
  readonly leftOutUnstated: StateMarks;
  /** Places that meet the other filters and are open this minute. */
  readonly openNow: StateMarks;
}

/** Maximum number of questions whose answers are kept; each takes 16 bytes a combination of traits. */
const keptQuestions = 64;

/**
 * The distinct combinations of traits, each with a number that stays. A place's state is one number: its
 * combination's, times {@link openStateCount}, plus the bits of its opening times. So each question about
 * filters is one lookup by the state, however many filters there are.
 *
 * Combinations are not forgotten: there are some hundred in a country.
 */
export class TraitDictionary {
  readonly #numbers = new Map<string, number>();
  readonly #traits: PlaceTraits[] = [];
  readonly #answers = new Map<string, StateAnswers>();

  /** Number of different states. */
  get stateCount(): number {
    return this.#traits.length * openStateCount;
  }

  /** State of a place with these traits and no opening times. */
  register({ met, possible }: PlaceTraits): number {
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

  #has(state: number, name: TraitName): boolean {
    return (this.#traits[state >>> openStateBits].met & traitBit[name]) !== 0;
  }

  answersTo(question: StateQuestion): StateAnswers {
    const key = questionKey(question);
    let answers = this.#answers.get(key);
    if (answers === undefined) {
      answers = this.#answer(question);
      if (this.#answers.size === keptQuestions) this.#answers.clear();
      this.#answers.set(key, answers);
    }
    return answers;
  }

  #answer(question: StateQuestion): StateAnswers {
    const { filters, includeUnknown, includeUnstated } = question;
    const required = requiredBits(question);
    const stated = factFilterNames.reduce(
      (bits, name) => (filters[name] ? bits | traitBit[name] : bits),
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
      if (question.offered && !isOffered({ met, possible }, question)) return;
      const isDoubted = (met & traitBit.doubted) !== 0;
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
function isOffered({ met, possible }: PlaceTraits, { offered, filters }: StateQuestion): boolean {
  if ((met & (traitBit.doubted | traitBit.private)) !== 0) return false;
  if ((met & traitBit.forKeyHolders) !== 0 && !filters.euro_key) return false;
  if ((possible & traitBit.women) === 0 && !filters.men) return false;
  if ((possible & traitBit.men) === 0 && !filters.women) return false;
  const isForCustomers = (possible & traitBit.public) === 0 && (met & traitBit.customers) !== 0;
  return !isForCustomers || offered === "customers" || filters.customers;
}

function requiredBits({ includeUnaccepted }: StateQuestion): number {
  return includeUnaccepted ? 0 : traitBit.accepted;
}

/** Text that tells a question's answers from those of any other. */
export function questionKey(question: StateQuestion): string {
  const { filters, includeUnknown, includeUnstated, includeUnaccepted, offered } = question;
  const names = factFilterNames.filter((name) => filters[name]);
  const flags = [filters.open, includeUnknown, includeUnstated, includeUnaccepted];
  return `${names.join()} ${flags.map((flag) => (flag ? 1 : 0)).join("")} ${offered ?? ""}`;
}
