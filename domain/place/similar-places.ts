import * as v from "valibot";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { latitudeParameter, longitudeParameter } from "#domain/geography/position-schema.ts";
import { described } from "#domain/validation/described.ts";
import { count } from "#domain/validation/parse-query.ts";
import { placeSchema } from "./place.ts";

/** Radius around a new place within which the form shows similar places (docs/product#similar-places). */
export const similarPlaceRadiusMeters = 75;

/** Maximum number of similar places that the form shows (docs/product#similar-places). */
export const maxSimilarPlaces = 10;

/** Maximum radius of a query, in metres (docs/product#similar-places). */
const maxSimilarRadiusMeters = 1000;

export interface SimilarPlacesQuery {
  readonly origin: Coordinates;
  /** Whole metres, 1…1000. */
  readonly radiusMeters: number;
}

export const similarPlacesQuerySchema = v.pipe(
  v.object({
    lng: longitudeParameter,
    lat: latitudeParameter,
    radius: v.optional(
      described(count(maxSimilarRadiusMeters), "metres"),
      String(similarPlaceRadiusMeters),
    ),
  }),
  v.transform(
    ({ lng, lat, radius }): SimilarPlacesQuery => ({ origin: [lng, lat], radiusMeters: radius }),
  ),
);

/** The places near a new one, nearest first. */
export const similarPlacesSchema = /* @__PURE__ */ (() =>
  v.object({ places: v.pipe(v.array(placeSchema), v.maxLength(maxSimilarPlaces)) }))();
