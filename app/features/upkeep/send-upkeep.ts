import { reportContact, reportFailedLoad } from "#app/ui/contact.ts";
import type { ReportMessage } from "./read-report-form.ts";
import { failureOfStatus, type UpkeepFailure } from "./upkeep-failure.ts";

/** Nobody waits longer for an answer. */
const answerTimeoutMs = 15_000;

export type SentConfirmation =
  | { readonly ok: true; readonly lastConfirmed: string }
  | { readonly ok: false; readonly failure: UpkeepFailure };

/** Tells our API that a place is still as it is written. */
export async function sendConfirmation(placeId: number): Promise<SentConfirmation> {
  const response = await post(`places/${placeId}/confirmations`);
  if (response === null) return { ok: false, failure: "unreachable" };
  if (!response.ok) return { ok: false, failure: failureOfStatus(response.status) };
  const { last_confirmed } = await response.json();
  return { ok: true, lastConfirmed: last_confirmed };
}

/** Sends a report or a correction to our API; null when it has arrived. */
export async function sendReport(
  placeId: number,
  message: ReportMessage,
): Promise<UpkeepFailure | null> {
  const response =
    message.kind === "report"
      ? await post(`places/${placeId}/reports`, message.report)
      : await post("corrections", message.correction);
  if (response === null) return "unreachable";
  return response.ok ? null : failureOfStatus(response.status);
}

async function post(path: string, body?: object): Promise<Response | null> {
  try {
    const response = await fetch(`/api/v1/${path}`, {
      method: "POST",
      signal: AbortSignal.timeout(answerTimeoutMs),
      ...(body && {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    reportContact();
    return response;
  } catch {
    reportFailedLoad();
    return null;
  }
}
