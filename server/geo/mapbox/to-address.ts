import type { GeoAddress, GeoConfidence } from "#domain/geo/geo-address.ts";
import type { GeoPrecision } from "#domain/geo/geo-precision.ts";
import type { MapboxFeature } from "./mapbox-schemas.ts";

/** How exact each of Mapbox's kinds of features is; what is larger than a settlement has none. */
const precisions: ReadonlyMap<string, GeoPrecision> = new Map([
  ["address", "address"],
  ["poi", "address"],
  ["street", "street"],
  ["neighborhood", "district"],
  ["postcode", "district"],
  ["locality", "settlement"],
  ["place", "settlement"],
]);

export function precisionOf(featureType: string): GeoPrecision | null {
  return precisions.get(featureType) ?? null;
}

/** The feature as an address; null for what is larger than a settlement. */
export function toAddress(
  { geometry, properties }: MapboxFeature,
  confidence: GeoConfidence,
): GeoAddress | null {
  const { feature_type: type, name, address, context } = properties;
  const precision = precisionOf(type);
  if (precision === null) return null;
  const [longitude, latitude] = geometry.coordinates;
  const settlement = context.place?.name || context.locality?.name || "";
  return {
    address_line1: type === "poi" ? address : isStreet(precision) ? name : "",
    address_line2: type === "poi" || type === "neighborhood" ? name : "",
    place: precision === "settlement" ? name : settlement,
    county: context.region?.name ?? "",
    postcode: type === "postcode" ? name : (context.postcode?.name ?? ""),
    country: (context.country?.country_code ?? "").toUpperCase(),
    longitude,
    latitude,
    confidence,
    precision,
  };
}

function isStreet(precision: GeoPrecision): boolean {
  return precision === "address" || precision === "street";
}
