import { type PlaceListQuery, placeListSearch } from "#domain/place-list-query.ts";

/** Where the list stands. */
export const placeListPath = "/places";

/** The list page's address for a query. */
export function placeListAddress(query: PlaceListQuery): string {
  return `${placeListPath}${placeListSearch(query)}`;
}

/** The address of a list that is asked for differently: it starts again at its first page. */
export function changedListAddress(
  query: PlaceListQuery,
  change: Partial<Omit<PlaceListQuery, "page">>,
): string {
  return placeListAddress({ ...query, ...change, page: 1 });
}
