import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { MapPageQuery } from "#domain/map/map-page-query.ts";
import { type PlaceListQuery, placeListSearch } from "#domain/place/place-list-query.ts";

/** Maximum number of places in the list beside the map. */
const placesBesideMap = 20;

/** Query for the places of an area that meet the page's filters, nearest to a point first. */
export function nearbyListQuery(
  { filters, includeUnknown }: Pick<MapPageQuery, "filters" | "includeUnknown">,
  near: Coordinates,
  bbox: BoundingBox | null,
  perPage: number = placesBesideMap,
): PlaceListQuery {
  return { page: 1, perPage, sort: "distance", filters, includeUnknown, near, bbox };
}

/** The page's filters alone as a query string, for tiles; empty without any. */
export function filterSearch({
  filters,
  includeUnknown,
}: Pick<MapPageQuery, "filters" | "includeUnknown">): string {
  const query = nearbyListQuery({ filters, includeUnknown }, [0, 0], null, 10);
  return placeListSearch({ ...query, sort: "added-desc", near: null });
}
