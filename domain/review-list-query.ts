import type { FieldFault } from "./field-fault.ts";
import { maxPage, maxReviewsPerPage, reviewsPerPage } from "./pager.ts";
import { QueryReader } from "./query-reader.ts";
import { defaultReviewSort, parseReviewSort, type ReviewSort } from "./review-sort.ts";

/** What a list of reviews is asked for. */
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
