import { askServer, tellServer } from "#app/network/ask-server.ts";
import type { ReportMessage } from "./read-report-form.ts";

export type SentConfirmation =
  | { readonly ok: true; readonly lastConfirmed: string }
  | { readonly ok: false; readonly failure: FeedbackFailure };

/** Tells our API that a place is still as it is written. */
export async function sendConfirmation(placeId: number): Promise<SentConfirmation> {
  const address = `/api/v1/places/${placeId}/confirmations`;
  const answer = await askServer<{ last_confirmed: string }>(address, { method: "POST" });
  if (!answer.ok) return { ok: false, failure: failureOfStatus(answer.status) };
  return { ok: true, lastConfirmed: answer.body.last_confirmed };
}

/** A report or a correction that did not arrive. */
export interface RefusedReport {
  readonly failure: FeedbackFailure;
  /** When to try again, where the server said. */
  readonly waitSeconds?: number;
}

/** Sends a report or a correction to our API; null when it has arrived. */
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

/** Why a confirmation or a report did not arrive. */
export type FeedbackFailure =
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

const statusFailures: Record<number, FeedbackFailure> = {
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
export function failureOfStatus(status: number | null): FeedbackFailure {
  if (status === null) return "unreachable";
  return statusFailures[status] ?? "error";
}
