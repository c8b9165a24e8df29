import {
  type PlaceFilterName,
  type PlaceFilters,
  placeFilterNames,
} from "#domain/place-filters.ts";

/** A filter that is on, and how many places there would be without it. */
export interface FilterRelief {
  readonly filter: PlaceFilterName;
  readonly total: number;
}

/** The filters that are on, in the order of the filter bar. */
export function activeFilters(filters: PlaceFilters): PlaceFilterName[] {
  return placeFilterNames.filter((name) => filters[name]);
}

/**
 * The filter that keeps the most places out of an empty list: the one to give up first. Of equals the
 * first counts. Null where giving up any one of them helps nobody.
 */
export function strictestFilter(reliefs: readonly FilterRelief[]): FilterRelief | null {
  let strictest: FilterRelief | null = null;
  for (const relief of reliefs) {
    if (relief.total > (strictest?.total ?? 0)) strictest = relief;
  }
  return strictest;
}
