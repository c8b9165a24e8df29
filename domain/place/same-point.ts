import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { degreesWithin, distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { maxPlacesPerPage } from "#domain/validation/page-sizes.ts";
import type { Place } from "./place.ts";
import { noFilters } from "./place-filters.ts";
import type { PlaceListQuery } from "./place-list-query.ts";

/**
 * Maximum distance of places on one point, in metres: their markers cover each other
 * (docs/product#places-on-one-point).
 */
const samePointMeters = 3;

/** Half the side of the square of the query: rounding an address must not lose a place at the limit. */
const searchedMeters = samePointMeters + 1;

/** Query for the places around a point, without the map's filters; `onSamePoint` then picks those that count. */
export function samePointQuery(point: Coordinates): PlaceListQuery {
  return {
    page: 1,
    perPage: maxPlacesPerPage,
    sort: "distance",
    filters: noFilters,
    includeUnknown: false,
    near: point,
    bbox: squareAround(point),
  };
}

/** The places that stand on the point (docs/product#places-on-one-point). */
export function onSamePoint(point: Coordinates, places: readonly Place[]): Place[] {
  return places.filter(({ coordinates }) => distanceMeters(point, coordinates) <= samePointMeters);
}

function squareAround([longitude, latitude]: Coordinates): BoundingBox {
  const { high, wide } = degreesWithin(searchedMeters, latitude);
  return {
    west: aroundTheEarth(longitude - wide),
    south: Math.max(-90, latitude - high),
    east: aroundTheEarth(longitude + wide),
    north: Math.min(90, latitude + high),
  };
}

function aroundTheEarth(longitude: number): number {
  if (longitude < -180) return longitude + 360;
  return longitude > 180 ? longitude - 360 : longitude;
}
