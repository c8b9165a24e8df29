import { recordOf } from "./place-facts.ts";

/** The filters' names on the wire and in addresses, in the order of the filter bar; `open` comes last. */
export const placeFilterNames = ["accessible", "free", "public", "open"] as const;

export type PlaceFilterName = (typeof placeFilterNames)[number];

/**
 * Which filters are on: a place is shown only when it meets every one of them (docs/product#filters).
 * `open` is open now, by the place's own clock.
 */
export type PlaceFilters = Readonly<Record<PlaceFilterName, boolean>>;

/** The filters, each on where `isOn` says so. */
export function filtersWhere(isOn: (name: PlaceFilterName) => boolean): PlaceFilters {
  return recordOf(placeFilterNames, isOn);
}

/** Filters at the start of a visit: all off. */
export const noFilters: PlaceFilters = filtersWhere(() => false);

/** Whether a place costs nothing: its price is 0 or not given (docs/product#prices). */
export function isFree(price: number | null): boolean {
  return price === null || price === 0;
}

/** Parameters of the filters that are on, `name=1` each, in a fixed order; `unknown` only with the open filter. */
export function filterPairs(filters: PlaceFilters, includeUnknown: boolean): string[] {
  const pairs = placeFilterNames.filter((name) => filters[name]).map((name) => `${name}=1`);
  return filters.open && includeUnknown ? [...pairs, "unknown=1"] : pairs;
}
