import { type Coordinates, parseCoordinates } from "#domain/geography/coordinates.ts";
import type { FieldFault } from "#domain/reading/field-reader.ts";
import { placesPerPage } from "#domain/reading/pager.ts";
import { QueryReader } from "#domain/reading/query-reader.ts";
import type { Place } from "./place.ts";
import type { PlaceFilters } from "./place-filters.ts";
import { placeListSearch, readPlaceFilters } from "./place-list-query.ts";
import { defaultPlaceSort } from "./place-sort.ts";

/** Maximum distance of a near place, straight, in metres (docs/product#nearest-open-place). */
export const walkLimitMeters = 3_000;

/** A query for the nearest open place: the visitor's position, and the filters. */
export interface NearestPlacesQuery {
  readonly near: Coordinates;
  /**
   * `open`: only places that are surely open, unless `includeUnknown` adds those of unknown opening times.
   */
  readonly filters: PlaceFilters;
  readonly includeUnknown: boolean;
}

/**
 * The nearest places, each with its distance. Every visitor may enter and can open both: neither is for
 * guests only or for the holders of a key (docs/product#nearest-open-place).
 */
export interface NearestPlaces {
  /** The nearest place that is surely open now. */
  readonly open: Place | null;
  /** A nearer place, or the only near one, whose opening times are unknown. */
  readonly unknown: Place | null;
  /** Maximum distance, in metres. */
  readonly limit_meters: number;
}

/** Reads `near`, which is required, and the filters as lists have them; any other parameter is a fault. */
export function parseNearestPlacesQuery(
  params: URLSearchParams,
): { ok: true; query: NearestPlacesQuery } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const near = reader.read("near", parseCoordinates, null);
  const filters = readPlaceFilters(reader);
  const includeUnknown = reader.readFlag("unknown");
  if (near === null) reader.reject("near");
  if (includeUnknown && !params.has("open")) reader.reject("unknown");
  const faults = reader.faults({ ignoreUnknownParameters: false });
  if (faults.length > 0 || near === null) return { ok: false, faults };
  return { ok: true, query: { near, filters, includeUnknown } };
}

/** Writes the query: `?` and its parameters. */
export function nearestPlacesSearch(query: NearestPlacesQuery): string {
  const asList = { page: 1, perPage: placesPerPage, sort: defaultPlaceSort, bbox: null };
  return placeListSearch({ ...query, ...asList });
}
