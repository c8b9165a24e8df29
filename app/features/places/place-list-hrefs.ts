import * as v from "valibot";
import {
  defaultReviewSort,
  type ReviewSort,
  reviewSortParameter,
} from "#domain/feedback/review.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { mapPagePath, nearestHash } from "#domain/map/map-page-query.ts";
import type { PlaceList } from "#domain/place/place.ts";
import { filteringOf } from "#domain/place/place-filters.ts";
import { parseId } from "#domain/place/place-id.ts";
import { type PlaceListQuery, placeListSearch } from "#domain/place/place-list-query.ts";
import { parameter } from "#domain/validation/parse-query.ts";

export const placeListPath = "/places";

/** The list's parameters of the page's URL: with the form of a new place, `at` is its point, and no time. */
export function listParameters(params: URLSearchParams): URLSearchParams {
  if (!params.has("add")) return params;
  const ofList = new URLSearchParams(params);
  ofList.delete("at");
  return ofList;
}

export function placeListHref(query: PlaceListQuery): string {
  return `${placeListPath}${placeListSearch(query)}`;
}

/** Path of the list with a changed query: it starts again at its first page. */
export function changedListHref(
  query: PlaceListQuery,
  change: Partial<Omit<PlaceListQuery, "page">>,
): string {
  return placeListHref({ ...query, ...change, page: 1 });
}

/** Path of a page of a list that is shown; the next page begins after the last place of the shown one. */
export function listPageHref(
  query: PlaceListQuery,
  { next_after }: Pick<PlaceList, "next_after">,
  page: number,
): string {
  const after = page === query.page + 1 ? next_after : undefined;
  return placeListHref({ ...query, page, after });
}

/** The place whose reviews the list page shows opened, for browsers without script. */
export interface OpenReviewsQuery {
  /** Null where no card's reviews are open. */
  readonly placeId: number | null;
  readonly sort: ReviewSort;
}

/** Parameters of the list page's URL for it: `reviews=ID` and `review_sort`. */
export const openReviewsQuerySchema = /* @__PURE__ */ (() =>
  v.pipe(
    v.object({ reviews: v.optional(parameter(parseId)), review_sort: reviewSortParameter }),
    v.transform(
      ({ reviews = null, review_sort }): OpenReviewsQuery => ({
        placeId: reviews,
        sort: review_sort,
      }),
    ),
  ))();

/** The list page with one card's reviews opened, scrolled to that card. */
export function openReviewsHref(query: PlaceListQuery, placeId: number, sort: ReviewSort): string {
  const list = placeListHref(query);
  const order = sort === defaultReviewSort ? "" : `&review_sort=${sort}`;
  return `${list}${list.includes("?") ? "&" : "?"}reviews=${placeId}${order}#place-${placeId}`;
}

/** Path of a place on the map with the list's filters. */
export function placeOnMapPath(query: PlaceListQuery, id: number): string {
  return mapPagePath({ place: id, ...filteringOf(query), view: null });
}

/** Path of the map that leads to the nearest place (docs/product#nearest-place). */
export function nearestOnMapPath(query: PlaceListQuery): string {
  return mapPagePath({ place: null, ...filteringOf(query), view: null }) + nearestHash;
}

/** Path of the list, nearest to a point first. */
export function listNearHref(query: PlaceListQuery, near: Coordinates): string {
  return changedListHref(query, { sort: "near", near });
}
