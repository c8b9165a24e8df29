import { LRUCache } from "lru-cache";
import type { MemoryCounts } from "#server/metrics/request-metrics.ts";

/** Label of a group of entries in the metrics. */
export type CacheGroup = "pages" | "tiles and lists";

/** Complete response of status 200, in one content coding, without the headers that every response gets. */
export interface CachedResponse {
  /** Validator of the body in its content coding (RFC 9110, 8.8.3). */
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers of a 304: those that do not describe the body (RFC 9110, 15.4.5). */
  readonly validators: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

interface CacheEntry {
  readonly group: CacheGroup;
  /** Version of the content that the response shows. */
  readonly version: string;
  readonly response: CachedResponse;
  /** Memory of the entry. */
  readonly bytes: number;
}

/** Response to be looked up. */
export interface CacheLookup {
  readonly group: CacheGroup;
  /** URL, language and content coding. */
  readonly key: string;
  readonly version: string;
}

/** Overhead of an entry in bytes: objects, and its part of the maps and arrays. */
const entryBytes = 600;

/**
 * Responses by key, each valid for one version of the content, within a number of bytes; the least recently used go
 * first. Concurrent requests for one key and version wait for one response.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, CacheEntry>;
  readonly #pending = new Map<string, Promise<CachedResponse | null>>();
  readonly #counts = {
    pages: { hits: 0, misses: 0, bytes: 0, entries: 0 },
    "tiles and lists": { hits: 0, misses: 0, bytes: 0, entries: 0 },
  };

  /** @param maxBytes memory of all entries */
  constructor(maxBytes: number) {
    const count = ({ group, bytes }: CacheEntry, sign: 1 | -1) => {
      this.#counts[group].bytes += sign * bytes;
      this.#counts[group].entries += sign;
    };
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => bytes,
      onInsert: (entry) => count(entry, 1),
      dispose: (entry) => count(entry, -1),
    });
  }

  /** Requests, and current bytes and entries, of a group. */
  counts(group: CacheGroup): MemoryCounts {
    return { ...this.#counts[group] };
  }

  /**
   * The cached response, or what `make` returns, which is then cached; null where the response cannot be shared. While
   * another request makes the response, this one waits for that.
   *
   * @param make makes the request's own response; null where it must not be cached
   * @returns the response, and whether it is another request's
   */
  async get(
    { group, key, version }: CacheLookup,
    make: () => Promise<CachedResponse | null>,
  ): Promise<{ readonly response: CachedResponse | null; readonly isHit: boolean }> {
    const entry = this.#entries.get(key);
    const pendingKey = `${version} ${key}`;
    const cached = entry?.version === version ? entry.response : this.#pending.get(pendingKey);
    const response = cached instanceof Promise ? await cached : cached;
    if (response) {
      this.#counts[group].hits++;
      return { response, isHit: true };
    }
    this.#counts[group].misses++;
    // It could not be cached for the request before; each of those that have waited makes its own.
    if (cached) return { response: await make(), isHit: false };
    const { promise, resolve } = Promise.withResolvers<CachedResponse | null>();
    this.#pending.set(pendingKey, promise);
    let made: CachedResponse | null = null;
    try {
      made = await make();
      if (made !== null) {
        const bytes = bytesOf(made, key + version);
        this.#entries.set(key, { group, version, response: made, bytes });
      }
    } finally {
      this.#pending.delete(pendingKey);
      resolve(made);
    }
    return { response: made, isHit: false };
  }
}

/** Memory of an entry. Text counts as two bytes a character, the most that V8 takes. */
function bytesOf({ etag, headers, body }: CachedResponse, names: string): number {
  const texts = [names, etag, ...Object.entries(headers).flat()];
  return body.byteLength + 2 * texts.join("").length + entryBytes;
}
