import { askServer, tellServer } from "#app/network/ask-server.ts";
import type { NewReview } from "#domain/check-review.ts";
import type { Review } from "#domain/review.ts";
import { failureOfStatus, type ReviewFailure } from "./review-failure.ts";

/** Stores the viewer's review of a place; null when that is done. */
export async function saveReview(
  placeId: number,
  review: NewReview,
): Promise<ReviewFailure | null> {
  const question = { method: "PUT", message: review } as const;
  const answer = await tellServer(reviewAddress(placeId, "me"), question);
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
  const answer = await tellServer(reviewAddress(placeId, author), { method: "DELETE" });
  return answer.ok || answer.status === 404 ? null : failureOfStatus(answer.status);
}

/** The viewer's review of a place, null where there is none; or why nobody knows. */
export async function findOwnReview(
  placeId: number,
): Promise<{ review: Review | null } | { failure: ReviewFailure }> {
  const answer = await askServer<Review | null>(reviewAddress(placeId, "me"));
  return answer.ok ? { review: answer.body } : { failure: failureOfStatus(answer.status) };
}

function reviewAddress(placeId: number, author: string): string {
  return `/api/v1/places/${placeId}/reviews/${author}`;
}
