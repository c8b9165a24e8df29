import type { NewReview } from "#domain/check-review.ts";

/** What the form starts from where there is no review yet (specification, section 4). */
export const noReview: NewReview = { rating: 0, text: "" };
