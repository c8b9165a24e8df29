import { TrieRouter } from "hono/router/trie-router";

/** Label of a path without a pattern, so that invented paths do not make new labels. */
export const unknownRoute = "unknown";
/** Label of a static file. */
const fileRoute = "file";

const dataEnding = ".data";

/**
 * Finds the pattern of a path, such as `/places/:id/edit` for `/places/7/edit`, for metrics that must not contain the
 * requested path. There are as many labels as patterns, twice that with the data of pages.
 */
export class RoutePatterns {
  readonly #router = new TrieRouter<string>();

  /** @param patterns in the router's syntax: `:name` is one segment, and a last `*` all that follow */
  constructor(patterns: Iterable<string>) {
    // The pattern with the fewest variable parts is the one that a router takes.
    const ordered = [...patterns].sort((one, other) => variables(one) - variables(other));
    for (const pattern of ordered) this.#router.add("GET", pattern, pattern);
  }

  /** @param path without its query */
  of(path: string): string {
    return this.#find(path) ?? this.#ofData(path) ?? (isFile(path) ? fileRoute : unknownRoute);
  }

  #find(path: string): string | null {
    return this.#router.match("GET", path)[0][0]?.[0] ?? null;
  }

  /** Pattern of the path from which React Router fetches a page's data. */
  #ofData(path: string): string | null {
    if (!path.endsWith(dataEnding)) return null;
    const page = path === "/_root.data" ? "/" : path.slice(0, -dataEnding.length);
    const pattern = this.#find(page);
    return pattern === null ? null : `${pattern}${dataEnding}`;
  }
}

function variables(pattern: string): number {
  return pattern.split(/\/[:*]/).length;
}

/** Pages have no extension. */
function isFile(path: string): boolean {
  return path.lastIndexOf(".") > path.lastIndexOf("/");
}
