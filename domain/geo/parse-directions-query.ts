import { type Coordinates, parseCoordinates } from "#domain/coordinates.ts";
import type { FieldFault } from "#domain/field-fault.ts";
import type { Language } from "#domain/language.ts";
import { QueryReader } from "#domain/query-reader.ts";
import { readGeoLanguage } from "./search-scope.ts";

/** A question for the way on foot. */
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
