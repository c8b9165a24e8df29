import { fetchApi } from "./fetch-api.ts";

/** Border of the operator's area: outlines of areas and of holes in them (docs/product#border). */
export interface Border {
  readonly type: "MultiLineString";
  readonly coordinates: [number, number][][];
}

/** Time limit: a map does not wait long for a line on it. */
const limitMs = 3_000;

const known = new Map<string, Promise<Border | null>>();

/** Loads the border once for all maps and forms; null where it does not come. @param path with its content in it */
export function loadBorder(path: string): Promise<Border | null> {
  const loading =
    known.get(path) ??
    fetchApi<Border>(path, { limitMs }).then((result) => (result.ok ? result.body : null));
  known.set(path, loading);
  loading.then((border) => border === null && known.delete(path));
  return loading;
}
