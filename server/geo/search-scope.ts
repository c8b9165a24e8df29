import { isInBoundingBox } from "#domain/bounding-box.ts";
import type { GeoAddress } from "#domain/geo/geo-address.ts";
import { maxSuggestions } from "#domain/geo/geo-limits.ts";
import type { GeoSearchOptions } from "./geo-provider.ts";

/**
 * What of the found addresses a search asks for, for levels that cannot be told so before they search.
 * An address whose country is not known is in none.
 */
export function keepInScope<Address extends GeoAddress>(
  addresses: readonly Address[],
  { countries = [], bbox = null, withStreets = true, limit }: GeoSearchOptions,
): Address[] {
  return addresses
    .filter(
      ({ country, longitude, latitude, precision }) =>
        (countries.length === 0 || countries.includes(country)) &&
        (bbox === null || isInBoundingBox([longitude, latitude], bbox)) &&
        (withStreets || precision !== "street"),
    )
    .slice(0, limit ?? maxSuggestions);
}
