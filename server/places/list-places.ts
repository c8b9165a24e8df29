import { distanceMeters } from "#domain/geography/distance.ts";
import type { Place, PlaceList } from "#domain/place/place.ts";
import { filteringOf } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { PlaceQuestion } from "#domain/place-index/place-state.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { visibleTo } from "#server/database/place-visibility.ts";
import { type ReadDeps, readPlaces } from "./place-memory.ts";
import { toPlace } from "./place-row.ts";

/** Sources of the answers about places. */
export interface PlaceDeps extends ReadDeps {
  readonly placeIndex: PlaceIndex;
}

/** One page of the list, with what the page's heading says beyond the API. */
export interface CountedPlaceList extends PlaceList {
  /** Number of places of `total` that are open now. */
  readonly open_now_count: number;
}

/**
 * The places that the viewer may see, filtered and ordered as asked.
 *
 * The index says which places are on the page, the database or the memory of it what is known of them. A
 * place that was deleted a moment ago can be missing from its page until the index has heard of it. While
 * the database is away, pages that were read before come from memory.
 */
export async function listPlaces(
  deps: PlaceDeps,
  query: PlaceListQuery,
  viewer: Viewer,
): Promise<CountedPlaceList> {
  const { placeIndex, now } = deps;
  const question: PlaceQuestion = {
    ...filteringOf(query),
    ...visibleTo(viewer),
    bbox: query.bbox,
  };
  const { total, unknown, unstated, openNow } = placeIndex.count(question);
  const ids = findPageIds(placeIndex, question, query);
  const instant = now();
  const { rows, asOf } = await readPlaces(deps, ids, viewer);
  const places = new Map(rows.map((row) => [row.id, toPlace(row, instant, viewer)]));
  const ordered = ids.flatMap((id) => places.get(id) ?? []);
  return {
    places: query.near === null ? ordered : withDistances(ordered, query),
    page: query.page,
    per_page: query.perPage,
    total,
    unknown_count: unknown,
    unstated_count: unstated,
    open_now_count: openNow,
    ...(asOf && { as_of: asOf.toISOString() }),
  };
}

function findPageIds(
  placeIndex: PlaceIndex,
  question: PlaceQuestion,
  { page, perPage, sort, near }: PlaceListQuery,
): number[] {
  const offset = (page - 1) * perPage;
  if (sort !== "distance") return placeIndex.page(question, sort, offset, perPage);
  if (near === null) throw new TypeError("The order by distance needs a point.");
  return placeIndex.nearest(question, near, offset, perPage).map(({ id }) => id);
}

/**
 * Adds the exact distances. The index knows positions to about a centimetre, so two places at the
 * same distance can change places here.
 */
function withDistances(places: readonly Place[], { near, sort }: PlaceListQuery): Place[] {
  if (near === null) return [...places];
  const measured = places.map((place) => ({
    ...place,
    distance: distanceMeters(near, place.coordinates),
  }));
  if (sort !== "distance") return measured;
  return measured.sort((a, b) => a.distance - b.distance || a.id - b.id);
}
