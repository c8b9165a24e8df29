import { describe, expect, it } from "vitest";
import { type CachedResponse, ResponseCache } from "./response-cache.ts";

const responseOf = (etag: string, bytes = 1_000): CachedResponse => ({
  etag,
  headers: {},
  validators: {},
  body: new Uint8Array(bytes),
});

/** Bytes of an entry with a body of 1,000 bytes, and key, version and ETag of one letter each. */
const entryBytes = 1_000 + 2 * 3 + 600;

const lookup = (key: string, version = "1") => ({ group: "pages", key, version }) as const;

/** The ETag that a request gets; `make` returns one named after the key. */
async function get(
  cache: ResponseCache,
  key: string,
  { version = "1", bytes = 1_000, make = async () => responseOf(key, bytes) as never } = {},
) {
  const { response, isHit } = await cache.get(lookup(key, version), make);
  return `${response?.etag ?? "none"} ${isHit ? "hit" : "miss"}`;
}

describe("ResponseCache", () => {
  it("holds a response for its version, and no other, in either direction", async () => {
    const cache = new ResponseCache(100_000);
    expect(await get(cache, "a")).toBe("a miss");
    expect(await get(cache, "a")).toBe("a hit");
    expect(await get(cache, "b")).toBe("b miss");
    expect(await get(cache, "a", { version: "2" })).toBe("a miss");
    expect(await get(cache, "a", { version: "1" })).toBe("a miss");
    expect(cache.counts("pages")).toEqual({
      ...{ hits: 1, misses: 4 },
      ...{ bytes: 2 * entryBytes, entries: 2 },
    });
    expect(cache.counts("tiles and lists").entries).toBe(0);
  });

  it.each([1, 1_000, 9_000])("stays within its bytes with bodies of %i", async (bytes) => {
    const cache = new ResponseCache(40_000);
    for (let number = 0; number < 300; number++) {
      await get(cache, `page ${number}`, { bytes });
      await get(cache, `page ${number % 7}`, { bytes });
      expect(cache.counts("pages").bytes).toBeLessThanOrEqual(40_000);
    }
    expect(cache.counts("pages").entries).toBeGreaterThan(0);
  });

  it("drops the least recently used, to the byte", async () => {
    const cache = new ResponseCache(2 * entryBytes);
    await get(cache, "a");
    await get(cache, "b");
    await get(cache, "a");
    await get(cache, "c");
    expect(await get(cache, "a")).toBe("a hit");
    expect(await get(cache, "b")).toBe("b miss");
  });

  it("does not store a response that is larger than its limit", async () => {
    const cache = new ResponseCache(entryBytes);
    await get(cache, "a", { bytes: 1_001 });
    expect(cache.counts("pages").entries).toBe(0);
    await get(cache, "a", { bytes: 1_000 });
    expect(cache.counts("pages").entries).toBe(1);
  });

  it("makes one response for concurrent requests of one key and version", async () => {
    const cache = new ResponseCache(100_000);
    const made = Promise.withResolvers<CachedResponse>();
    const first = get(cache, "a", { make: () => made.promise as never });
    const second = get(cache, "a", { make: () => Promise.reject(new Error("made twice")) });
    expect(await get(cache, "a", { version: "2" })).toBe("a miss");
    expect(await get(cache, "b")).toBe("b miss");
    made.resolve(responseOf("shared"));
    expect(await Promise.all([first, second])).toEqual(["shared miss", "shared hit"]);
  });

  it("lets the waiting requests make their own where it fails or must not be cached", async () => {
    const cache = new ResponseCache(100_000);
    const failing = get(cache, "a", { make: () => Promise.reject(new Error("broken")) });
    const pending = get(cache, "a");
    await expect(failing).rejects.toThrow("broken");
    expect(await pending).toBe("a miss");
    expect(await get(cache, "b", { make: async () => null as never })).toBe("none miss");
    expect(await get(cache, "b")).toBe("b miss");
    expect(await get(cache, "b")).toBe("b hit");
  });
});
