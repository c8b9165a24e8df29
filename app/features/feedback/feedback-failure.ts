import { type WriteFailure, writeFailures } from "#app/network/queued-writes.ts";

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

/** The failure that a code means, of a use case or of a lost connection. */
export function feedbackFailureOf(code: string): FeedbackFailure {
  return failures[code] ?? "error";
}
