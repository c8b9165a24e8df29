/**
 * The distinct names of cities, each with a number that stays as long as a place bears the name, and
 * their ranks in Hungarian alphabetical order. Names that the order doesn't tell apart share a rank.
 */
export class CityDictionary {
  readonly #collator = new Intl.Collator("hu");
  readonly #numbers = new Map<string, number>();
  /** Null for a number that is free. */
  readonly #names: (string | null)[] = [];
  readonly #free: number[] = [];
  readonly #unranked: number[] = [];
  /** City numbers in alphabetical order, as far as they have been ranked. */
  #alphabetical: number[] = [];
  #ranks = new Uint32Array(0);

  /** How many names there are. */
  get size(): number {
    return this.#numbers.size;
  }

  /** All numbers are below this one. */
  get numberLimit(): number {
    return this.#names.length;
  }

  /** The number of a city, a new one for a new name. A new name has no rank before `rank()`. */
  register(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#free.pop() ?? this.#names.length;
    this.#names[number] = name;
    this.#numbers.set(name, number);
    this.#unranked.push(number);
    return number;
  }

  /** Forgets the names whose numbers are not marked; these are given to other names. */
  keepOnly(isUsed: Uint8Array): void {
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

  /** Rank by city number. */
  get ranks(): Uint32Array {
    return this.#ranks;
  }

  /** Puts the names registered since the last call in their alphabetical places. */
  rank(): void {
    if (this.#unranked.length === 0) return;
    const names = this.#names;
    const compare = (a: number, b: number) =>
      this.#collator.compare(names[a] ?? "", names[b] ?? "");
    for (const number of this.#unranked.splice(0)) this.#alphabetical.push(number);
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
