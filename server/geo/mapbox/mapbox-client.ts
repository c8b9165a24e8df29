import * as v from "valibot";
import type {
  GeoAddress,
  GeoConfidence,
  GeoPrecision,
} from "#domain/address-search/geo-address.ts";
import { maxSuggestions } from "#domain/address-search/search-limits.ts";
import { formatBoundingBox } from "#domain/geography/bounding-box.ts";
import { formatCoordinates } from "#domain/geography/coordinates.ts";
import { type GeoResult, type GeoSearchOptions, notFound, unavailable } from "#server/geo/geo.ts";
import {
  type MapService,
  type MapServiceResponse,
  parseJson,
  pointSchema,
  type QueryParameters,
  serviceUrl,
} from "#server/geo/map-service/map-service.ts";

export interface MapboxClient {
  readonly service: MapService;
  readonly accessToken: string;
  /** URL of the API: `https://api.mapbox.com`, except in tests. */
  readonly apiUrl: string;
  /** URL of the contribution service: `https://contribute-api.mapbox.com`, except in tests. */
  readonly contributeUrl: string;
}

interface MapboxCall<Schema extends v.GenericSchema, Value> {
  readonly schema: Schema;
  toResult(output: v.InferOutput<Schema>): GeoResult<Value>;
  readonly signal: AbortSignal;
}

/** Fetches JSON: 404 is 'not found', any other status but 200 is 'unavailable'. */
export function fetchMapbox<Schema extends v.GenericSchema, Value>(
  client: MapboxClient,
  path: string,
  parameters: QueryParameters,
  { schema, toResult, signal }: MapboxCall<Schema, Value>,
): Promise<GeoResult<Value>> {
  const read = (response: MapServiceResponse) => {
    if (response.status === 404) return notFound;
    const output = response.status === 200 ? parseJson(response, schema) : null;
    return output === null ? unavailable : toResult(output);
  };
  return client.service.request({ url: mapboxUrl(client, path, parameters), read }, signal);
}

/** URL of a call, with the access token. */
export function mapboxUrl(
  { apiUrl, accessToken }: MapboxClient,
  path: string,
  parameters: QueryParameters = {},
): URL {
  return serviceUrl(apiUrl, path, { ...parameters, access_token: accessToken });
}

/** Parameters for the scope of a search, by the service's names. */
export function mapboxScope({ language, near, limit, countries = [], bbox }: GeoSearchOptions) {
  return {
    language,
    limit: limit ?? maxSuggestions,
    proximity: near ? near.join(",") : "ip",
    country: countries.length > 0 ? countries.join(",").toLowerCase() : null,
    // The service does not accept a box across the antimeridian.
    bbox: bbox && bbox.west <= bbox.east ? formatBoundingBox(bbox) : null,
  };
}

/** Parameters for the mode and start of a journey; the service takes both or neither. */
export function mapboxTravel({ travel, near }: GeoSearchOptions) {
  const origin = travel?.origin ?? near;
  const isRequested = travel && origin;
  return {
    eta_type: isRequested ? "navigation" : null,
    navigation_profile: isRequested ? travel.profile : null,
    origin: isRequested ? formatCoordinates(origin) : null,
  };
}

/** Mapbox's own styles by theme, each with its owner and name. */
export const mapboxStyles = { light: "mapbox/streets-v12", dark: "mapbox/dark-v11" } as const;

export const mapboxApiUrl = "https://api.mapbox.com";
export const mapboxContributeUrl = "https://contribute-api.mapbox.com";

/** Text that may be missing. */
export const textSchema = v.optional(v.nullish(v.string(), ""), "");

const namedSchema = v.optional(v.object({ name: textSchema }));

const contextEntries = {
  country: v.optional(v.object({ name: textSchema, country_code: textSchema })),
  region: namedSchema,
  postcode: namedSchema,
  place: namedSchema,
  locality: namedSchema,
};

/** Feature of the search box or the geocoder. */
const featureSchema = v.object({
  geometry: pointSchema,
  properties: v.object({
    feature_type: textSchema,
    name: textSchema,
    address: textSchema,
    context: v.optional(v.object(contextEntries), {}),
  }),
});

export const featuresSchema = v.object({ features: v.array(featureSchema) });

export type MapboxFeature = v.InferOutput<typeof featureSchema>;

/** Precision of each of Mapbox's kinds of features; kinds larger than a settlement have none. */
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

/** Address of a feature; null for one larger than a settlement. */
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
    address_line1:
      type === "poi" ? address : precision === "address" || precision === "street" ? name : "",
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

/** Key by which a suggestion's address is retrieved. */
export interface MapboxId {
  readonly service: keyof typeof letters;
  /** Session that joins the requests of a suggestion and its address; Mapbox counts sessions. */
  readonly session: string;
  /** Mapbox's own id. */
  readonly id: string;
}

const letters = { autofill: "a", searchbox: "s" } as const;

export function formatMapboxId({ service, session, id }: MapboxId): string {
  return `mapbox.${letters[service]}.${session}.${id}`;
}

/** Parts of an id; null for a text that is not an id of ours, or that would lead to another path. */
export function parseMapboxId(text: string): MapboxId | null {
  const match = /^mapbox\.([as])\.([\w-]{8,64})\.([\w.~:=+/%-]{1,2000})$/.exec(text);
  if (!match || /^\.+$/.test(match[3])) return null;
  const [, letter, session, id] = match;
  return { service: letter === "a" ? "autofill" : "searchbox", session, id };
}
