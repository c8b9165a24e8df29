import type * as v from "valibot";
import { maxSuggestions } from "#domain/address-search/search-limits.ts";
import { formatBoundingBox } from "#domain/geography/bounding-box.ts";
import { formatCoordinates } from "#domain/geography/coordinates.ts";
import type { GeoResult, GeoSearchOptions } from "#server/geo/geo.ts";
import type { OutsideResponse, OutsideService } from "#server/geo/outside/outside-service.ts";
import { parseJson, serviceUrl } from "#server/geo/outside/service-call.ts";

export interface MapboxClient {
  readonly service: OutsideService;
  readonly accessToken: string;
  /** URL of the API: `https://api.mapbox.com`, except in tests. */
  readonly apiUrl: string;
  /** URL of the contribution service: `https://contribute-api.mapbox.com`, except in tests. */
  readonly contributeUrl: string;
}

/** URL of a call, with the access token; parameters that are null are left out. */
export function mapboxUrl(
  { apiUrl, accessToken }: MapboxClient,
  path: string,
  parameters: Readonly<Record<string, string | number | boolean | null>>,
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

/** Parses a JSON response: 404 is 'not found', any other status but 200 is 'unavailable'. */
export function readJsonResponse<Schema extends v.GenericSchema, Value>(
  schema: Schema,
  toResult: (output: v.InferOutput<Schema>) => GeoResult<Value>,
): (response: OutsideResponse) => GeoResult<Value> {
  return (response) => {
    if (response.status === 404) return { ok: false, code: "notfound" };
    const output = response.status === 200 ? parseJson(response, schema) : null;
    return output === null ? { ok: false, code: "unavailable" } : toResult(output);
  };
}

/** Mapbox's own styles by theme, each with its owner and name. */
export const mapboxStyles = { light: "mapbox/streets-v12", dark: "mapbox/dark-v11" } as const;

export const mapboxApiUrl = "https://api.mapbox.com";
export const mapboxContributeUrl = "https://contribute-api.mapbox.com";
