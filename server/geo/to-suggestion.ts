import type { GeoAddress } from "#domain/geo/geo-address.ts";
import type { GeoLevel } from "#domain/geo/geo-level.ts";
import type { GeoSuggestion } from "#domain/geo/geo-suggestion.ts";
import type { Language } from "#domain/language.ts";
import { toAddressId } from "./address-id.ts";
import { countryName } from "./country-name.ts";

/** An address as a suggestion: its most exact part as the name, the rest as where that is. */
export function toSuggestion(
  address: GeoAddress,
  { language, level }: { language: Language; level: GeoLevel },
): GeoSuggestion {
  const { address_line1, address_line2, place, county, postcode } = address;
  const settlement = [postcode, place].filter(Boolean).join(" ");
  const country = countryName(address.country, language);
  const [name, ...where] =
    address.precision === "settlement"
      ? [place, county]
      : [address_line2, address_line1, settlement].filter(Boolean);
  return {
    id: toAddressId(address, level),
    name,
    detail: [...where, country].filter((part) => part !== "" && part !== name).join(", "),
    precision: address.precision,
  };
}
