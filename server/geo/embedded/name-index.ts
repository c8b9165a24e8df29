import { lowerBound } from "#domain/place-index/lower-bound.ts";
import { editDistance } from "#domain/text/edit-distance.ts";
import { searchKey } from "#domain/text/search-key.ts";

/** Match of a name with the typed text. */
export interface NameMatch<Place> {
  readonly place: Place;
  /**
   * Quality of the match: the exact name, its beginning, the beginning of a later term, or a
   * spelling similar to one of the first two.
   */
  readonly kind: "exact" | "beginning" | "term" | "similar";
  /** Number of letters that differ; 0 except for `similar`. */
  readonly edits: number;
  /** Whether the name is only searched by, and never shown. */
  readonly isOtherName: boolean;
}

interface Entry<Place> {
  /** Name from one of its terms on. */
  readonly key: string;
  readonly place: Place;
  readonly startsName: boolean;
  readonly isOtherName: boolean;
}

/** Minimum length of a typed text that may match a later term. */
const minTermLetters = 3;

/** Index of places by the beginnings of their names' terms, and by names of similar spelling. */
export class NameIndex<Place> {
  readonly #entries: readonly Entry<Place>[];
  /** Set of letters of the entry of the same number. */
  readonly #letters: Int32Array;

  constructor(
    places: Iterable<{ place: Place; names: readonly string[]; otherNames: readonly string[] }>,
  ) {
    const entries: Entry<Place>[] = [];
    for (const { place, names, otherNames } of places) {
      const keys = new Set([...new Set(names)].map(placeNameKey));
      const otherKeys = new Set(otherNames.map(placeNameKey).filter((key) => !keys.has(key)));
      for (const key of keys) entries.push(...entriesOf(key, place, false));
      for (const key of otherKeys) entries.push(...entriesOf(key, place, true));
    }
    this.#entries = entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    this.#letters = Int32Array.from(this.#entries, ({ key }) => letterSet(key));
  }

  /** @param key key of the typed text, not empty */
  findBeginnings(key: string): NameMatch<Place>[] {
    const matches: NameMatch<Place>[] = [];
    for (let at = this.#firstAtOrAfter(key); at < this.#entries.length; at++) {
      const entry = this.#entries[at];
      if (!entry.key.startsWith(key)) break;
      const isExact = entry.startsName && entry.key === key;
      const kind = isExact ? "exact" : entry.startsName ? "beginning" : "term";
      matches.push({ place: entry.place, kind, edits: 0, isOtherName: entry.isOtherName });
    }
    return matches;
  }

  /** Finds the places of exactly this name. */
  findExact(key: string): NameMatch<Place>[] {
    const matches: NameMatch<Place>[] = [];
    for (let at = this.#firstAtOrAfter(key); this.#entries[at]?.key === key; at++) {
      const { place, startsName, isOtherName } = this.#entries[at];
      if (startsName) matches.push({ place, kind: "exact", edits: 0, isOtherName });
    }
    return matches;
  }

  /**
   * Finds the places whose name, or its beginning, differs from the typed text by at most `most`
   * letters.
   */
  findSimilar(key: string, most: number): NameMatch<Place>[] {
    const letters = letterSet(key);
    const matches: NameMatch<Place>[] = [];
    for (let at = 0; at < this.#entries.length; at++) {
      if (lettersMissing(letters, this.#letters[at]) > most) continue;
      const entry = this.#entries[at];
      if (!entry.startsName || !beginsAlike(key, entry.key)) continue;
      const edits = editDistance(key, entry.key, { most, isPrefix: true });
      if (edits > most) continue;
      matches.push({ place: entry.place, kind: "similar", edits, isOtherName: entry.isOtherName });
    }
    return matches;
  }

  #firstAtOrAfter(key: string): number {
    const entries = this.#entries;
    return lowerBound(0, entries.length, (at) => entries[at].key < key);
  }
}

/**
 * Whether one of the first two letters of each text is among those of the other: nearly every
 * typing mistake leaves one.
 */
function beginsAlike(a: string, b: string): boolean {
  return a[0] === b[0] || a[1] === b[1] || a[0] === b[1] || a[1] === b[0];
}

/** Entries of a name: one for all of it and one for each later term that is long enough. */
function entriesOf<Place>(name: string, place: Place, isOtherName: boolean): Entry<Place>[] {
  const entries: Entry<Place>[] = [{ key: name, place, startsName: true, isOtherName }];
  for (let at = name.indexOf(" ") + 1; at > 0; at = name.indexOf(" ", at) + 1) {
    const key = name.slice(at);
    if (key.split(" ", 1)[0].length < minTermLetters) continue;
    entries.push({ key, place, startsName: false, isOtherName });
  }
  return entries;
}

const letterA = "a".charCodeAt(0);

/** Set of the letters a to z in a text, one bit each: a quick test that two texts differ. */
function letterSet(key: string): number {
  let set = 0;
  for (let at = 0; at < key.length; at++) {
    const letter = key.charCodeAt(at) - letterA;
    if (letter >= 0 && letter < 26) set |= 1 << letter;
  }
  return set;
}

/** Number of letters in one set that the other lacks. */
function lettersMissing(of: number, from: number): number {
  let missing = of & ~from;
  let count = 0;
  while (missing !== 0) {
    missing &= missing - 1;
    count++;
  }
  return count;
}

/** Name in the form of comparisons: a search key with single spaces between its terms. */
export function placeNameKey(text: string): string {
  const lower = text.toLowerCase();
  if (plainTerms.test(lower)) return lower;
  return searchKey(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Text that needs no folding: true for most names, in a fifth of the time. */
const plainTerms = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
