import { fetchApi } from "#app/network/fetch-api.ts";
import { type Coordinates, formatCoordinates } from "#domain/geography/coordinates.ts";
import type { Language } from "#domain/text/language.ts";
import type { Directions } from "#domain/walking/directions.ts";

export interface DirectionsRequest {
  readonly from: Coordinates;
  readonly to: Coordinates;
  /** Language of the instructions. */
  readonly language: Language;
  /** Whether a route without stairs is wanted. */
  readonly avoidsSteps: boolean;
}

export type DirectionsResult =
  | {
      readonly ok: true;
      readonly directions: Directions;
      /** A service that knows more was called first and did not respond. */
      readonly isFallback: boolean;
    }
  | { readonly ok: false; readonly failure: DirectionsFailure };

/** The walking route from the API; null where the call was aborted. */
export async function fetchDirections(
  request: DirectionsRequest,
  signal: AbortSignal,
): Promise<DirectionsResult | null> {
  const result = await fetchApi<Directions>(directionsPath(request), { signal });
  if (result.ok) {
    const isFallback = result.headers.get("x-geo-fallback") === "1";
    return { ok: true, directions: result.body, isFallback };
  }
  return signal.aborted
    ? null
    : { ok: false, failure: directionsFailures[result.code] ?? "unavailable" };
}

/** Path of the API's route. */
export function directionsPath({ from, to, language, avoidsSteps }: DirectionsRequest): string {
  const search = new URLSearchParams({
    from: formatCoordinates(from),
    to: formatCoordinates(to),
    lang: language,
    ...(avoidsSteps && { avoid_steps: "1" }),
  });
  return `/api/v1/geo/directions?${search}`;
}

/** Why there is no new route. */
export type DirectionsFailure =
  /** There is no walking route. */
  | "noroute"
  /** The session has ended. */
  | "signin"
  | "toomanyrequests"
  /** The server is unavailable for now. */
  | "unavailable"
  /** No response came. */
  | "unreachable";

/** Failures by the code of the API's response; any other code means `unavailable`. */
const directionsFailures: Readonly<Record<string, DirectionsFailure>> = {
  "error.signin": "signin",
  "error.notfound": "noroute",
  "error.toomanyrequests": "toomanyrequests",
  "error.unreachable": "unreachable",
};
