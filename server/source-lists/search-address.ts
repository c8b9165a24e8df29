import type { Coordinates } from "#domain/geography/coordinates.ts";
import { fallbackLanguage } from "#domain/text/language.ts";
import type { GeoProvider } from "#server/geo/geo.ts";

/** Time limit of the search for one address. */
const timeoutMs = 5_000;

/**
 * Search for the addresses of a list, in the extracts alone: a list has too many for an open service.
 *
 * @param country ISO 3166-1 alpha-2
 */
export function createAddressSearch(extracts: Pick<GeoProvider, "search">, country: string) {
  return async (address: string): Promise<Coordinates | null> => {
    const found = await extracts.search(address, {
      ...{ language: fallbackLanguage, signal: AbortSignal.timeout(timeoutMs) },
      ...{ near: null, sessionToken: null, countries: [country], limit: 1 },
    });
    const [first] = found.ok ? found.value : [];
    return first ? [first.longitude, first.latitude] : null;
  };
}
