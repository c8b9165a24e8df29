import type { NearestPlaces, NearestPlacesQuery } from "#domain/place/nearest-places.ts";
import type { Place } from "#domain/place/place.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import {
  type CountedPlaceList,
  listResult,
  nearestResult,
  othersNearResult,
  type PlaceSource,
} from "#domain/place-index/place-results.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { visibleTo } from "#server/database/place-visibility.ts";
import { type ReadDeps, readPlaces } from "./place-cache.ts";
import { type PlaceRow, toNearPlace, toPlace } from "./place-row.ts";

/** Dependencies of the queries of places. */
export interface PlaceDeps extends ReadDeps {
  readonly placeIndex: PlaceIndex;
}

/**
 * The places that the viewer may see, filtered and ordered by the query.
 *
 * The index says which places are on the page, the database or the cache has their rows. A
 * place that was deleted a moment ago can be missing from its page until the index has the change. While
 * the database is unavailable, pages that were read before come from the cache.
 */
export function listPlaces(
  deps: PlaceDeps,
  query: PlaceListQuery,
  viewer: Viewer,
): Promise<CountedPlaceList> {
  return listResult(sourceFor(deps, viewer), query);
}

/** The nearest places that the viewer may be sent to (docs/product#nearest-place). */
export function findNearestPlaces(
  deps: PlaceDeps,
  query: NearestPlacesQuery,
  viewer: Viewer,
): Promise<NearestPlaces> {
  return nearestResult(sourceFor(deps, viewer), query);
}

/** The nearest other places that the viewer may be sent to in place of one. */
export function findOthersNear(
  deps: PlaceDeps,
  place: Pick<Place, "id" | "coordinates">,
  limit: number,
  viewer: Viewer,
): Promise<Place[]> {
  return othersNearResult(sourceFor(deps, viewer), place, limit);
}

function sourceFor(deps: PlaceDeps, viewer: Viewer): PlaceSource<PlaceRow> {
  return {
    placeIndex: deps.placeIndex,
    now: deps.now,
    visible: visibleTo(viewer),
    read: (ids) => readPlaces(deps, ids, viewer),
    toPlace: (row, now) => toPlace(row, now, viewer),
    toNear: toNearPlace,
  };
}
