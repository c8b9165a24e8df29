import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { filteringOf, type PlaceFiltering } from "#domain/place/place-filters.ts";
import { type PlaceListQuery, placeListSearch } from "#domain/place/place-list-query.ts";

/** Maximum number of places in the list beside the map. */
const placesBesideMap = 20;

/** Query for the places of an area that meet the page's filters, nearest to a point first. */
export function nearbyListQuery(
  filtering: PlaceFiltering,
  near: Coordinates,
  bbox: BoundingBox | null,
  perPage: number = placesBesideMap,
): PlaceListQuery {
  return { page: 1, perPage, sort: "near", ...filteringOf(filtering), near, bbox };
}

/** The filters of a place list's query string, as `filterSearch` writes them. */
export function filtersOfSearch(search: string): string {
  const pairs = search.replace("?", "").split("&");
  const filters = pairs.filter((pair) => !/^(?:page|per_page|sort|near|bbox)=/.test(pair));
  return filters.join("") === "" ? "" : `?${filters.join("&")}`;
}

/** The page's filters alone as a query string, for tiles; empty without any. */
export function filterSearch(filtering: PlaceFiltering): string {
  const query = nearbyListQuery(filtering, [0, 0], null, 10);
  return placeListSearch({ ...query, sort: "added-desc", near: null });
}
