import type { FieldFault } from "#domain/field-fault.ts";
import { QueryReader } from "#domain/query-reader.ts";
import { type GeoSearchScope, readGeoSearchScope } from "./search-scope.ts";

/**
 * Reads how the address of a suggestion is asked for: the language, and the session that the suggestion
 * came from. The rest of a search's scope is read too, and changes nothing: the suggestion is chosen.
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
