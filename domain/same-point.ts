import type { BoundingBox } from "./bounding-box.ts";
import type { Coordinates } from "./coordinates.ts";
import { distanceMeters } from "./distance.ts";
import { maxPlacesPerPage } from "./pager.ts";
import type { Place } from "./place.ts";
import { noFilters } from "./place-filters.ts";
import type { PlaceListQuery } from "./place-list-query.ts";

/** Places no further apart than this stand on one point: on a map their markers cover each other. */
export const samePointMeters = 3;

/** Half the side of the square that is asked for: rounding an address must not lose a place at the limit. */
const askedMeters = samePointMeters + 1;
/** Metres in a degree of latitude, on the sphere of `distanceMeters`. */
const metersPerDegree = 111_195;

/** Asks for the places around a point, whatever the map's filters leave out; `onSamePoint` says which count. */
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

/** Those of the places that stand on the point. */
export function onSamePoint(point: Coordinates, places: readonly Place[]): Place[] {
  return places.filter(({ coordinates }) => distanceMeters(point, coordinates) <= samePointMeters);
}

function squareAround([longitude, latitude]: Coordinates): BoundingBox {
  const high = askedMeters / metersPerDegree;
  const wide = Math.min(180, high / Math.cos((latitude * Math.PI) / 180));
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
