import { reportContact, reportFailedLoad } from "#app/ui/contact.ts";
import type { ReviewList } from "#domain/review-list.ts";
import { defaultReviewSort, type ReviewSort } from "#domain/review-sort.ts";

export interface ReviewsRequest {
  readonly placeId: number;
  readonly sort: ReviewSort;
  /** From 1. */
  readonly page: number;
}

/**
 * One page of a place's reviews, from our own API.
 *
 * @throws {Error} when there is no answer, or one that says no
 */
export async function fetchReviews(
  { placeId, sort, page }: ReviewsRequest,
  signal: AbortSignal,
): Promise<ReviewList> {
  const response = await fetch(reviewsAddress({ placeId, sort, page }), { signal }).catch(
    (cause: unknown) => {
      if (!signal.aborted) reportFailedLoad();
      throw new Error("no answer to a question for reviews", { cause });
    },
  );
  reportContact();
  if (!response.ok) throw new Error(`reviews of place ${placeId}: status ${response.status}`);
  return response.json();
}

/** Where the API has them; defaults are left out. */
export function reviewsAddress({ placeId, sort, page }: ReviewsRequest): string {
  const pairs = [
    ...(page === 1 ? [] : [`page=${page}`]),
    ...(sort === defaultReviewSort ? [] : [`sort=${sort}`]),
  ];
  const search = pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  return `/api/v1/places/${placeId}/reviews${search}`;
}
