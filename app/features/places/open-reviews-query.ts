import type { FieldFault } from "#domain/field-fault.ts";
import { parsePlaceId } from "#domain/place-id.ts";
import type { PlaceListQuery } from "#domain/place-list-query.ts";
import { QueryReader } from "#domain/query-reader.ts";
import { defaultReviewSort, parseReviewSort, type ReviewSort } from "#domain/review-sort.ts";
import { placeListAddress } from "./place-list-address.ts";

/** Whose reviews the list page shows opened, for browsers without script. */
export interface OpenReviewsQuery {
  /** Null where no card's reviews are open. */
  readonly placeId: number | null;
  readonly sort: ReviewSort;
}

/** Reads `reviews=ID` and `review_sort` from the list page's address. */
export function parseOpenReviewsQuery(
  params: URLSearchParams,
): { ok: true; query: OpenReviewsQuery } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const query: OpenReviewsQuery = {
    placeId: reader.read("reviews", parsePlaceId, null),
    sort: reader.read("review_sort", parseReviewSort, defaultReviewSort),
  };
  const faults = reader.faults({ ignoreUnknownParameters: true });
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}

/** The list page with one card's reviews opened, scrolled to that card. */
export function openReviewsAddress(
  query: PlaceListQuery,
  placeId: number,
  sort: ReviewSort,
): string {
  const list = placeListAddress(query);
  const order = sort === defaultReviewSort ? "" : `&review_sort=${sort}`;
  return `${list}${list.includes("?") ? "&" : "?"}reviews=${placeId}${order}#place-${placeId}`;
}
