import { isStaff } from "#domain/account/role.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import type { Place } from "#domain/place/place.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { maxSimilarPlaces, type SimilarPlacesQuery } from "#domain/place/similar-places.ts";
import { type PermissionFailure, permissionFailure } from "#server/accounts/permission.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { acceptedAndPendingPlaces } from "#server/database/place-visibility.ts";
import type { PlaceDeps } from "./place-cache.ts";
import { selectPlaces, toPlace } from "./place-row.ts";

export type SimilarPlacesResult =
  | { readonly ok: true; readonly places: readonly Place[] }
  | { readonly ok: false; readonly code: PermissionFailure };

/**
 * The places around a point, nearest first and each with its distance, for a contributor who is about to add
 * one there: 'is it one of these?' (docs/product#similar-places). Those that wait for acceptance are among
 * them, since they count as duplicates; the result does not name their contributors, and of what these wrote nothing
 * that staff have not accepted.
 */
export async function findSimilarPlaces(
  { database, placeIndex, now }: PlaceDeps,
  { origin, radiusMeters }: SimilarPlacesQuery,
  viewer: Viewer,
): Promise<SimilarPlacesResult> {
  const failure = permissionFailure(viewer, "findSimilarPlaces");
  if (failure !== null) return { ok: false, code: failure };
  const all = {
    filters: noFilters,
    includeUnknown: false,
    ...acceptedAndPendingPlaces,
    bbox: null,
  };
  const ids = placeIndex.nearest(all, origin, 0, maxSimilarPlaces).map(({ id }) => id);
  // Places that wait are shown here, and nowhere else, to other accounts than those of staff.
  const rows = await selectPlaces(database, ids, viewer, acceptedAndPendingPlaces);
  const instant = now();
  const places = rows
    .map((row) => {
      const place = toPlace(row, instant, visitor);
      const isOwn = row.added_by !== null && row.added_by === viewer.userId;
      return row.accepted || isOwn || isStaff(viewer) ? place : withoutComments(place);
    })
    .map((place) => ({ ...place, distance: distanceMeters(origin, place.coordinates) }))
    .filter(({ distance }) => distance <= radiusMeters)
    .sort((a, b) => a.distance - b.distance || a.id - b.id);
  return { ok: true, places };
}

/** A place reduced to its position: its texts may hold a name, a number or the code of a door. */
function withoutComments(place: Place): Place {
  const { postcode, county, details, closed_days, ...rest } = place;
  const { opening_hours, opening_comment, opening_changes, opening_today, ...bare } = rest;
  const unknown = { city: "", address: "", comments: "", facts: {} };
  return { ...bare, ...unknown, opening_times: Array<string>(7).fill("-"), open_status: "none" };
}
