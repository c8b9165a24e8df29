import type { TFunction } from "i18next";
import { askServer, tellServer } from "#app/network/ask-server.ts";
import type { NewReview } from "#domain/feedback/check-review.ts";
import type { Review } from "#domain/feedback/review.ts";
import { maxReviewLength } from "#domain/text/entered-text.ts";

/** Stores the viewer's review of a place; null when that is done. */
export async function saveReview(
  placeId: number,
  review: NewReview,
): Promise<ReviewFailure | null> {
  const question = { method: "PUT", message: review } as const;
  const answer = await tellServer(reviewCallAddress(placeId, "me"), question);
  return answer.ok ? null : failureOfStatus(answer.status);
}

/**
 * Deletes a review of a place; null when that is done, or when somebody has done it before.
 *
 * @param of whose: the viewer's own, or by its author's id
 */
export async function removeReview(
  placeId: number,
  of: "me" | { userId: string },
): Promise<ReviewFailure | null> {
  const author = of === "me" ? of : encodeURIComponent(of.userId);
  const answer = await tellServer(reviewCallAddress(placeId, author), { method: "DELETE" });
  return answer.ok || answer.status === 404 ? null : failureOfStatus(answer.status);
}

/** The viewer's review of a place, null where there is none; or why nobody knows. */
export async function findOwnReview(
  placeId: number,
): Promise<{ review: Review | null } | { failure: ReviewFailure }> {
  const answer = await askServer<Review | null>(reviewCallAddress(placeId, "me"));
  return answer.ok ? { review: answer.body } : { failure: failureOfStatus(answer.status) };
}

function reviewCallAddress(placeId: number, author: string): string {
  return `/api/v1/places/${placeId}/reviews/${author}`;
}

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
function failureOfStatus(status: number | null): ReviewFailure {
  if (status === null) return "unreachable";
  return statusFailures[status] ?? "error";
}

/** The failure in the reader's language. */
export function reviewFailureText(t: TFunction, failure: ReviewFailure): string {
  return t(`reviews.failure.${failure}`, { max: maxReviewLength });
}
