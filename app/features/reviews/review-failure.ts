import { type WriteFailure, writeFailures } from "#app/network/queued-writes.ts";
import { reviewLimit } from "#domain/account/daily-limits.ts";
import type { Translate } from "#domain/text/i18n.ts";
import { maxReviewLength } from "#domain/text/text-limits.ts";

/** Codes of a review that was not stored or deleted. */
export type ReviewFailure =
  | WriteFailure
  | "rating"
  /** The text is too long, or holds characters that cannot be stored. */
  | "text"
  | "forbidden"
  | "limit";

const failures: Readonly<Record<string, ReviewFailure>> = {
  ...writeFailures,
  "error.forbidden": "forbidden",
  "error.limit": "limit",
  // The form lets no other invalid field pass.
  "error.parameter": "text",
};

/** The failure that a code means, of a use case or of a lost connection. */
export function reviewFailureOf(code: string): ReviewFailure {
  return failures[code] ?? "error";
}

export function reviewFailureText(t: Translate, failure: ReviewFailure): string {
  const max = failure === "limit" ? reviewLimit : maxReviewLength;
  return t(`reviews.failure.${failure}`, { max });
}
