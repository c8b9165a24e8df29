import { fetchApi, sendToApi } from "#app/network/fetch-api.ts";
import {
  removeQueued,
  sendOrQueue,
  type WriteFailure,
  writeFailures,
} from "#app/network/queued-writes.ts";
import type { ReportMessage } from "./read-report-form.ts";

export type SentConfirmation =
  | {
      readonly ok: true;
      /** Last confirmation with a session; null where there is none. */
      readonly lastConfirmed: string | null;
      /** Last one without a session; in the response to such a one. */
      readonly visitorConfirmed?: string;
    }
  | { readonly ok: false; readonly failure: FeedbackFailure };

/** Sends a confirmation of a place to the API. */
export async function sendConfirmation(placeId: number): Promise<SentConfirmation> {
  const address = `/api/v1/places/${placeId}/confirmations`;
  const write = { kind: "confirmation", placeId, address, method: "POST" } as const;
  const result = await sendOrQueue(write, fetchApi<ConfirmationResponse>);
  if (!result.ok) return { ok: false, failure: feedbackFailureOf(result.code) };
  const { last_confirmed: lastConfirmed, visitor_confirmed: visitorConfirmed } = result.body;
  return { ok: true, lastConfirmed, ...(visitorConfirmed && { visitorConfirmed }) };
}

interface ConfirmationResponse {
  readonly last_confirmed: string | null;
  readonly visitor_confirmed?: string;
}

/** The failure of a report or a correction. */
export interface UnsentReport {
  readonly failure: FeedbackFailure;
  /** Seconds until the next attempt, where the server gave them. */
  readonly waitSeconds?: number;
}

/**
 * Sends a report or a correction to the API; null when it was stored. A correction of an address is never
 * queued: it is checked against the place as it is.
 */
export async function sendReport(
  placeId: number,
  message: ReportMessage,
): Promise<UnsentReport | null> {
  const address = `/api/v1/places/${placeId}/reports`;
  const result =
    message.kind === "report"
      ? await sendOrQueue(
          { kind: "report", placeId, address, method: "POST", message: message.report },
          sendToApi,
        )
      : await sendToApi("/api/v1/corrections", { method: "POST", message: message.correction });
  if (!result.ok) {
    return { failure: feedbackFailureOf(result.code), waitSeconds: result.waitSeconds };
  }
  // A correction too takes the place of a report that is still queued.
  removeQueued({ kind: "report", placeId });
  return null;
}

/** Codes of a failed confirmation or report. */
export type FeedbackFailure =
  | WriteFailure
  /** Too many corrections within 24 hours, or too many reports without an account in a day. */
  | "limit"
  /** Staff have kept the review within a month. */
  | "settled";

const failures: Readonly<Record<string, FeedbackFailure>> = {
  ...writeFailures,
  "error.limit": "limit",
  "error.settled": "settled",
};

/** The failure that a code of the API or of a use case means. */
export function feedbackFailureOf(code: string): FeedbackFailure {
  return failures[code] ?? "error";
}
