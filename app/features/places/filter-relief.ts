import {
  type PlaceFilterName,
  type PlaceFilters,
  placeFilterNames,
} from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";

/**
 * Which filter to give up where a list is empty: the one that keeps the most places out. With a single
 * filter on, that is it, provided that there are places without it.
 *
 * @param countPlaces how many places a query finds
 */
export async function findFilterRelief(
  query: PlaceListQuery,
  countPlaces: (query: PlaceListQuery) => Promise<number>,
): Promise<FilterRelief | null> {
  const reliefs = await Promise.all(
    activeFilters(query.filters).map(async (filter) => {
      const filters = { ...query.filters, [filter]: false };
      return { filter, total: await countPlaces({ ...query, filters, page: 1, perPage: 1 }) };
    }),
  );
  return strictestFilter(reliefs);
}

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
