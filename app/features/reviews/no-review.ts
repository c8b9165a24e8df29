import type { NewReview } from "#domain/check-review.ts";

/** What the form starts from where there is no review yet (docs/product#review-form). */
export const noReview: NewReview = { rating: 0, text: "" };
