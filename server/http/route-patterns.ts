interface Pattern {
  readonly pattern: string;
  /** Parts between the slashes; null for a part that may be anything. */
  readonly parts: readonly (string | null)[];
}

/** Label of a path that no pattern fits, so that invented paths do not make new labels. */
export const unknownRoute = "unknown";
/** Label of a file that is served as it is. */
const fileRoute = "file";

const dataEnding = ".data";

/**
 * Finds the pattern of a path, such as `/places/:id/edit` for `/places/7/edit`, for metrics that must not hold
 * what was asked for. There are as many answers as patterns, and twice that with the data of pages.
 */
export class RoutePatterns {
  readonly #whole = new Map<string, string>();
  readonly #byLength = new Map<number, Pattern[]>();
  readonly #beginnings: (readonly [beginning: string, pattern: string])[] = [];

  /** @param patterns as a router has them: `:name` is one part, and a last `*` is all that follows */
  constructor(patterns: Iterable<string>) {
    for (const pattern of patterns) {
      if (pattern.endsWith("/*")) this.#beginnings.push([pattern.slice(0, -1), pattern]);
      else if (pattern.includes("/:")) this.#add(pattern);
      else this.#whole.set(pattern, pattern);
    }
    // The pattern with the fewest variable parts is the one that a router takes.
    for (const list of this.#byLength.values()) list.sort((a, b) => variables(a) - variables(b));
  }

  #add(pattern: string): void {
    const parts = pattern.split("/").map((part) => (part.startsWith(":") ? null : part));
    const list = this.#byLength.get(parts.length) ?? [];
    list.push({ pattern, parts });
    this.#byLength.set(parts.length, list);
  }

  /** @param path without its query */
  of(path: string): string {
    return this.#find(path) ?? this.#ofData(path) ?? (isFile(path) ? fileRoute : unknownRoute);
  }

  #find(path: string): string | null {
    const whole = this.#whole.get(path);
    if (whole !== undefined) return whole;
    const asked = path.split("/");
    for (const { pattern, parts } of this.#byLength.get(asked.length) ?? []) {
      if (parts.every((part, at) => part === null || part === asked[at])) return pattern;
    }
    for (const [beginning, pattern] of this.#beginnings) {
      if (path.startsWith(beginning)) return pattern;
    }
    return null;
  }

  /** Pattern of the address by which the router's script asks for a page's data. */
  #ofData(path: string): string | null {
    if (!path.endsWith(dataEnding)) return null;
    const page = path === "/_root.data" ? "/" : path.slice(0, -dataEnding.length);
    const pattern = this.#find(page);
    return pattern === null ? null : `${pattern}${dataEnding}`;
  }
}

function variables({ parts }: Pattern): number {
  return parts.filter((part) => part === null).length;
}

/** Pages have no ending. */
function isFile(path: string): boolean {
  return path.lastIndexOf(".") > path.lastIndexOf("/");
}
