import { fetchApi, sendToApi } from "#app/network/fetch-api.ts";
import {
  findQueued,
  sendOrQueue,
  type WriteFailure,
  writeFailures,
} from "#app/network/queued-writes.ts";
import { reviewLimit } from "#domain/account/daily-limits.ts";
import type { NewReview } from "#domain/feedback/new-review.ts";
import type { Review } from "#domain/feedback/review.ts";
import type { Translate } from "#domain/text/i18n.ts";
import { maxReviewLength } from "#domain/text/text-limits.ts";

/** Stores the visitor's review of a place; null after success. */
export async function saveReview(
  placeId: number,
  review: NewReview,
): Promise<ReviewFailure | null> {
  const address = reviewApiPath(placeId, "me");
  const write = { kind: "review", placeId, address, method: "PUT", message: review } as const;
  const result = await sendOrQueue(write, sendToApi);
  return result.ok ? null : reviewFailureOf(result.code);
}

/**
 * Deletes a review of a place; null after success, or when it was deleted before.
 *
 * @param which the visitor's own, or one that staff remove, with the reason for its author
 */
export async function removeReview(
  placeId: number,
  which: "me" | { readonly reviewId: number; readonly reason: string },
): Promise<ReviewFailure | null> {
  const result =
    which === "me"
      ? await sendToApi(reviewApiPath(placeId, which), { method: "DELETE" })
      : await sendToApi(`/api/v1/moderation/reviews/${which.reviewId}`, {
          method: "POST",
          message: { decision: "remove", reason: which.reason },
        });
  return result.ok || result.code === "error.notfound" ? null : reviewFailureOf(result.code);
}

/** The visitor's own review of a place, as far as it is known. */
export interface OwnReview {
  /** Null without one. */
  readonly review: NewReview | null;
  /** Whether no response came, so that the server may have another; `review` is then the queued one. */
  readonly isDoubtful?: boolean;
}

/** The visitor's own review of a place; or the failure. */
export async function fetchOwnReview(
  placeId: number,
): Promise<OwnReview | { failure: ReviewFailure }> {
  const result = await fetchApi<Review | null>(reviewApiPath(placeId, "me"));
  if (result.ok) return { review: result.body };
  const failure = reviewFailureOf(result.code);
  if (failure !== "unreachable") return { failure };
  const queued = await findQueued({ kind: "review", placeId });
  return { review: (queued?.message as NewReview | undefined) ?? null, isDoubtful: true };
}

function reviewApiPath(placeId: number, author: string): string {
  return `/api/v1/places/${placeId}/reviews/${author}`;
}

/** Codes of a review that was not stored or deleted. */
export type ReviewFailure =
  | WriteFailure
  /** No star was chosen. */
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

/** The failure that a code of the API or of a use case means. */
export function reviewFailureOf(code: string): ReviewFailure {
  return failures[code] ?? "error";
}

/** The failure in the page's language. */
export function reviewFailureText(t: Translate, failure: ReviewFailure): string {
  const max = failure === "limit" ? reviewLimit : maxReviewLength;
  return t(`reviews.failure.${failure}`, { max });
}
