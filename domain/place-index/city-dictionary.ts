/**
 * The distinct names of cities, each with a number that stays, and their ranks in Hungarian
 * alphabetical order. Names that the order doesn't tell apart share a rank.
 */
export class CityDictionary {
  readonly #collator = new Intl.Collator("hu");
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  /** City numbers in alphabetical order, as far as they have been ranked. */
  #alphabetical: number[] = [];
  #ranks = new Uint32Array(0);

  /** The number of a city, a new one for a new name. A new name has no rank before `rank()`. */
  register(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.push(name) - 1;
    this.#numbers.set(name, number);
    return number;
  }

  /** Rank by city number. */
  get ranks(): Uint32Array {
    return this.#ranks;
  }

  /** Puts the names registered since the last call in their alphabetical places. */
  rank(): void {
    const names = this.#names;
    const unranked = names.length - this.#alphabetical.length;
    if (unranked === 0) return;
    const compare = (a: number, b: number) => this.#collator.compare(names[a], names[b]);
    for (let number = names.length - unranked; number < names.length; number++) {
      this.#alphabetical.push(number);
    }
    // Nearly sorted already: the sort finds the long run and merges the few new names into it.
    this.#alphabetical.sort(compare);
    this.#ranks = new Uint32Array(names.length);
    let rank = 0;
    this.#alphabetical.forEach((number, index) => {
      if (index > 0 && compare(this.#alphabetical[index - 1], number) !== 0) rank++;
      this.#ranks[number] = rank;
    });
  }
}
