import { fetchApi, sendToApi } from "#app/network/fetch-api.ts";
import { type QueuedWrite, queueWrite, removeQueued } from "#app/network/queued-writes.ts";
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
  const path = `/api/v1/places/${placeId}/confirmations`;
  const result = await fetchApi<ConfirmationResponse>(path, { method: "POST" });
  if (!result.ok) {
    const write = { kind: "confirmation", placeId, address: path, method: "POST" } as const;
    return { ok: false, failure: await queueOrFail(result.code, write) };
  }
  removeQueued({ kind: "confirmation", placeId });
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

/** Sends a report or a correction to the API; null when it was stored. */
export async function sendReport(
  placeId: number,
  message: ReportMessage,
): Promise<UnsentReport | null> {
  const result =
    message.kind === "report"
      ? await post(`/api/v1/places/${placeId}/reports`, message.report)
      : await post("/api/v1/corrections", message.correction);
  if (result.ok) {
    removeQueued({ kind: "report", placeId });
    return null;
  }
  const { code, waitSeconds } = result;
  // A correction of an address is checked against the place as it is.
  if (message.kind !== "report") return { failure: feedbackFailureOf(code), waitSeconds };
  const failure = await queueOrFail(code, {
    ...({ kind: "report", placeId, method: "POST" } as const),
    ...{ address: `/api/v1/places/${placeId}/reports`, message: message.report },
  });
  return { failure, waitSeconds };
}

/** Queues a write without a response; else, the failure. */
async function queueOrFail(code: string, write: QueuedWrite): Promise<FeedbackFailure> {
  const failure = feedbackFailureOf(code);
  return failure === "unreachable" && (await queueWrite(write)) ? "waiting" : failure;
}

function post(path: string, message: object) {
  return sendToApi(path, { method: "POST", message });
}

/** Codes of a failed confirmation or report. */
export type FeedbackFailure =
  | "signin"
  /** The place does not exist any more. */
  | "notfound"
  | "toomanyrequests"
  /** Too many corrections within 24 hours, or too many reports without an account in a day. */
  | "limit"
  /** No response came; it is queued until there is a connection. */
  | "waiting"
  /** No response came. */
  | "unreachable"
  /** The server is unavailable, as while the database is unavailable. */
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
