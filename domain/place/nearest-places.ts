import * as v from "valibot";
import { type Coordinates, parseCoordinates } from "#domain/geography/coordinates.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { described } from "#domain/validation/described.ts";
import { placesPerPage } from "#domain/validation/page-sizes.ts";
import { flag, parameter } from "#domain/validation/parse-query.ts";
import { walkLimitMeters } from "#domain/walking/walking-time.ts";
import { placeSchema } from "./place.ts";
import type { PlaceFiltering } from "./place-filters.ts";
import { checkFilters, filterEntries, filtersOf, placeListSearch } from "./place-list-query.ts";
import { defaultPlaceSort } from "./place-sort.ts";

/**
 * Distance by which a place that is surely open may be farther than one of unknown opening times, and still be
 * the best bet, in metres: a minute's walk.
 */
export const hardlyFartherMeters = 100;

/** A place for customers is offered where a public one is farther than this multiple of its distance, or not near. */
export const customersDetour = 2;

/**
 * A query for the nearest place: the visitor's position, and the filters. The filter `open`: only places that
 * are surely open, unless `includeUnknown` adds those of unknown opening times.
 */
export interface NearestPlacesQuery extends PlaceFiltering {
  readonly near: Coordinates;
}

/** The nearest places that may be offered to every visitor, each with its distance (docs/product#nearest-place). */
export const nearestPlacesSchema = /* @__PURE__ */ (() =>
  v.object({
    /** One of the two below. */
    best: described(
      v.nullable(placeSchema),
      "place to go to: the nearest that is not known to be closed, or one that is certainly open and hardly farther; null where none is within the limit",
    ),
    open: described(
      v.nullable(placeSchema),
      "nearest place that is certainly open now; null where none is within the limit",
    ),
    /** Null where there is none, or where the open place is nearer. */
    unknown: described(v.nullable(placeSchema), "nearer place whose opening times are not known"),
    limit_meters: described(v.literal(walkLimitMeters), "a walk, straight"),
  }))();

export type NearestPlaces = DeepReadonly<v.InferOutput<typeof nearestPlacesSchema>>;

/** Parameters of the nearest places: `near`, which is required, and the filters as lists have them. */
export const nearestPlacesQuerySchema = /* @__PURE__ */ (() =>
  v.pipe(
    v.object({
      near: described(parameter(parseCoordinates), "lng,lat"),
      ...filterEntries,
      open: flag(
        "without places whose opening times are not known, unless likely or unknown is given",
      ),
    }),
    checkFilters(),
    v.transform((fields): NearestPlacesQuery => ({ near: fields.near, ...filtersOf(fields) })),
  ))();

export function nearestPlacesSearch(query: NearestPlacesQuery): string {
  const asList = { page: 1, perPage: placesPerPage, sort: defaultPlaceSort, bbox: null };
  return placeListSearch({ ...query, ...asList });
}
