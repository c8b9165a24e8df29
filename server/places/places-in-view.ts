import type { MapView } from "#domain/map-view.ts";
import type { PlaceFilters } from "#domain/place-filters.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { Viewer } from "#server/accounts/viewer.ts";

/** What stands at one spot of the drawn map: a place, or a cluster of `count` of them. */
export interface PlaceInView {
  longitude: number;
  latitude: number;
  accepted: boolean;
  count?: number;
}

/** Size in CSS pixels of the picture of a view. */
export interface ViewSize {
  width: number;
  height: number;
}

/** The markers of a map view, clustered as the tiles of its zoom are, so that the drawn picture and the live map agree. */
export function placesInView(
  _deps: { placeIndex: PlaceIndex },
  _view: MapView,
  _size: ViewSize,
  _query: { filters: PlaceFilters; includeUnknown: boolean },
  _viewer: Viewer,
): PlaceInView[] {
  throw new Error("not written yet");
}
