import { askServer } from "#app/network/ask-server.ts";
import { type Coordinates, formatCoordinates } from "#domain/coordinates.ts";
import type { Directions } from "#domain/geo/directions.ts";
import type { Language } from "#domain/language.ts";
import { type DirectionsFailure, failureOfStatus } from "./directions-failure.ts";

export interface DirectionsQuestion {
  readonly from: Coordinates;
  readonly to: Coordinates;
  /** Of the instructions. */
  readonly language: Language;
}

export type DirectionsAnswer =
  | {
      readonly ok: true;
      readonly directions: Directions;
      /** A service that knows more was asked first, and did not answer. */
      readonly isFallback: boolean;
    }
  | { readonly ok: false; readonly failure: DirectionsFailure };

/** The way on foot, from our own API; null where it was not waited for. */
export async function fetchDirections(
  question: DirectionsQuestion,
  signal: AbortSignal,
): Promise<DirectionsAnswer | null> {
  const answer = await askServer<Directions>(directionsAddress(question), { signal });
  if (answer.ok) {
    const isFallback = answer.headers.get("x-geo-fallback") === "1";
    return { ok: true, directions: answer.body, isFallback };
  }
  return signal.aborted ? null : { ok: false, failure: failureOfStatus(answer.status) };
}

/** Where the API has the way. */
export function directionsAddress({ from, to, language }: DirectionsQuestion): string {
  const search = new URLSearchParams({
    from: formatCoordinates(from),
    to: formatCoordinates(to),
    lang: language,
  });
  return `/api/v1/geo/directions?${search}`;
}
