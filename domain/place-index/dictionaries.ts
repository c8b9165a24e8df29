import { hungary } from "#domain/place/home-country.ts";
import type { Language } from "#domain/text/language.ts";
import { lowerBound } from "./lower-bound.ts";

/**
 * Dictionary of city names. Each name has a number, which stays while any place has the name, and a rank in
 * alphabetical order. Names that compare as equal share a rank.
 */
export class CityDictionary {
  readonly #collator: Intl.Collator;
  readonly #numbers = new Map<string, number>();
  /** Names by number; null for a free number. */
  readonly #names: (string | null)[] = [];
  readonly #free: number[] = [];
  readonly #unranked: number[] = [];
  /** City numbers in alphabetical order; names registered since the last `rank()` are missing. */
  #alphabetical: number[] = [];
  #ranks = new Uint32Array(0);
  /** Ranks in other languages than the country's, each made when it is first asked for. */
  readonly #otherRanks = new Map<Language, Uint32Array>();

  /** @param country whose main language has the order, by the Unicode CLDR (ISO 3166-1 alpha-2) */
  constructor(country: string = hungary.country) {
    this.#collator = new Intl.Collator(new Intl.Locale(`und-${country}`).maximize());
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** Exclusive upper bound of the numbers. */
  get numberLimit(): number {
    return this.#names.length;
  }

  /** Number of a city. A new name gets a new number, and a rank only at the next `rank()`. */
  register(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#free.pop() ?? this.#names.length;
    this.#names[number] = name;
    this.#numbers.set(name, number);
    this.#unranked.push(number);
    return number;
  }

  /** Frees the numbers that are not marked; new names take them. */
  retainOnly(isUsed: Uint8Array): void {
    for (const [name, number] of this.#numbers) {
      if (isUsed[number] === 1) continue;
      this.#numbers.delete(name);
      this.#names[number] = null;
      this.#free.push(number);
    }
    this.#alphabetical = this.#alphabetical.filter((number) => this.#names[number] !== null);
    const unranked = this.#unranked.splice(0).filter((number) => this.#names[number] !== null);
    this.#unranked.push(...unranked);
  }

  nameOf(number: number): string {
    return this.#names[number] ?? "";
  }

  /** Numbers and names in alphabetical order, as of the last `rank()`. */
  *alphabetical(): Generator<{ readonly number: number; readonly name: string }, void> {
    for (const number of this.#alphabetical) yield { number, name: this.nameOf(number) };
  }

  get ranks(): Uint32Array {
    return this.#ranks;
  }

  /** Whether the order of a language is that of the country's main language. */
  isOwnOrder(language: Language): boolean {
    return localeOf(new Intl.Collator(language)) === localeOf(this.#collator);
  }

  /** Ranks in the alphabetical order of a language, as of the last `rank()`: a microsecond for each comparison. */
  ranksIn(language: Language): Uint32Array {
    if (this.isOwnOrder(language)) return this.#ranks;
    const known = this.#otherRanks.get(language);
    if (known) return known;
    const { compare } = new Intl.Collator(language);
    const sorted = [...this.alphabetical()].sort((a, b) => compare(a.name, b.name));
    const ranks = new Uint32Array(this.#names.length);
    let rank = 0;
    sorted.forEach(({ number, name }, at) => {
      if (at > 0 && compare(sorted[at - 1].name, name) !== 0) rank++;
      ranks[number] = rank;
    });
    this.#otherRanks.set(language, ranks);
    return ranks;
  }

  /**
   * Ranks the names that were registered since the last call. A comparison takes a microsecond, so only new
   * names are compared: a binary search finds their positions among the others.
   */
  rank(): void {
    if (this.#unranked.length === 0) return;
    const names = this.#names;
    const compare = (a: number, b: number) =>
      this.#collator.compare(names[a] ?? "", names[b] ?? "");
    this.#otherRanks.clear();
    const added = this.#unranked.splice(0).sort(compare);
    const ranked = this.#alphabetical;
    const alphabetical: number[] = [];
    let from = 0;
    for (const number of added) {
      const at = lowerBound(from, ranked.length, (index) => compare(ranked[index], number) <= 0);
      for (; from < at; from++) alphabetical.push(ranked[from]);
      alphabetical.push(number);
    }
    for (; from < ranked.length; from++) alphabetical.push(ranked[from]);

    const isNew = new Uint8Array(names.length);
    for (const number of added) isNew[number] = 1;
    const before = this.#ranks;
    const areEqual = (a: number, b: number) =>
      isNew[a] === 0 && isNew[b] === 0 ? before[a] === before[b] : compare(a, b) === 0;
    const ranks = new Uint32Array(names.length);
    let rank = 0;
    for (let index = 0; index < alphabetical.length; index++) {
      const number = alphabetical[index];
      if (index > 0 && !areEqual(alphabetical[index - 1], number)) rank++;
      ranks[number] = rank;
    }
    this.#alphabetical = alphabetical;
    this.#ranks = ranks;
  }
}

function localeOf(collator: Intl.Collator): string {
  return collator.resolvedOptions().locale;
}
