import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import { type Coordinates, roundDegrees } from "#domain/geography/coordinates.ts";
import { degreesWithin, distanceMeters } from "#domain/geography/distance.ts";
import { type FieldFault, FieldReader } from "#domain/reading/field-reader.ts";
import { maxPlacesPerPage } from "#domain/reading/pager.ts";
import type { Place } from "./place.ts";
import { noFilters } from "./place-filters.ts";
import type { PlaceListQuery } from "./place-list-query.ts";

/** Checks `{ longitude, latitude }` from a form or a call; rounded to 6 decimals. */
export function checkPosition(
  input: unknown,
): { ok: true; position: Coordinates } | { ok: false; faults: FieldFault[] } {
  const fields = new FieldReader(input);
  const latitude = fields.read("latitude", (value) => readDegrees(value, 90), 0);
  const longitude = fields.read("longitude", (value) => readDegrees(value, 180), 0);
  const { faults } = fields;
  return faults.length === 0
    ? { ok: true, position: [longitude, latitude] }
    : { ok: false, faults };
}

/** Degrees to 6 decimals; undefined where the value is not a number or beyond the limit, 90 or 180. */
export function readDegrees(value: unknown, limit: number): number | undefined {
  if (typeof value !== "number" || !(Math.abs(value) <= limit)) return undefined;
  return roundDegrees(value);
}

/**
 * Maximum distance of places on one point, in metres: their markers cover each other
 * (docs/product#places-on-one-point).
 */
const samePointMeters = 3;

/** Half the side of the square of the query: rounding an address must not lose a place at the limit. */
const askedMeters = samePointMeters + 1;

/**
 * Query for the places around a point, without the map's filters; `onSamePoint` then picks those that count.
 */
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
  const { high, wide } = degreesWithin(askedMeters, latitude);
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
