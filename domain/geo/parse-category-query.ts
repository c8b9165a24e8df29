import { type Coordinates, parseCoordinates } from "#domain/coordinates.ts";
import type { FieldFault } from "#domain/field-fault.ts";
import { type Language, toLanguage } from "#domain/language.ts";
import { QueryReader } from "#domain/query-reader.ts";

/** Where to look for the places of a category, and the language of the answer. */
export interface GeoCategoryQuery {
  readonly near: Coordinates | null;
  readonly language: Language | null;
}

/** Reads `near` and `lang`, both optional. */
export function parseGeoCategoryQuery(
  params: URLSearchParams,
): { ok: true; query: GeoCategoryQuery } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const query: GeoCategoryQuery = {
    near: reader.read("near", parseCoordinates, null),
    language: reader.read("lang", toLanguage, null),
  };
  const faults = reader.faults({ ignoreUnknownParameters: false });
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}
