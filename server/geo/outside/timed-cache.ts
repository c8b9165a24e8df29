import { BoundedCache } from "#domain/place-index/bounded-cache.ts";

export interface TimedCacheOptions {
  /** Maximum number of values; the one that was asked for longest ago goes first. */
  readonly capacity: number;
  readonly ttlMs: number;
  readonly nowMs: () => number;
}

/** Keeps values for some time; a value that is asked for counts as newly kept when room is needed. */
export class TimedCache<Value> {
  readonly #options: TimedCacheOptions;
  readonly #entries: BoundedCache<string, { value: Value; expiresAtMs: number }>;

  constructor(options: TimedCacheOptions) {
    this.#options = options;
    this.#entries = new BoundedCache(options.capacity);
  }

  get size(): number {
    return this.#entries.size;
  }

  find(key: string): Value | null {
    const entry = this.#entries.find(key);
    if (!entry) return null;
    if (entry.expiresAtMs <= this.#options.nowMs()) {
      this.#entries.delete(key);
      return null;
    }
    this.#entries.keep(key, entry);
    return entry.value;
  }

  set(key: string, value: Value): void {
    const { ttlMs, nowMs } = this.#options;
    this.#entries.keep(key, { value, expiresAtMs: nowMs() + ttlMs });
  }
}
