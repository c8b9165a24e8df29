import type { FieldFault } from "#domain/field-fault.ts";
import { QueryReader } from "#domain/query-reader.ts";
import { type GeoSearchScope, readGeoSearchScope } from "./search-scope.ts";

/** Reads where to look for the places of a category; all of it optional. */
export function parseGeoCategoryQuery(
  params: URLSearchParams,
): { ok: true; query: GeoSearchScope } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const query = readGeoSearchScope(reader, params);
  const faults = reader.faults({ ignoreUnknownParameters: false });
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}
