import { defaultReviewSort, parseReviewSort, type ReviewSort } from "#domain/feedback/review.ts";
import { parsePlaceId } from "#domain/place/place.ts";
import { type PlaceListQuery, placeListSearch } from "#domain/place/place-list-query.ts";
import type { FieldFault } from "#domain/reading/field-reader.ts";
import { QueryReader } from "#domain/reading/query-reader.ts";

/** Path of the list page. */
export const placeListPath = "/places";

/** The list page's address for a query. */
export function placeListAddress(query: PlaceListQuery): string {
  return `${placeListPath}${placeListSearch(query)}`;
}

/** Address of the list with a changed query: it starts again at its first page. */
export function changedListAddress(
  query: PlaceListQuery,
  change: Partial<Omit<PlaceListQuery, "page">>,
): string {
  return placeListAddress({ ...query, ...change, page: 1 });
}

/** The place whose reviews the list page shows opened, for browsers without script. */
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
