import type { GeoAddress, GeoConfidence } from "#domain/geo/geo-address.ts";
import type { GeoPrecision } from "#domain/geo/geo-precision.ts";
import type { PhotonFeature } from "./photon-schema.ts";

const maxTextCharacters = 200;

/** The feature as an address; null for what is larger than a settlement. */
export function toAddress(
  { geometry, properties }: PhotonFeature,
  confidence: GeoConfidence,
): GeoAddress | null {
  const precision = precisionOf(properties);
  if (precision === null) return null;
  const { name, street, housenumber, district, city, county, state } = properties;
  const [longitude, latitude] = geometry.coordinates;
  const isSettlement = precision === "settlement";
  const address: GeoAddress = {
    address_line1: precision === "street" ? name : [street, housenumber].filter(Boolean).join(" "),
    address_line2: precision === "district" ? name : isSettlement ? "" : ownNameOf(properties),
    place: isSettlement ? name : city || district,
    county: county || state,
    postcode: properties.postcode,
    country: /^[A-Za-z]{2}$/.test(properties.countrycode)
      ? properties.countrycode.toUpperCase()
      : "",
    latitude,
    longitude,
    confidence,
    precision,
  };
  return Object.values(address).every((value) => String(value).length <= maxTextCharacters)
    ? address
    : null;
}

function precisionOf({
  type,
  street,
  housenumber,
}: PhotonFeature["properties"]): GeoPrecision | null {
  if (housenumber !== "" && street !== "") return "address";
  switch (type) {
    case "house":
      return street === "" ? "district" : "street";
    case "street":
      return "street";
    case "locality":
    case "district":
      return "district";
    case "city":
      return "settlement";
    default:
      return null;
  }
}

/** The name of a shop or a building, which stands at the address but is none itself. */
function ownNameOf({ type, name, street }: PhotonFeature["properties"]): string {
  return type === "house" && name !== street ? name : "";
}
