import type { Client, ClientOptions } from "openapi-fetch";
import type { components, paths } from "./schema.js";

export type { components, paths };

/** A public toilet, as the API answers it. */
export type Place = components["schemas"]["Place"];

/** One page of a list of places. */
export type PlacePage = components["schemas"]["PlacePage"];

/** The nearest open place, and perhaps a nearer one of unknown opening times. */
export type NearestPlaces = components["schemas"]["NearestPlaces"];

/** One page of what has changed, for a mirror. */
export type PlaceChanges = components["schemas"]["PlaceChanges"];

/**
 * A client of one Mosdó: `GET`, `POST`, `PUT` and `DELETE` resolve to `{ data, response }` or `{ error, response }`.
 * @param origin where it is, such as `https://mosdo.example`
 * @param options such as `fetch` and `headers`
 */
export function createClient(
  origin: string,
  options?: Omit<ClientOptions, "baseUrl">,
): Client<paths>;
