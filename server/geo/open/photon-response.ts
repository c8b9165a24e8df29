import * as v from "valibot";
import type {
  GeoAddress,
  GeoConfidence,
  GeoPrecision,
} from "#domain/address-search/geo-address.ts";

const text = v.optional(v.string(), "");

/** Parsed fields of a GeoJSON feature in Photon's response. */
const photonFeatureSchema = v.object({
  geometry: v.object({
    coordinates: v.tuple([
      v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
      v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    ]),
  }),
  properties: v.object({
    /** `house`, `street`, `locality`, `district`, `city`, `county`, `state`, `country`, `other`. */
    type: text,
    name: text,
    street: text,
    housenumber: text,
    postcode: text,
    district: text,
    city: text,
    county: text,
    state: text,
    countrycode: text,
  }),
});

export type PhotonFeature = v.InferOutput<typeof photonFeatureSchema>;

export const photonResponseSchema = v.object({ features: v.array(photonFeatureSchema) });

/** Kinds of places by the names that the hosted provider uses, as OpenStreetMap's tags. */
export const photonCategories: ReadonlyMap<string, string> = new Map([
  ["toilet", "amenity:toilets"],
  ["toilets", "amenity:toilets"],
  ["restroom", "amenity:toilets"],
  ["cafe", "amenity:cafe"],
  ["restaurant", "amenity:restaurant"],
  ["gas_station", "amenity:fuel"],
  ["pharmacy", "amenity:pharmacy"],
  ["hospital", "amenity:hospital"],
  ["parking", "amenity:parking"],
  ["train_station", "railway:station"],
  ["supermarket", "shop:supermarket"],
  ["shopping_mall", "shop:mall"],
  ["park", "leisure:park"],
]);

const maxTextCharacters = 200;

/** Address of a feature; null for one larger than a settlement. */
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

/** Name of a shop or a building, which is at the address but is not an address itself. */
function ownNameOf({ type, name, street }: PhotonFeature["properties"]): string {
  return type === "house" && name !== street ? name : "";
}
