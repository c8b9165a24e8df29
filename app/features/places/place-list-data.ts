import type { ReactNode } from "react";
import type { ReviewList, ReviewSort } from "#domain/feedback/review.ts";
import type { Place } from "#domain/place/place.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import type { CountedPlaceList } from "#domain/place-index/place-results.ts";
import type { FilterRelief } from "./list-notices.tsx";

/** Reviews of one place, opened by the URL, for browsers without script. */
export interface OpenReviews {
  readonly placeId: number;
  readonly sort: ReviewSort;
  readonly list: ReviewList;
}

/** Data of the list page: places, or the reason why there are none. */
export type PlaceListData =
  | {
      readonly kind: "listed";
      readonly query: PlaceListQuery;
      readonly list: CountedPlaceList;
      /** The filter to turn off in an empty list; null where that does not help. */
      readonly relief: FilterRelief | null;
      readonly openReviews: OpenReviews | null;
      /** When the list was made: an ISO 8601 instant. */
      readonly renderedAt: string;
      /** Whether the URL has a time that cannot be shown: the list is that of now. */
      readonly isTimeRefused?: true;
    }
  /** The places could not be read. */
  | { readonly kind: "unavailable"; readonly query: PlaceListQuery }
  /** These parameters of the URL are invalid. */
  | { readonly kind: "invalid"; readonly fields: readonly string[] };

export type ListedData = Extract<PlaceListData, { kind: "listed" }>;

/** Renders the actions for a place, which belong to other features. */
export type RenderActions = (place: Place) => ReactNode;

/** Renders one place's reviews, which are another feature; the route connects the two. */
export type RenderReviews = (card: {
  readonly place: Place;
  /** Reviews that the URL opens; null where they are closed. */
  readonly opened: OpenReviews | null;
  readonly query: PlaceListQuery;
}) => ReactNode;

/** Renders the age of a place's data, and the ways to confirm and report it; another feature too. */
export type RenderUpkeep = (card: { readonly place: Place; readonly now: Date }) => ReactNode;
