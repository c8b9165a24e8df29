import type { Place } from "#domain/place.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { PlaceListQuery } from "#domain/place-list-query.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/schema.ts";

/** What the questions about places are answered from. */
export interface PlaceDeps {
  readonly database: Database;
  readonly placeIndex: PlaceIndex;
  readonly now: () => Date;
}

/** One page of the list. */
export interface PlaceListPage {
  places: Place[];
  /** From 1; a page beyond the last has no places. */
  page: number;
  per_page: number;
  /** Places that pass, on all pages. */
  total: number;
  /** How many the open filter left out because nothing is known of their opening times. */
  unknown_count: number;
  /** How many of `total` are open now; for the page only, the API leaves it out. */
  open_now_count: number;
}

/** The places that the viewer may see, filtered and ordered as asked. */
export async function listPlaces(
  _deps: PlaceDeps,
  _query: PlaceListQuery,
  _viewer: Viewer,
): Promise<PlaceListPage> {
  throw new Error("not written yet");
}
