import * as v from "valibot";
import type {
  GeoAddress,
  GeoCategoryPlace,
  GeoSuggestion,
} from "#domain/address-search/geo-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { GeoOptions, GeoResult, GeoSearchOptions } from "#server/geo/geo.ts";
import {
  type MapboxClient,
  mapboxScope,
  mapboxTravel,
  mapboxUrl,
  readJsonResponse,
} from "./mapbox-client.ts";
import {
  featuresSchema,
  formatMapboxId,
  precisionOf,
  textSchema,
  toAddress,
} from "./mapbox-response.ts";

const folder = "search/searchbox/v1";

/** Types that the address service lacks: towns and their parts. */
const settlementTypes = "place,locality,neighborhood";

const suggestSchema = v.object({
  suggestions: v.array(
    v.object({
      name: textSchema,
      mapbox_id: v.string(),
      feature_type: textSchema,
      place_formatted: textSchema,
    }),
  ),
});

/** Finds the settlements, and parts of them, that a text may mean. */
export function suggestSettlements(
  client: MapboxClient,
  text: string,
  options: GeoSearchOptions & { session: string },
): Promise<GeoResult<GeoSuggestion[]>> {
  const { signal, session } = options;
  const url = mapboxUrl(client, `${folder}/suggest`, {
    q: text,
    session_token: session,
    types: settlementTypes,
    ...mapboxScope(options),
    ...mapboxTravel(options),
  });
  const read = readJsonResponse(suggestSchema, ({ suggestions }) => ({
    ok: true,
    value: suggestions.flatMap((suggestion): GeoSuggestion[] => {
      const precision = precisionOf(suggestion.feature_type);
      if (precision === null) return [];
      return [
        {
          id: formatMapboxId({ service: "searchbox", session, id: suggestion.mapbox_id }),
          name: suggestion.name,
          detail: suggestion.place_formatted,
          precision,
        },
      ];
    }),
  }));
  return client.service.request({ url, read }, signal);
}

export function retrieveSearchBox(
  client: MapboxClient,
  { session, id }: { session: string; id: string },
  { language, signal }: GeoOptions,
): Promise<GeoResult<GeoAddress>> {
  const path = `${folder}/retrieve/${encodeURIComponent(id)}`;
  const url = mapboxUrl(client, path, { session_token: session, language });
  return client.service.request({ url, read: readFirst }, signal);
}

/** Finds the places of a category of Mapbox's catalogue. */
export function findCategory(
  client: MapboxClient,
  category: string,
  options: GeoSearchOptions,
): Promise<GeoResult<GeoCategoryPlace[]>> {
  const { signal } = options;
  const url = mapboxUrl(client, `${folder}/category/${encodeURIComponent(category)}`, {
    ...mapboxScope(options),
    limit: options.limit ?? null,
  });
  const read = readJsonResponse(featuresSchema, ({ features }) => ({
    ok: true,
    value: features.flatMap((feature): GeoCategoryPlace[] => {
      const address = toAddress(feature, "medium");
      return address ? [{ ...address, name: feature.properties.name }] : [];
    }),
  }));
  return client.service.request({ url, read }, signal);
}

/** Finds the feature at a point, of any kind. */
export function reverseSearchBox(
  client: MapboxClient,
  [longitude, latitude]: Coordinates,
  { language, signal }: GeoOptions,
): Promise<GeoResult<GeoAddress>> {
  const url = mapboxUrl(client, `${folder}/reverse`, { longitude, latitude, language });
  return client.service.request({ url, read: readFirst }, signal);
}

const readFirst = readJsonResponse(featuresSchema, ({ features }): GeoResult<GeoAddress> => {
  const [address] = features.flatMap((feature) => toAddress(feature, "medium") ?? []);
  return address ? { ok: true, value: address } : { ok: false, code: "notfound" };
});
