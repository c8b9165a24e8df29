import type { FieldFault } from "#domain/reading/field-reader.ts";
import { maxPage, maxReviewsPerPage, reviewsPerPage } from "#domain/reading/pager.ts";
import { QueryReader } from "#domain/reading/query-reader.ts";

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

/** Reads one of the four; null for any other text. */
export function parseReviewSort(text: string): ReviewSort | null {
  return reviewSorts.find((sort) => sort === text) ?? null;
}

/** A query for a page of reviews. */
export interface ReviewListQuery {
  /** From 1; a page beyond the last is empty. */
  readonly page: number;
  /** 1…100. */
  readonly perPage: number;
  readonly sort: ReviewSort;
}

/** Reads `page`, `per_page` and `sort` as `parsePlaceListQuery` does. */
export function parseReviewListQuery(
  params: URLSearchParams,
  options: { ignoreUnknownParameters: boolean },
): { ok: true; query: ReviewListQuery } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const query: ReviewListQuery = {
    page: reader.readCount("page", maxPage, 1),
    perPage: reader.readCount("per_page", maxReviewsPerPage, reviewsPerPage),
    sort: reader.read("sort", parseReviewSort, defaultReviewSort),
  };
  const faults = reader.faults(options);
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}
