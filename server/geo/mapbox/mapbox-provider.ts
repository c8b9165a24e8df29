import { randomUUID } from "node:crypto";
import type { GeoAddress, GeoSuggestion } from "#domain/address-search/geo-address.ts";
import type { StaticImageView } from "#domain/address-search/geo-queries.ts";
import { maxSuggestions } from "#domain/address-search/search-limits.ts";
import type { Correction } from "#domain/feedback/correction.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { searchKey } from "#domain/text/search-key.ts";
import type {
  GeoOptions,
  GeoProvider,
  GeoResult,
  RetrieveOptions,
  StaticImage,
} from "#server/geo/geo.ts";
import { serviceUrl } from "#server/geo/outside/service-call.ts";
import { retrieveAutofill, suggestAutofill } from "./autofill.ts";
import { findWalkingRoute } from "./find-walking-route.ts";
import { type MapboxClient, mapboxStyles, mapboxUrl, readJsonResponse } from "./mapbox-client.ts";
import { featuresSchema, type MapboxFeature, parseMapboxId, toAddress } from "./mapbox-response.ts";
import {
  findCategory,
  retrieveSearchBox,
  reverseSearchBox,
  suggestSettlements,
} from "./search-box.ts";

const notFound = { ok: false, code: "notfound" } as const;

/** Hosted provider Mapbox (docs/decisions/009). Its responses are not cached. */
export function createMapboxProvider(client: MapboxClient): GeoProvider {
  const retrieve = async (id: string, options: RetrieveOptions) => {
    const parsed = parseMapboxId(id);
    if (!parsed) return notFound;
    const { service } = parsed;
    return (service === "autofill" ? retrieveAutofill : retrieveSearchBox)(client, parsed, options);
  };
  const suggest: GeoProvider["suggest"] = async (text, options) => {
    const session = options.sessionToken ?? randomUUID();
    const [addresses, settlements] = await Promise.all([
      suggestAutofill(client, text, { ...options, session }),
      suggestSettlements(client, text, { ...options, session }),
    ]);
    const merged = mergeSuggestions(text, addresses, settlements);
    const limit = options.limit ?? maxSuggestions;
    return merged.ok ? { ok: true, value: merged.value.slice(0, limit) } : merged;
  };
  return {
    name: "mapbox",
    suggest,
    retrieve,
    async search(text, options) {
      const suggested = await suggest(text, options);
      if (!suggested.ok) return suggested;
      if (suggested.value.length === 0) return { ok: true, value: [] };
      const address = await retrieve(suggested.value[0].id, options);
      return address.ok ? { ok: true, value: [address.value] } : address;
    },
    category: (category, options) => findCategory(client, category, options),
    async reverse(position, options) {
      const address = await reverseGeocode(client, position, options);
      const isNowhere = !address.ok && address.code === "notfound";
      return isNowhere ? reverseSearchBox(client, position, options) : address;
    },
    directions: (from, to, options) => findWalkingRoute(client, { from, to }, options),
    staticImage: (view, options) => drawStaticImage(client, view, options),
    correct: (correction, senderEmail) => sendCorrection(client, correction, senderEmail),
  };
}

/** Settlements whose names begin like the text, then addresses, then the other settlements. */
function mergeSuggestions(
  text: string,
  addresses: GeoResult<readonly GeoSuggestion[]>,
  settlements: GeoResult<readonly GeoSuggestion[]>,
): GeoResult<readonly GeoSuggestion[]> {
  if (!addresses.ok && !settlements.ok) return addresses;
  const key = searchKey(text);
  const found = settlements.ok ? settlements.value : [];
  const isMeant = ({ name }: GeoSuggestion) => searchKey(name).startsWith(key);
  const merged = [
    ...found.filter(isMeant),
    ...(addresses.ok ? addresses.value : []),
    ...found.filter((suggestion) => !isMeant(suggestion)),
  ];
  return { ok: true, value: merged };
}

/** Picture of the map; Mapbox's marks stay on it. */
function drawStaticImage(
  client: MapboxClient,
  { center, zoom, width, height, theme, isRetina }: StaticImageView,
  { signal }: GeoOptions,
): Promise<GeoResult<StaticImage>> {
  const view = `${center.join(",")},${zoom},0`;
  const size = `${width}x${height}${isRetina ? "@2x" : ""}`;
  const url = mapboxUrl(client, `styles/v1/${mapboxStyles[theme]}/static/${view}/${size}`, {});
  return client.service.request(
    {
      url,
      read: ({ status, type, bytes }) =>
        status === 200 && type.startsWith("image/")
          ? { ok: true, value: { bytes, type } }
          : { ok: false, code: "unavailable" },
    },
    signal,
  );
}

/** Sends a correction to Mapbox's contribution service (docs/product#correction). */
function sendCorrection(
  { service, contributeUrl, accessToken }: MapboxClient,
  correction: Correction,
  senderEmail: string | null,
): Promise<GeoResult<null>> {
  const { action, reason, location, changes, placeName } = correction;
  return service.request({
    url: serviceUrl(contributeUrl, "v1/edit-suggestion/address", { access_token: accessToken }),
    body: { action, reason, location, userEmail: senderEmail, changes, placeName },
    read: ({ status }) =>
      status >= 200 && status < 300
        ? { ok: true, value: null }
        : { ok: false, code: "unavailable" },
  });
}

/** Maximum distance of an address that is the point's own. */
const sameSpotMeters = 25;

/**
 * Address at a point, or its street where no address is found (docs/product#address-of-a-position).
 */
function reverseGeocode(
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
  const read = readJsonResponse(featuresSchema, ({ features }): GeoResult<GeoAddress> => {
    const ofType = (type: string) =>
      features.find(({ properties }) => properties.feature_type === type);
    const feature = ofType("address") ?? ofType("street");
    const address =
      feature && toAddress(feature, isSameSpot(feature, position) ? "high" : "medium");
    return address ? { ok: true, value: address } : { ok: false, code: "notfound" };
  });
  return client.service.request({ url, read }, signal);
}

function isSameSpot({ geometry, properties }: MapboxFeature, position: Coordinates): boolean {
  return (
    properties.feature_type === "address" &&
    distanceMeters(geometry.coordinates, position) <= sameSpotMeters
  );
}
