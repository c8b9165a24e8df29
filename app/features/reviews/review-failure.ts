import type { TFunction } from "i18next";
import { maxReviewLength } from "#domain/text-length.ts";

/** Why a review was not stored or deleted. */
export type ReviewFailure =
  /** No star was chosen. */
  | "rating"
  /** The text is too long, or holds characters that can't be kept. */
  | "text"
  | "signin"
  | "forbidden"
  /** There is no such place any more. */
  | "notfound"
  | "toomanyrequests"
  /** Nobody answered. */
  | "unreachable"
  /** The server answers that it can't just now, as while the database is away. */
  | "unavailable"
  | "error";

const statusFailures: Record<number, ReviewFailure> = {
  401: "signin",
  403: "forbidden",
  404: "notfound",
  422: "text",
  429: "toomanyrequests",
  503: "unavailable",
};

/**
 * What an answer of the API means for a review that the form let pass.
 *
 * @param status its error status; null where there was no answer
 */
export function failureOfStatus(status: number | null): ReviewFailure {
  if (status === null) return "unreachable";
  return statusFailures[status] ?? "error";
}

/** The failure in the reader's language. */
export function reviewFailureText(t: TFunction, failure: ReviewFailure): string {
  return t(`reviews.failure.${failure}`, { max: maxReviewLength });
}
