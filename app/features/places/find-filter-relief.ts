import type { PlaceListQuery } from "#domain/place-list-query.ts";
import { activeFilters, type FilterRelief, strictestFilter } from "./strictest-filter.ts";

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
