/** Cache of at most `capacity` values by key; it evicts the value that was set longest ago. */
export class BoundedCache<Key, Value extends object> {
  readonly #values = new Map<Key, Value>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  /** Sets a value as the newest; replaces an older one of its key. */
  set(key: Key, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#capacity) return;
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest);
      return;
    }
  }

  /** Cached value of a key, or the result of `make`, which is then cached. */
  getOrCompute(key: Key, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value);
    return value;
  }

  values(): IterableIterator<Value> {
    return this.#values.values();
  }

  delete(key: Key): void {
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }
}
