import type * as v from "valibot";
import { formatBoundingBox } from "#domain/bounding-box.ts";
import { formatCoordinates } from "#domain/coordinates.ts";
import { maxSuggestions } from "#domain/geo/geo-limits.ts";
import type { GeoResult, GeoSearchOptions } from "#server/geo/geo-provider.ts";
import type { OutsideAnswer, OutsideService } from "#server/geo/outside/outside-service.ts";
import { parseJson } from "#server/geo/outside/parse-json.ts";
import { serviceUrl } from "#server/geo/outside/service-url.ts";

export interface MapboxClient {
  readonly service: OutsideService;
  readonly accessToken: string;
  /** `https://api.mapbox.com`, but for tests. */
  readonly apiUrl: string;
  /** `https://contribute-api.mapbox.com`, but for tests. */
  readonly contributeUrl: string;
}

/** The address of a call, the access token among its parameters; null leaves a parameter out. */
export function mapboxUrl(
  { apiUrl, accessToken }: MapboxClient,
  path: string,
  parameters: Readonly<Record<string, string | number | boolean | null>>,
): URL {
  return serviceUrl(apiUrl, path, { ...parameters, access_token: accessToken });
}

/** What every search is told of its scope, as the service calls it. */
export function mapboxScope({ language, near, limit, countries = [], bbox }: GeoSearchOptions) {
  return {
    language,
    limit: limit ?? maxSuggestions,
    proximity: near ? near.join(",") : "ip",
    country: countries.length > 0 ? countries.join(",").toLowerCase() : null,
    // The service knows no box across the antimeridian.
    bbox: bbox && bbox.west <= bbox.east ? formatBoundingBox(bbox) : null,
  };
}

/** By what and from where one would travel; the service wants both or neither. */
export function mapboxTravel({ travel, near }: GeoSearchOptions) {
  const origin = travel?.origin ?? near;
  const isAsked = travel && origin;
  return {
    eta_type: isAsked ? "navigation" : null,
    navigation_profile: isAsked ? travel.profile : null,
    origin: isAsked ? formatCoordinates(origin) : null,
  };
}

/** Reads an answer of JSON: 404 is 'not found', any other status but 200 is no answer. */
export function readJsonAnswer<Schema extends v.GenericSchema, Value>(
  schema: Schema,
  toResult: (output: v.InferOutput<Schema>) => GeoResult<Value>,
): (answer: OutsideAnswer) => GeoResult<Value> {
  return (answer) => {
    if (answer.status === 404) return { ok: false, code: "notfound" };
    const output = answer.status === 200 ? parseJson(answer, schema) : null;
    return output === null ? { ok: false, code: "unavailable" } : toResult(output);
  };
}
