import { askServer, tellServer } from "#app/network/ask-server.ts";
import type { ReportMessage } from "./read-report-form.ts";

export type SentConfirmation =
  | {
      readonly ok: true;
      /** Last confirmation with a session; null where there is none. */
      readonly lastConfirmed: string | null;
      /** Last one without a session; in the answer to such a one. */
      readonly visitorConfirmed?: string;
    }
  | { readonly ok: false; readonly failure: FeedbackFailure };

/** Sends a confirmation of a place to the API. */
export async function sendConfirmation(placeId: number): Promise<SentConfirmation> {
  const address = `/api/v1/places/${placeId}/confirmations`;
  const answer = await askServer<ConfirmationAnswer>(address, { method: "POST" });
  if (!answer.ok) return { ok: false, failure: feedbackFailureOf(answer.code) };
  const { last_confirmed: lastConfirmed, visitor_confirmed: visitorConfirmed } = answer.body;
  return { ok: true, lastConfirmed, ...(visitorConfirmed && { visitorConfirmed }) };
}

interface ConfirmationAnswer {
  readonly last_confirmed: string | null;
  readonly visitor_confirmed?: string;
}

/** The failure of a report or a correction. */
export interface UnsentReport {
  readonly failure: FeedbackFailure;
  /** Seconds until the next attempt, where the server gave them. */
  readonly waitSeconds?: number;
}

/** Sends a report or a correction to the API; null when it was stored. */
export async function sendReport(
  placeId: number,
  message: ReportMessage,
): Promise<UnsentReport | null> {
  const answer =
    message.kind === "report"
      ? await post(`/api/v1/places/${placeId}/reports`, message.report)
      : await post("/api/v1/corrections", message.correction);
  if (answer.ok) return null;
  return { failure: feedbackFailureOf(answer.code), waitSeconds: answer.waitSeconds };
}

function post(address: string, message: object) {
  return tellServer(address, { method: "POST", message });
}

/** Codes of a failed confirmation or report. */
export type FeedbackFailure =
  | "signin"
  /** The place does not exist any more. */
  | "notfound"
  | "toomanyrequests"
  /** Too many corrections within 24 hours, or too many reports without an account in a day. */
  | "limit"
  /** No answer came. */
  | "unreachable"
  /** The server cannot answer now, as while the database is away. */
  | "unavailable"
  | "error";

const failures: Readonly<Record<string, FeedbackFailure>> = {
  "error.signin": "signin",
  "error.notfound": "notfound",
  "error.toomanyrequests": "toomanyrequests",
  "error.limit": "limit",
  "error.unreachable": "unreachable",
  "error.unavailable": "unavailable",
};

/** The failure that a code of the API or of a use case means. */
export function feedbackFailureOf(code: string): FeedbackFailure {
  return failures[code] ?? "error";
}
