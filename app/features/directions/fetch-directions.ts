import { reportContact, reportFailedLoad } from "#app/ui/contact.ts";
import { type Coordinates, formatCoordinates } from "#domain/coordinates.ts";
import type { Directions } from "#domain/geo/directions.ts";
import type { Language } from "#domain/language.ts";
import { type DirectionsFailure, failureOfStatus } from "./directions-failure.ts";

/** Nobody waits longer for an answer. */
const answerTimeoutMs = 15_000;

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
  try {
    const timeout = AbortSignal.timeout(answerTimeoutMs);
    const response = await fetch(directionsAddress(question), {
      signal: AbortSignal.any([signal, timeout]),
    });
    reportContact();
    if (!response.ok) return { ok: false, failure: failureOfStatus(response.status) };
    const isFallback = response.headers.get("x-geo-fallback") === "1";
    return { ok: true, directions: await response.json(), isFallback };
  } catch {
    if (signal.aborted) return null;
    reportFailedLoad();
    return { ok: false, failure: "unreachable" };
  }
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
