import { type Coordinates, isOnEarth, parseDecimals } from "#domain/coordinates.ts";
import type { FieldFault } from "#domain/field-fault.ts";
import type { Language } from "#domain/language.ts";
import { QueryReader } from "#domain/query-reader.ts";
import { readGeoSearchScope } from "./search-scope.ts";

/** A question about a point: what is there? */
export interface GeoPositionQuery {
  readonly position: Coordinates;
  readonly language: Language | null;
}

/**
 * Reads `lng` and `lat`, or `longitude` and `latitude`, and the language; what is missing or outside
 * ±180/±90 is a fault. The rest of a search's scope (`types`, `limit`) is read too, and changes nothing:
 * one point has one address.
 */
export function parseGeoPositionQuery(
  params: URLSearchParams,
): { ok: true; query: GeoPositionQuery } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const query: GeoPositionQuery = {
    position: params.has("longitude")
      ? readPosition(reader, params, ["longitude", "latitude"])
      : readPosition(reader, params),
    language: readGeoSearchScope(reader, params).language,
  };
  const faults = reader.faults({ ignoreUnknownParameters: false });
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}

/** Reads a point's two parameters, which must both be there. */
export function readPosition(
  reader: QueryReader,
  params: URLSearchParams,
  [lng, lat]: readonly [string, string] = ["lng", "lat"],
): Coordinates {
  const longitude = reader.read(lng, (text) => parseDegrees(text, 0), 0);
  const latitude = reader.read(lat, (text) => parseDegrees(text, 1), 0);
  for (const name of [lng, lat]) if (!params.has(name)) reader.reject(name);
  return [longitude, latitude];
}

/** @param axis 0 for a longitude, 1 for a latitude */
function parseDegrees(text: string, axis: 0 | 1): number | null {
  const degrees = parseDecimals(text, 1)?.[0] ?? null;
  if (degrees === null) return null;
  return isOnEarth(axis === 0 ? [degrees, 0] : [0, degrees]) ? degrees : null;
}
