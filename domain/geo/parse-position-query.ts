import { type Coordinates, isOnEarth, parseDecimals } from "#domain/coordinates.ts";
import type { FieldFault } from "#domain/field-fault.ts";
import { type Language, toLanguage } from "#domain/language.ts";
import { QueryReader } from "#domain/query-reader.ts";

/** A question about a point: what is there? */
export interface GeoPositionQuery {
  readonly position: Coordinates;
  readonly language: Language | null;
}

/** Reads `lng`, `lat` and `lang`; what is missing or outside ±180/±90 is a fault (section 8). */
export function parseGeoPositionQuery(
  params: URLSearchParams,
): { ok: true; query: GeoPositionQuery } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const query: GeoPositionQuery = {
    position: readPosition(reader, params),
    language: reader.read("lang", toLanguage, null),
  };
  const faults = reader.faults({ ignoreUnknownParameters: false });
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}

/** Reads `lng` and `lat`, which must both be there. */
export function readPosition(reader: QueryReader, params: URLSearchParams): Coordinates {
  const longitude = reader.read("lng", (text) => parseDegrees(text, 0), 0);
  const latitude = reader.read("lat", (text) => parseDegrees(text, 1), 0);
  for (const name of ["lng", "lat"]) if (!params.has(name)) reader.reject(name);
  return [longitude, latitude];
}

/** @param axis 0 for a longitude, 1 for a latitude */
function parseDegrees(text: string, axis: 0 | 1): number | null {
  const degrees = parseDecimals(text, 1)?.[0] ?? null;
  if (degrees === null) return null;
  return isOnEarth(axis === 0 ? [degrees, 0] : [0, degrees]) ? degrees : null;
}
