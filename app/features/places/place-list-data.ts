import type { ReactNode } from "react";
import type { ReviewList, ReviewSort } from "#domain/feedback/review.ts";
import type { Place, PlaceList } from "#domain/place/place.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import type { FilterRelief } from "./filter-relief.ts";

/** One page of the list, with what its heading says beyond the API. */
export interface CountedPlaceList extends PlaceList {
  /** How many of `total` are open now. */
  readonly open_now_count: number;
}

/** The reviews of one place, opened by the address: the way to them without script. */
export interface OpenReviews {
  readonly placeId: number;
  readonly sort: ReviewSort;
  readonly list: ReviewList;
}

/** What the list page shows: places, or why there are none. */
export type PlaceListData =
  | {
      readonly kind: "listed";
      readonly query: PlaceListQuery;
      readonly list: CountedPlaceList;
      /** What an empty list would be without its strictest filter; null where that is no help. */
      readonly relief: FilterRelief | null;
      readonly openReviews: OpenReviews | null;
      /** When the list was made; an ISO 8601 instant. */
      readonly renderedAt: string;
    }
  /** The places could not be read. */
  | { readonly kind: "unavailable"; readonly query: PlaceListQuery }
  /** The address names these parameters with values that are none. */
  | { readonly kind: "malformed"; readonly fields: readonly string[] };

/** Draws what can be done with a place, which is other features' concern as well. */
export type RenderActions = (place: Place) => ReactNode;

/** Draws one place's reviews, which are another feature's; the route brings the two together. */
export type RenderReviews = (card: {
  readonly place: Place;
  /** Reviews that the address asks for; null where they are closed. */
  readonly opened: OpenReviews | null;
  readonly query: PlaceListQuery;
}) => ReactNode;

/** Draws how old what is written of a place is, and what keeps it true; another feature's too. */
export type RenderUpkeep = (card: { readonly place: Place; readonly now: Date }) => ReactNode;
