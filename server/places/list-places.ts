import type { Coordinates } from "#domain/geography/coordinates.ts";
import { compareDistance, compareNear, type NearPlace } from "#domain/place/freshness.ts";
import type { PlaceList } from "#domain/place/place.ts";
import { filteringOf } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { isNearestFirst, type PlaceOrder } from "#domain/place/place-sort.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { PlaceQuestion } from "#domain/place-index/place-state.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { visibleTo } from "#server/database/place-visibility.ts";
import { type ReadDeps, readPlaces } from "./place-memory.ts";
import { type SelectedPlace, toNearPlace, toPlace } from "./place-row.ts";

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
  const toAnswer = (row: SelectedPlace) => toPlace(row, instant, viewer);
  const { near, sort } = query;
  return {
    places:
      near === null
        ? rows.map(toAnswer)
        : measure(rows, near, sort, instant).map(({ row, distanceMeters }) => ({
            ...toAnswer(row),
            distance: distanceMeters,
          })),
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
  if (!isNearestFirst(sort)) return placeIndex.page(question, sort, offset, perPage);
  if (near === null) throw new TypeError("The order by distance needs a point.");
  return placeIndex.nearest(question, near, offset, perPage).map(({ id }) => id);
}

/** A place of a page, with what its order compares. */
interface MeasuredRow extends NearPlace {
  readonly row: SelectedPlace;
}

/**
 * The places of a page with their exact distances, nearest first where the order says so: by distance alone, or
 * at like distance the fresher one first (docs/product#fresh-places-first). A page keeps its places either way.
 *
 * The index knows positions to about a centimetre, so two places at the same distance can change places here.
 */
function measure(
  rows: readonly SelectedPlace[],
  near: Coordinates,
  sort: PlaceOrder,
  now: Date,
): MeasuredRow[] {
  const measured = rows.map((row): MeasuredRow => ({ row, ...toNearPlace(row, near) }));
  if (!isNearestFirst(sort)) return measured;
  const compare = sort === "near" ? compareNear : compareDistance;
  return measured.sort((a, b) => compare(a, b, now));
}
