import { isInBoundingBox } from "#domain/geography/bounding-box.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import type { Place } from "#domain/place/place.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { visibleTo } from "#server/database/place-visibility.ts";
import { type ReadDeps, readPlaces } from "./place-cache.ts";
import { toPlace } from "./place-row.ts";

/** Maximum number of a contributor's pending places in a response. */
const maxOwnPending = 50;

/**
 * Places inside the query's box that the viewer has added and that wait for acceptance, the newest first, whatever the
 * filters; none for staff, whose lists have all pending places. They come from the database, so a place is among them
 * at once.
 */
export async function listOwnPending(
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
    .map((row) => toPlace(row, now, viewer))
    .filter(({ coordinates }) => bbox === null || isInBoundingBox(coordinates, bbox))
    .map((place) =>
      near === null ? place : { ...place, distance: distanceMeters(near, place.coordinates) },
    );
}
