import {
  type Coordinates,
  isOnEarth,
  parseCoordinates,
  parseDecimals,
} from "#domain/geography/coordinates.ts";
import type { FieldFault } from "#domain/reading/field-reader.ts";
import { QueryReader } from "#domain/reading/query-reader.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import type { Language } from "#domain/text/language.ts";
import { textLength } from "#domain/text/text-length.ts";
import { maxSearchCharacters } from "./geo-address.ts";
import { type GeoSearchScope, readGeoLanguage, readGeoSearchScope } from "./geo-search-scope.ts";

/** A search by text, for suggestions or for addresses. */
export interface GeoTextQuery extends GeoSearchScope {
  /** Not empty, trimmed, NFC. */
  readonly text: string;
}

/** Reads `q` and the scope of a search. Without a text the fault is `error.searchtext`. */
export function parseGeoTextQuery(
  params: URLSearchParams,
): { ok: true; query: GeoTextQuery } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const text = reader.read("q", parseSearchText, "");
  const query: GeoTextQuery = { text, ...readGeoSearchScope(reader, params) };
  const faults = reader.faults({ ignoreUnknownParameters: false });
  if (query.text === "" && faults.every(({ field }) => field !== "q")) {
    return { ok: false, faults: [{ field: "q", code: "error.searchtext" }, ...faults] };
  }
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}

function parseSearchText(text: string): string | null {
  const trimmed = text.normalize("NFC").trim();
  const isAllowed = isHarmlessText(trimmed) && textLength(trimmed) <= maxSearchCharacters;
  return isAllowed ? trimmed : null;
}

/** Reads the scope of a search by category; every parameter is optional. */
export function parseGeoCategoryQuery(
  params: URLSearchParams,
): { ok: true; query: GeoSearchScope } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const query = readGeoSearchScope(reader, params);
  const faults = reader.faults({ ignoreUnknownParameters: false });
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}

/** A query for the address of a point. */
export interface GeoPositionQuery {
  readonly position: Coordinates;
  readonly language: Language | null;
}

/**
 * Reads `lng` and `lat`, or `longitude` and `latitude`, and the language; a coordinate that is missing or
 * outside ±180/±90 is a fault. The rest of a search's scope (`types`, `limit`) is read too and changes
 * nothing: one point has one address.
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

/** Reads a point's two parameters; both are required. */
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

/** A query for a walking route. */
export interface DirectionsQuery {
  readonly from: Coordinates;
  readonly to: Coordinates;
  readonly language: Language | null;
}

/** Reads `from` and `to`, each `lng,lat`, and `lang` or `language`. */
export function parseDirectionsQuery(
  params: URLSearchParams,
): { ok: true; query: DirectionsQuery } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const from = reader.read("from", parseCoordinates, null);
  const to = reader.read("to", parseCoordinates, null);
  const language = readGeoLanguage(reader, params);
  if (from === null) reader.reject("from");
  if (to === null) reader.reject("to");
  const faults = reader.faults({ ignoreUnknownParameters: false });
  if (from === null || to === null || faults.length > 0) return { ok: false, faults };
  return { ok: true, query: { from, to, language } };
}

/**
 * Reads the query for the address of a suggestion: the language, and the session that the suggestion came
 * from. The rest of a search's scope is read too and changes nothing: the suggestion is already chosen.
 */
export function parseRetrieveQuery(
  params: URLSearchParams,
):
  | { ok: true; query: Pick<GeoSearchScope, "language" | "session"> }
  | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const query = readGeoSearchScope(reader, params);
  const faults = reader.faults({ ignoreUnknownParameters: false });
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}
