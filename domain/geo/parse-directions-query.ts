import { type Coordinates, parseCoordinates } from "#domain/coordinates.ts";
import type { FieldFault } from "#domain/field-fault.ts";
import { type Language, toLanguage } from "#domain/language.ts";
import { QueryReader } from "#domain/query-reader.ts";

/** A question for the way on foot. */
export interface DirectionsQuery {
  readonly from: Coordinates;
  readonly to: Coordinates;
  readonly language: Language | null;
}

/** Reads `from` and `to`, each `lng,lat`, and `lang`. */
export function parseDirectionsQuery(
  params: URLSearchParams,
): { ok: true; query: DirectionsQuery } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const from = reader.read("from", parseCoordinates, null);
  const to = reader.read("to", parseCoordinates, null);
  const language = reader.read("lang", toLanguage, null);
  if (from === null) reader.reject("from");
  if (to === null) reader.reject("to");
  const faults = reader.faults({ ignoreUnknownParameters: false });
  if (from === null || to === null || faults.length > 0) return { ok: false, faults };
  return { ok: true, query: { from, to, language } };
}
