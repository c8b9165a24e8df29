import { sql } from "kysely";
import { isInBoundingBox } from "#domain/geography/bounding-box.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import type { WallTime } from "#domain/opening/instant.ts";
import type { NearestPlacesQuery } from "#domain/place/nearest-places.ts";
import type { Place } from "#domain/place/place.ts";
import { filteringOf, type PlaceFiltering } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import {
  type CountedPlaceList,
  listResult,
  nearestResult,
  othersNearResult,
} from "#domain/place-index/place-results.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { unlessUnavailable } from "#server/database/database-errors.ts";
import { acceptedPlaces, isVisible, visibleTo } from "#server/database/place-visibility.ts";
import type { Context } from "#server/use-case-context.ts";
import { type PlaceDeps, placeSource, type ReadDeps, readPlaces } from "./place-cache.ts";
import { toPlace } from "./place-row.ts";

/** Maximum number of a contributor's pending places in a response. */
const maxOwnPending = 50;

/** A page of the list; the first one also has the places that the viewer has added and that wait. */
export async function listPlaces(
  deps: PlaceDeps,
  query: PlaceListQuery,
  viewer: Viewer,
): Promise<CountedPlaceList> {
  const [list, own] = await Promise.all([
    listResult(placeSource(deps, viewer), query),
    query.page === 1 ? unlessUnavailable(listOwnPending(deps, query, viewer)) : null,
  ]);
  return own === null || own.length === 0 ? list : { ...list, own_pending: own };
}

/** The nearest place that is open, with those before and after it (docs/product#nearest-place). */
export function findNearestPlaces(deps: PlaceDeps, query: NearestPlacesQuery, viewer: Viewer) {
  return nearestResult(placeSource(deps, viewer), query);
}

export function findOthersNear(
  deps: PlaceDeps,
  place: Pick<Place, "id" | "coordinates">,
  { limit }: { readonly limit: number; readonly at?: WallTime | undefined },
  viewer: Viewer,
) {
  return othersNearResult(placeSource(deps, viewer), place, limit);
}

export function placeTile(
  { placeIndex }: Pick<PlaceDeps, "placeIndex">,
  { z, x, y }: { readonly z: number; readonly x: number; readonly y: number },
  filtering: PlaceFiltering,
  viewer: Viewer,
) {
  return placeIndex.tile(z, x, y, { ...filteringOf(filtering), ...visibleTo(viewer) });
}

/**
 * Places inside the query's box that the viewer has added and that wait for acceptance, the newest first, whatever the
 * filters; none for staff, whose lists have all pending places. They come from the database, so a place is among them
 * at once.
 */
async function listOwnPending(
  deps: ReadDeps,
  { bbox, near }: Pick<PlaceListQuery, "bbox" | "near">,
  viewer: Viewer,
): Promise<Place[]> {
  if (viewer.userId === null || visibleTo(viewer).includeUnaccepted) return [];
  const added = await deps.database
    .selectFrom("place")
    .select("id")
    .where("added_by", "=", viewer.userId)
    .where("accepted", "=", false)
    .where("deleted_at", "is", null)
    .orderBy("added", "desc")
    .limit(maxOwnPending)
    .execute();
  if (added.length === 0) return [];
  const { rows } = await readPlaces(
    deps,
    added.map(({ id }) => id),
    viewer,
  );
  const now = deps.now();
  return rows
    .map((row) => toPlace(row, now, viewer, deps.today?.()))
    .filter(({ coordinates }) => bbox === null || isInBoundingBox(coordinates, bbox))
    .map((place) =>
      near === null ? place : { ...place, distance: distanceMeters(near, place.coordinates) },
    );
}

type VisibleIdsDeps = Pick<Context, "database">;

/** Ids that stand together: the n-th part has those over `(n - 1) * size`, up to `n * size`. */
export interface IdPart {
  /** From 1. */
  readonly part: number;
  readonly size: number;
}

/** Numbers of the parts that have a place which everyone sees, ascending. */
export async function listIdParts(
  { database }: VisibleIdsDeps,
  { size }: Pick<IdPart, "size">,
): Promise<number[]> {
  const rows = await database
    .selectFrom("place")
    .select(sql<number>`(id - 1) / ${sql.lit(size)} + 1`.as("part"))
    .where(isVisible(acceptedPlaces))
    .groupBy("part")
    .orderBy("part")
    .execute();
  return rows.map(({ part }) => part);
}

/**
 * Ids of a part's places which everyone sees, ascending.
 *
 * @param after the last id that is known already; 0 at first
 * @param limit maximum number of ids
 */
export async function listVisibleIds(
  { database }: VisibleIdsDeps,
  { part, size, after, limit }: IdPart & { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await database
    .selectFrom("place")
    .select("id")
    .where("id", ">", Math.max(after, (part - 1) * size))
    .where("id", "<=", part * size)
    .where(isVisible(acceptedPlaces))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
