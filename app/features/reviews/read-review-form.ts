import type { NewReview } from "#domain/check-review.ts";

/** What a review form says that a browser sent by itself; 0 stars where none is chosen. */
export function readReviewForm(form: FormData): NewReview {
  const rating = form.get("rating");
  const text = form.get("text");
  return {
    rating: typeof rating === "string" && /^\d$/.test(rating) ? Number(rating) : 0,
    text: typeof text === "string" ? text.replace(/\r\n?/g, "\n") : "",
  };
}
