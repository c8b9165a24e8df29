import type { FieldFault } from "#domain/field-fault.ts";
import { isHarmlessText } from "#domain/harmless-text.ts";
import { QueryReader } from "#domain/query-reader.ts";
import { textLength } from "#domain/text-length.ts";
import { maxSearchCharacters } from "./geo-limits.ts";
import { type GeoSearchScope, readGeoSearchScope } from "./search-scope.ts";

/** A search by text, as suggestions and addresses are asked for. */
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
