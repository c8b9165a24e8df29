import * as v from "valibot";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { instantSchema } from "#domain/validation/instant-schema.ts";
import { maxPage, maxReviewsPerPage, reviewsPerPage } from "#domain/validation/page-sizes.ts";
import { count, page } from "#domain/validation/parse-query.ts";

/** Maximum number of stars (docs/product#review). */
export const maxRating = 5;

/** A visitor's review of a place, as the API returns it (docs/product#review). */
export const reviewSchema = /* @__PURE__ */ (() =>
  v.object({
    id: v.pipe(v.number(), v.integer(), v.minValue(1)),
    /** Whole stars. */
    rating: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxRating)),
    /** Empty where there is no text. */
    text: v.string(),
    /** Time at which the review was written or last changed. */
    added: instantSchema,
    /** Whether the caller wrote it. */
    own: v.boolean(),
    /** See docs/product#contact-details-in-reviews. */
    held: v.optional(
      v.pipe(
        v.literal(true),
        v.description("its text waits for staff, and is there for its author and staff alone"),
      ),
    ),
    /** Its author (docs/product#authors-of-reviews). */
    user_id: v.optional(v.pipe(v.string(), v.description("administrator only"))),
  }))();

export type Review = DeepReadonly<v.InferOutput<typeof reviewSchema>>;

/** One page of a place's reviews, as the API returns it. */
export const reviewListSchema = /* @__PURE__ */ (() =>
  v.object({
    reviews: v.array(reviewSchema),
    page: v.pipe(v.number(), v.integer(), v.minValue(1)),
    per_page: v.pipe(v.number(), v.integer(), v.minValue(1)),
    /** Number of reviews on all pages. */
    total: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }))();

export type ReviewList = DeepReadonly<v.InferOutput<typeof reviewListSchema>>;

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
