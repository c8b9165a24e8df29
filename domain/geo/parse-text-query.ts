import { type Coordinates, parseCoordinates } from "#domain/coordinates.ts";
import type { FieldFault } from "#domain/field-fault.ts";
import { isHarmlessText } from "#domain/harmless-text.ts";
import { type Language, toLanguage } from "#domain/language.ts";
import { QueryReader } from "#domain/query-reader.ts";
import { textLength } from "#domain/text-length.ts";
import { maxSearchCharacters } from "./geo-limits.ts";

/** A search by text, as suggestions and addresses are asked for. */
export interface GeoTextQuery {
  /** Not empty, trimmed, NFC. */
  readonly text: string;
  /** Null leaves it to what else the request says. */
  readonly language: Language | null;
  /** What is near here comes first. */
  readonly near: Coordinates | null;
  /** Joins the questions of one search for a provider that counts by search. */
  readonly session: string | null;
}

/**
 * Reads `q`, `lang`, `near` and `session`. Without a text the fault is `error.searchtext`
 * (specification, sections 5 and 8).
 */
export function parseGeoTextQuery(
  params: URLSearchParams,
): { ok: true; query: GeoTextQuery } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const query: GeoTextQuery = {
    text: reader.read("q", parseSearchText, ""),
    language: reader.read("lang", toLanguage, null),
    near: reader.read("near", parseCoordinates, null),
    session: reader.read("session", parseGeoSession, null),
  };
  const faults = reader.faults({ ignoreUnknownParameters: false });
  if (query.text === "" && faults.every(({ field }) => field !== "q")) {
    return { ok: false, faults: [{ field: "q", code: "error.searchtext" }, ...faults] };
  }
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}

/** A name of 8 to 64 letters, digits, `-` and `_`, a UUID for instance; null for anything else. */
export function parseGeoSession(text: string): string | null {
  return /^[\w-]{8,64}$/.test(text) ? text : null;
}

function parseSearchText(text: string): string | null {
  const trimmed = text.normalize("NFC").trim();
  const isAllowed = isHarmlessText(trimmed) && textLength(trimmed) <= maxSearchCharacters;
  return isAllowed ? trimmed : null;
}
