import { askServer, tellServer } from "#app/network/ask-server.ts";
import type { ReportMessage } from "./read-report-form.ts";

export type SentConfirmation =
  | { readonly ok: true; readonly lastConfirmed: string }
  | { readonly ok: false; readonly failure: FeedbackFailure };

/** Sends a confirmation of a place to the API. */
export async function sendConfirmation(placeId: number): Promise<SentConfirmation> {
  const address = `/api/v1/places/${placeId}/confirmations`;
  const answer = await askServer<{ last_confirmed: string }>(address, { method: "POST" });
  if (!answer.ok) return { ok: false, failure: failureOfStatus(answer.status) };
  return { ok: true, lastConfirmed: answer.body.last_confirmed };
}

/** The failure of a report or a correction. */
export interface RefusedReport {
  readonly failure: FeedbackFailure;
  /** Seconds until the next attempt, where the server gave them. */
  readonly waitSeconds?: number;
}

/** Sends a report or a correction to the API; null when it was stored. */
export async function sendReport(
  placeId: number,
  message: ReportMessage,
): Promise<RefusedReport | null> {
  const answer =
    message.kind === "report"
      ? await post(`/api/v1/places/${placeId}/reports`, message.report)
      : await post("/api/v1/corrections", message.correction);
  if (answer.ok) return null;
  const { status, code, waitSeconds } = answer;
  return { failure: code === "error.limit" ? "limit" : failureOfStatus(status), waitSeconds };
}

function post(address: string, message: object) {
  return tellServer(address, { method: "POST", message, readsRefusal: true });
}

/** Codes of a failed confirmation or report. */
export type FeedbackFailure =
  | "signin"
  /** The place does not exist any more. */
  | "notfound"
  | "toomanyrequests"
  /** Too many corrections within 24 hours. */
  | "limit"
  /** No answer came. */
  | "unreachable"
  /** The server cannot answer now, as while the database is away. */
  | "unavailable"
  | "error";

const statusFailures: Record<number, FeedbackFailure> = {
  401: "signin",
  404: "notfound",
  429: "toomanyrequests",
  503: "unavailable",
};

/**
 * The failure that an answer means.
 *
 * @param status its error status; null where there was no answer
 */
export function failureOfStatus(status: number | null): FeedbackFailure {
  if (status === null) return "unreachable";
  return statusFailures[status] ?? "error";
}
