import tzLookup from "tz-lookup";

/**
 * The IANA time zone that a place's opening times are in.
 *
 * Hungary has one zone, whatever the simplified borders of the lookup say; elsewhere the
 * coordinates decide. `country` is ISO 3166-1 alpha-2.
 */
export function timeZoneOf(place: {
  country: string;
  longitude: number;
  latitude: number;
}): string {
  if (place.country === "HU") return "Europe/Budapest";
  return tzLookup(place.latitude, place.longitude);
}
