/** The four orders of reviews (docs/product#orders-of-reviews). */
export const reviewSorts = ["added-desc", "added-asc", "rating-desc", "rating-asc"] as const;

export type ReviewSort = (typeof reviewSorts)[number];

export const defaultReviewSort: ReviewSort = "added-desc";

/** Reads one of the four; null for anything else. */
export function parseReviewSort(text: string): ReviewSort | null {
  return reviewSorts.find((sort) => sort === text) ?? null;
}
