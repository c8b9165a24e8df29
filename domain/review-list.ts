import type { Review } from "./review.ts";

/** One page of a place's reviews, as the API hands it out. */
export interface ReviewList {
  readonly reviews: readonly Review[];
  /** The page asked for, from 1. */
  readonly page: number;
  readonly per_page: number;
  /** How many reviews there are on all pages. */
  readonly total: number;
}
