import { maxPlacesByDistance, pageCountOf } from "./pager.ts";
import type { Place } from "./place.ts";
import type { PlaceListQuery } from "./place-list-query.ts";

/** One page of places, as the API hands it out. */
export interface PlaceList {
  readonly places: readonly Place[];
  /** The page asked for, from 1. */
  readonly page: number;
  readonly per_page: number;
  /** How many places there are on all pages. */
  readonly total: number;
  /**
   * How many more the open filter left out because nobody knows their opening times
   * (docs/product#unknown-opening-times).
   */
  readonly unknown_count: number;
  /**
   * Only while the database is away: when the oldest of these places was read, ISO 8601. What has been
   * written since is not in it.
   */
  readonly as_of?: string;
}

/** The last page of a list of `total` places: by distance the one that ends within `maxPlacesByDistance`. */
export function lastPageOf(
  { sort, perPage }: Pick<PlaceListQuery, "sort" | "perPage">,
  total: number,
): number {
  const pageCount = pageCountOf(total, perPage);
  if (sort !== "distance") return pageCount;
  return Math.min(pageCount, Math.floor(maxPlacesByDistance / perPage));
}
