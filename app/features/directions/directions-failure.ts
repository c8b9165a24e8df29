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

/** What an error status of the directions call means. */
export function failureOfStatus(status: number): DirectionsFailure {
  if (status === 401) return "signin";
  if (status === 404) return "noroute";
  if (status === 429) return "toomanyrequests";
  return "unavailable";
}
