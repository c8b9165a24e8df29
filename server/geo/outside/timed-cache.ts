export interface TimedCacheOptions {
  /** At most so many values; the one that was asked for longest ago goes first. */
  readonly capacity: number;
  readonly keepMs: number;
  readonly nowMs: () => number;
}

/** Keeps values for some time, in memory and within bounds. */
export class TimedCache<Value> {
  readonly #options: TimedCacheOptions;
  readonly #entries = new Map<string, { value: Value; keptUntilMs: number }>();

  constructor(options: TimedCacheOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  find(key: string): Value | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    this.#entries.delete(key);
    if (entry.keptUntilMs <= this.#options.nowMs()) return null;
    this.#entries.set(key, entry);
    return entry.value;
  }

  keep(key: string, value: Value): void {
    const { capacity, keepMs, nowMs } = this.#options;
    this.#entries.delete(key);
    this.#entries.set(key, { value, keptUntilMs: nowMs() + keepMs });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= capacity) break;
      this.#entries.delete(oldest);
    }
  }
}
