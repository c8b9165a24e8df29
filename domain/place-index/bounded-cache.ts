/** Keeps values by key, at most `capacity` of them: the one that was kept longest ago goes first. */
export class BoundedCache<Key, Value extends object> {
  readonly #values = new Map<Key, Value>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#values.size;
  }

  find(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  /** Keeps a value as the newest; an older one of its key goes. */
  keep(key: Key, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#capacity) return;
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest);
      return;
    }
  }

  /** The value kept under a key, or the result of `make`, which is then kept. */
  recall(key: Key, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.keep(key, value);
    return value;
  }

  /** All kept values, the oldest first. */
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
