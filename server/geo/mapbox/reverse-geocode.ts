import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance.ts";
import type { GeoOptions, GeoResult } from "#server/geo/geo.ts";
import { featuresSchema, type MapboxFeature, toAddress } from "./mapbox-answer.ts";
import { type MapboxClient, mapboxUrl, readJsonAnswer } from "./mapbox-client.ts";

/** Maximum distance of an address that is the point's own. */
const sameSpotMeters = 25;

/**
 * Address at a point, or its street where no address is found (docs/product#address-of-a-position).
 */
export function reverseGeocode(
  client: MapboxClient,
  position: Coordinates,
  { language, signal }: GeoOptions,
): Promise<GeoResult<GeoAddress>> {
  const [longitude, latitude] = position;
  const url = mapboxUrl(client, "search/geocode/v6/reverse", {
    longitude,
    latitude,
    types: "address,street",
    language,
  });
  const read = readJsonAnswer(featuresSchema, ({ features }): GeoResult<GeoAddress> => {
    const ofType = (type: string) =>
      features.find(({ properties }) => properties.feature_type === type);
    const feature = ofType("address") ?? ofType("street");
    const address =
      feature && toAddress(feature, isSameSpot(feature, position) ? "high" : "medium");
    return address ? { ok: true, value: address } : { ok: false, code: "notfound" };
  });
  return client.service.ask({ url, read }, signal);
}

function isSameSpot({ geometry, properties }: MapboxFeature, position: Coordinates): boolean {
  return (
    properties.feature_type === "address" &&
    distanceMeters(geometry.coordinates, position) <= sameSpotMeters
  );
}
