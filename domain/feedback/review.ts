import * as v from "valibot";
import { maxPage, maxReviewsPerPage, reviewsPerPage } from "#domain/reading/pager.ts";
import { count, page } from "#domain/reading/read-query.ts";

/** A visitor's review of a place, as the API returns it (docs/product#review). */
export interface Review {
  /** Whole stars, 1…5. */
  readonly rating: number;
  /** Empty where there is no text. */
  readonly text: string;
  /** When the review was written or last changed: an ISO 8601 instant in UTC with milliseconds. */
  readonly added: string;
  /** Whether the caller wrote it. */
  readonly own: boolean;
  /** Its author; only for the administrator (docs/product#authors-of-reviews). */
  readonly user_id?: string;
}

/** Maximum number of stars (docs/product#review). */
export const maxRating = 5;

/** One page of a place's reviews, as the API returns it. */
export interface ReviewList {
  readonly reviews: readonly Review[];
  /** Page number, from 1. */
  readonly page: number;
  readonly per_page: number;
  /** Number of reviews on all pages. */
  readonly total: number;
}

/** The four orders of reviews (docs/product#orders-of-reviews). */
export const reviewSorts = ["added-desc", "added-asc", "rating-desc", "rating-asc"] as const;

export type ReviewSort = (typeof reviewSorts)[number];

export const defaultReviewSort: ReviewSort = "added-desc";

/** A query for a page of reviews. */
export interface ReviewListQuery {
  /** From 1; a page beyond the last is empty. */
  readonly page: number;
  /** 1…100. */
  readonly perPage: number;
  readonly sort: ReviewSort;
}

/** Order of reviews as a parameter. */
export const reviewSortParameter = /* @__PURE__ */ (() =>
  v.optional(v.picklist(reviewSorts), defaultReviewSort))();

/** Parameters of a page of reviews. */
export const reviewListQuerySchema = /* @__PURE__ */ (() =>
  v.pipe(
    v.object({
      page: page(maxPage),
      per_page: v.optional(count(maxReviewsPerPage), String(reviewsPerPage)),
      sort: reviewSortParameter,
    }),
    v.transform(({ page, per_page, sort }): ReviewListQuery => ({ page, perPage: per_page, sort })),
  ))();
