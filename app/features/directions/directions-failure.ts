/** Why there is no new way to show. */
export type DirectionsFailure =
  /** There is none on foot. */
  | "noroute"
  /** The session has ended. */
  | "signin"
  | "toomanyrequests"
  /** The server has no answer for now. */
  | "unavailable"
  /** Nothing came back at all. */
  | "unreachable";

/**
 * What an answer of the directions call means.
 *
 * @param status its error status; null where there was no answer
 */
export function failureOfStatus(status: number | null): DirectionsFailure {
  if (status === null) return "unreachable";
  if (status === 401) return "signin";
  if (status === 404) return "noroute";
  if (status === 429) return "toomanyrequests";
  return "unavailable";
}
