/** Why a confirmation or a report did not arrive. */
export type UpkeepFailure =
  | "signin"
  /** There is no such place any more. */
  | "notfound"
  | "toomanyrequests"
  /** Of corrections, within 24 hours. */
  | "limit"
  /** Nobody answered. */
  | "unreachable"
  /** The server answers that it can't just now, as while the database is away. */
  | "unavailable"
  | "error";

const statusFailures: Record<number, UpkeepFailure> = {
  401: "signin",
  404: "notfound",
  429: "toomanyrequests",
  503: "unavailable",
};

/**
 * What an answer means.
 *
 * @param status its error status; null where there was no answer
 */
export function failureOfStatus(status: number | null): UpkeepFailure {
  if (status === null) return "unreachable";
  return statusFailures[status] ?? "error";
}
