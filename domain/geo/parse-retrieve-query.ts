import type { FieldFault } from "#domain/field-fault.ts";
import { type Language, toLanguage } from "#domain/language.ts";
import { QueryReader } from "#domain/query-reader.ts";
import { parseGeoSession } from "./parse-text-query.ts";

/** How the address of a suggestion is asked for. */
export interface RetrieveQuery {
  readonly language: Language | null;
  /** The session that the suggestion came from. */
  readonly session: string | null;
}

/** Reads `lang` and `session`, both optional. */
export function parseRetrieveQuery(
  params: URLSearchParams,
): { ok: true; query: RetrieveQuery } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const query: RetrieveQuery = {
    language: reader.read("lang", toLanguage, null),
    session: reader.read("session", parseGeoSession, null),
  };
  const faults = reader.faults({ ignoreUnknownParameters: false });
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}
