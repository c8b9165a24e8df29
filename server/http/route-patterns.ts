interface Pattern {
  readonly pattern: string;
  /** Segments between the slashes; null for a variable one. */
  readonly segments: readonly (string | null)[];
}

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
  readonly #exact = new Map<string, string>();
  readonly #byLength = new Map<number, Pattern[]>();
  readonly #prefixes: (readonly [prefix: string, pattern: string])[] = [];

  /** @param patterns in the router's syntax: `:name` is one segment, and a last `*` all that follow */
  constructor(patterns: Iterable<string>) {
    for (const pattern of patterns) {
      if (pattern.endsWith("/*")) this.#prefixes.push([pattern.slice(0, -1), pattern]);
      else if (pattern.includes("/:")) this.#add(pattern);
      else this.#exact.set(pattern, pattern);
    }
    // The pattern with the fewest variable parts is the one that a router takes.
    for (const list of this.#byLength.values()) list.sort((a, b) => variables(a) - variables(b));
  }

  #add(pattern: string): void {
    const segments = pattern
      .split("/")
      .map((segment) => (segment.startsWith(":") ? null : segment));
    const list = this.#byLength.get(segments.length) ?? [];
    list.push({ pattern, segments });
    this.#byLength.set(segments.length, list);
  }

  /** @param path without its query */
  of(path: string): string {
    return this.#find(path) ?? this.#ofData(path) ?? (isFile(path) ? fileRoute : unknownRoute);
  }

  #find(path: string): string | null {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return exact;
    const segments = path.split("/");
    for (const { pattern, segments: expected } of this.#byLength.get(segments.length) ?? []) {
      if (expected.every((segment, at) => segment === null || segment === segments[at]))
        return pattern;
    }
    for (const [prefix, pattern] of this.#prefixes) {
      if (path.startsWith(prefix)) return pattern;
    }
    return null;
  }

  /** Pattern of the path from which React Router fetches a page's data. */
  #ofData(path: string): string | null {
    if (!path.endsWith(dataEnding)) return null;
    const page = path === "/_root.data" ? "/" : path.slice(0, -dataEnding.length);
    const pattern = this.#find(page);
    return pattern === null ? null : `${pattern}${dataEnding}`;
  }
}

function variables({ segments }: Pattern): number {
  return segments.filter((segment) => segment === null).length;
}

/** Pages have no extension. */
function isFile(path: string): boolean {
  return path.lastIndexOf(".") > path.lastIndexOf("/");
}
