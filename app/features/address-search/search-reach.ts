/** How far the search that answered can see. */
export interface SearchReach {
  /** It knows settlements alone: no streets, no house numbers. */
  readonly isSettlementsOnly: boolean;
  /** A search that knows more was asked first, and did not answer. */
  readonly isFallback: boolean;
}

/** What the API says of it in the headers of an answer (`X-Geo-Level`, `X-Geo-Fallback`). */
export function readSearchReach(headers: Headers): SearchReach {
  return {
    isSettlementsOnly: headers.get("x-geo-level") === "embedded",
    isFallback: headers.get("x-geo-fallback") === "1",
  };
}
