import { askServer } from "#app/network/ask-server.ts";
import type { ReviewList } from "#domain/review-list.ts";
import { defaultReviewSort, type ReviewSort } from "#domain/review-sort.ts";

export interface ReviewsRequest {
  readonly placeId: number;
  readonly sort: ReviewSort;
  /** From 1. */
  readonly page: number;
}

/** One page of a place's reviews; null where they could not be had, or were not waited for. */
export async function fetchReviews(
  request: ReviewsRequest,
  signal: AbortSignal,
): Promise<ReviewList | null> {
  const answer = await askServer<ReviewList>(reviewsAddress(request), { signal });
  return answer.ok ? answer.body : null;
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
