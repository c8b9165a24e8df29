/** The four filters; a place is shown only when it meets every one that is on (docs/product#filters). */
export interface PlaceFilters {
  readonly accessible: boolean;
  readonly free: boolean;
  readonly public: boolean;
  /** Open now, by the place's own clock. */
  readonly open: boolean;
}

/** The filters' names on the wire and in addresses, in the order of the filter bar. */
export const placeFilterNames = ["accessible", "free", "public", "open"] as const;

export type PlaceFilterName = (typeof placeFilterNames)[number];

/** Filters at the start of a visit: all off. */
export const noFilters: PlaceFilters = {
  accessible: false,
  free: false,
  public: false,
  open: false,
};

/** Whether a place costs nothing: its price is 0 or not given (docs/product#prices). */
export function isFree(price: number | null): boolean {
  return price === null || price === 0;
}
