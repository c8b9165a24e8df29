import { type Coordinates, parseDecimals } from "#domain/geography/coordinates.ts";
import type { FieldFault } from "#domain/reading/field-reader.ts";
import { QueryReader } from "#domain/reading/query-reader.ts";

/** Radius around a new place within which the form shows similar places (docs/product#similar-places). */
export const similarPlaceRadiusMeters = 75;

/** Maximum number of similar places that the form shows (docs/product#similar-places). */
export const maxSimilarPlaces = 10;

/** Maximum radius of a query, in metres (docs/product#similar-places). */
export const maxSimilarRadiusMeters = 1000;

/** A query for the places near a new one. */
export interface SimilarPlacesQuery {
  readonly origin: Coordinates;
  /** Whole metres, 1…1000. */
  readonly radiusMeters: number;
}

/** Reads `lng` and `lat`, in plain decimals, and `radius`; any other parameter is a fault. */
export function parseSimilarPlacesQuery(
  params: URLSearchParams,
): { ok: true; query: SimilarPlacesQuery } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const longitude = reader.read("lng", (text) => parseDegrees(text, 180), null);
  const latitude = reader.read("lat", (text) => parseDegrees(text, 90), null);
  const radiusMeters = reader.readCount("radius", maxSimilarRadiusMeters, similarPlaceRadiusMeters);
  if (longitude === null) reader.reject("lng");
  if (latitude === null) reader.reject("lat");
  const faults = reader.faults({ ignoreUnknownParameters: false });
  if (faults.length > 0 || longitude === null || latitude === null) return { ok: false, faults };
  return { ok: true, query: { origin: [longitude, latitude], radiusMeters } };
}

function parseDegrees(text: string, limit: number): number | null {
  const degrees = parseDecimals(text, 1)?.[0] ?? null;
  return degrees !== null && Math.abs(degrees) <= limit ? degrees : null;
}
