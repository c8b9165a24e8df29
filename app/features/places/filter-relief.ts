import {
  type PlaceFilterName,
  type PlaceFilters,
  placeFilterNames,
} from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";

/**
 * The filter to turn off in an empty list: the one that excludes the most places. A single active filter is
 * that one, provided that there are places without it.
 *
 * @param countPlaces number of places that meet a query
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

/** An active filter, and the number of places without it. */
export interface FilterRelief {
  readonly filter: PlaceFilterName;
  readonly total: number;
}

/** The active filters, in the order of the filter bar. */
export function activeFilters(filters: PlaceFilters): PlaceFilterName[] {
  return placeFilterNames.filter((name) => filters[name]);
}

/**
 * The filter that excludes the most places from an empty list; of equals the first. Null where turning off a
 * single filter shows no place.
 */
export function strictestFilter(reliefs: readonly FilterRelief[]): FilterRelief | null {
  let strictest: FilterRelief | null = null;
  for (const relief of reliefs) {
    if (relief.total > (strictest?.total ?? 0)) strictest = relief;
  }
  return strictest;
}
