import { reportContact, reportFailedLoad } from "#app/ui/contact.ts";
import type { NewReview } from "#domain/check-review.ts";
import type { Review } from "#domain/review.ts";
import { failureOfStatus, type ReviewFailure } from "./review-failure.ts";

/** Nobody waits longer for an answer. */
const answerTimeoutMs = 15_000;

/** Stores the viewer's review of a place; null when that is done. */
export async function saveReview(
  placeId: number,
  review: NewReview,
): Promise<ReviewFailure | null> {
  const response = await ask(`${placeId}/reviews/me`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(review),
  });
  if (response === null) return "unreachable";
  return response.ok ? null : failureOfStatus(response.status);
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
  const response = await ask(`${placeId}/reviews/${author}`, { method: "DELETE" });
  if (response === null) return "unreachable";
  return response.ok || response.status === 404 ? null : failureOfStatus(response.status);
}

/** The viewer's review of a place, null where there is none; or why nobody knows. */
export async function findOwnReview(
  placeId: number,
): Promise<{ review: Review | null } | { failure: ReviewFailure }> {
  const response = await ask(`${placeId}/reviews/me`, {});
  if (response === null) return { failure: "unreachable" };
  if (!response.ok) return { failure: failureOfStatus(response.status) };
  return { review: response.status === 204 ? null : await response.json() };
}

async function ask(path: string, init: RequestInit): Promise<Response | null> {
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs);
    const response = await fetch(`/api/v1/places/${path}`, { ...init, signal });
    reportContact();
    return response;
  } catch {
    reportFailedLoad();
    return null;
  }
}
