import { type Coordinates, parseCoordinates } from "#domain/geography/coordinates.ts";
import type { FieldFault } from "#domain/reading/field-reader.ts";
import { placesPerPage } from "#domain/reading/pager.ts";
import { QueryReader } from "#domain/reading/query-reader.ts";
import type { Place } from "./place.ts";
import type { PlaceFilters } from "./place-filters.ts";
import { placeListSearch, readPlaceFilters } from "./place-list-query.ts";
import { defaultPlaceSort } from "./place-sort.ts";

/** How far a visitor walks to a toilet, straight, in metres; what lies beyond is not near. */
export const walkLimitMeters = 3_000;

/** Where the visitor is, and which places fit. */
export interface NearestPlacesQuery {
  readonly near: Coordinates;
  /** `open`: only those that are surely open, unless `includeUnknown` lets others in again. */
  readonly filters: PlaceFilters;
  readonly includeUnknown: boolean;
}

/**
 * What is near, each with its distance. Both are places that everyone may enter and can open: neither for
 * guests only nor for the holders of a key.
 */
export interface NearestPlaces {
  /** The nearest that is surely open now. */
  readonly open: Place | null;
  /** One that is nearer, or the only one near, and whose opening times are not known. */
  readonly unknown: Place | null;
  /** What lies farther is left out, in metres. */
  readonly limit_meters: number;
}

/** Reads `near`, which must be there, and the filters as lists take them; any other parameter is a fault. */
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

/** The one way to write it: `?` and its parameters. */
export function nearestPlacesSearch(query: NearestPlacesQuery): string {
  const asList = { page: 1, perPage: placesPerPage, sort: defaultPlaceSort, bbox: null };
  return placeListSearch({ ...query, ...asList });
}
