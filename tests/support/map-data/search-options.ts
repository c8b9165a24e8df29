import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Language } from "#domain/text/language.ts";
import type { GeoSearchOptions } from "#server/geo/geo.ts";

/** Options of an address search without an abort signal. */
export function searchOptions(
  language: Language = "hu",
  near: Coordinates | null = null,
): GeoSearchOptions {
  return { language, near, sessionToken: null, signal: new AbortController().signal };
}
