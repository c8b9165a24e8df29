import * as v from "valibot";
import { type Coordinates, parseCoordinates } from "#domain/geography/coordinates.ts";
import type { DeepReadonly } from "#domain/reading/check-fields.ts";
import { placesPerPage } from "#domain/reading/page-sizes.ts";
import { flag, parameter } from "#domain/reading/read-query.ts";
import { placeSchema } from "./place.ts";
import type { PlaceFiltering } from "./place-filters.ts";
import { checkFilters, filterEntries, filtersOf, placeListSearch } from "./place-list-query.ts";
import { defaultPlaceSort } from "./place-sort.ts";

/** Maximum distance of a near place, straight, in metres (docs/product#nearest-open-place). */
export const walkLimitMeters = 3_000;

/**
 * A query for the nearest open place: the visitor's position, and the filters. The filter `open`: only places
 * that are surely open, unless `includeUnknown` adds those of unknown opening times.
 */
export interface NearestPlacesQuery extends PlaceFiltering {
  readonly near: Coordinates;
}

/**
 * The nearest places, each with its distance. Every visitor may enter and can open both: neither is for
 * guests only or for the holders of a key (docs/product#nearest-open-place).
 */
export const nearestPlacesSchema = /* @__PURE__ */ (() =>
  v.object({
    open: v.pipe(
      v.nullable(placeSchema),
      v.description(
        "nearest place that is certainly open now; null where none is within the limit",
      ),
    ),
    /** Null where there is none, or where the open place is nearer. */
    unknown: v.pipe(
      v.nullable(placeSchema),
      v.description("nearer place whose opening times are not known"),
    ),
    limit_meters: v.pipe(v.literal(walkLimitMeters), v.description("a walk, straight")),
  }))();

export type NearestPlaces = DeepReadonly<v.InferOutput<typeof nearestPlacesSchema>>;

/** Parameters of the nearest places: `near`, which is required, and the filters as lists have them. */
export const nearestPlacesQuerySchema = /* @__PURE__ */ (() =>
  v.pipe(
    v.object({
      near: v.pipe(parameter(parseCoordinates), v.description("lng,lat")),
      ...filterEntries,
      open: flag("without places whose opening times are not known"),
    }),
    checkFilters(),
    v.transform((fields): NearestPlacesQuery => ({ near: fields.near, ...filtersOf(fields) })),
  ))();

/** Writes the query: `?` and its parameters. */
export function nearestPlacesSearch(query: NearestPlacesQuery): string {
  const asList = { page: 1, perPage: placesPerPage, sort: defaultPlaceSort, bbox: null };
  return placeListSearch({ ...query, ...asList });
}
