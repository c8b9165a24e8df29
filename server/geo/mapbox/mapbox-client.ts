import type * as v from "valibot";
import type { GeoResult } from "#server/geo/geo-provider.ts";
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
