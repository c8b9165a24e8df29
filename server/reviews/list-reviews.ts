import type { ReviewListQuery } from "#domain/review-list-query.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/schema.ts";

/** A review on the wire (DESIGN §6). */
export interface ListedReview {
  /** 1 to 5. */
  rating: number;
  text: string;
  /** ISO 8601 instant in UTC with milliseconds. */
  added: string;
  /** Whether the viewer wrote it. */
  own: boolean;
  /** The reviewer's account; for the administrator only (specification, section 6). */
  user_id?: string;
}

/** One page of the reviews of a place. */
export interface ReviewListPage {
  reviews: ListedReview[];
  /** From 1; a page beyond the last has no reviews. */
  page: number;
  per_page: number;
  total: number;
}

/** The reviews of a place, ordered as asked; null where there is no place that the viewer may see. */
export async function listReviews(
  _deps: { database: Database },
  _placeId: number,
  _query: ReviewListQuery,
  _viewer: Viewer,
): Promise<ReviewListPage | null> {
  throw new Error("not written yet");
}
