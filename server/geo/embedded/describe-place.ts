import type { GeoAddress, GeoConfidence } from "#domain/geo/geo-address.ts";
import type { GeoSuggestion } from "#domain/geo/geo-suggestion.ts";
import type { Language } from "#domain/language.ts";
import { countryName } from "#server/geo/country-name.ts";
import type { GazetteerPlace } from "./gazetteer-place.ts";

/** The place as a suggestion. Its id is `s` and GeoNames' number, or `d` and the district's. */
export function toSuggestion(place: GazetteerPlace, language: Language): GeoSuggestion {
  const { settlement } = place;
  const name = settlement.names[language];
  const country = countryName(settlement.country, language);
  if (place.kind === "district") {
    const { number, names } = place.district;
    return {
      id: `embedded.d${number}`,
      name: `${name} ${districtName(place.district.roman, language)}`,
      detail: [names[0], country].join(", "),
      precision: "district",
    };
  }
  const county = settlement.county === name ? "" : settlement.county;
  return {
    id: `embedded.s${settlement.id}`,
    name,
    detail: [county, country].filter((part) => part !== "").join(", "),
    precision: "settlement",
  };
}

/** The place as an address without a street; its point is one in the middle, or any, of it. */
export function toAddress(
  place: GazetteerPlace,
  language: Language,
  confidence: GeoConfidence,
): GeoAddress {
  const { settlement } = place;
  const [longitude, latitude] = place.kind === "district" ? place.position : settlement.position;
  return {
    address_line1: "",
    address_line2: place.kind === "district" ? districtName(place.district.roman, language) : "",
    place: settlement.names[language],
    county: settlement.county,
    postcode: "",
    country: settlement.country,
    latitude,
    longitude,
    confidence,
    precision: place.kind,
  };
}

function districtName(roman: string, language: Language): string {
  if (language === "en") return `District ${roman}`;
  return language === "de" ? `${roman}. Bezirk` : `${roman}. kerület`;
}
