import type { LRUCache } from "lru-cache";

/** Cached value of a key; else the computed one, which is then cached. */
export function memoize<Value extends object>(
  cache: LRUCache<string, Value>,
  key: string,
  compute: () => Value,
): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = compute();
  cache.set(key, value);
  return value;
}
