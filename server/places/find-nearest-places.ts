import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance.ts";
import {
  type NearestPlaces,
  type NearestPlacesQuery,
  walkLimitMeters,
} from "#domain/place/nearest-places.ts";
import type { Place } from "#domain/place/place.ts";
import { filteringOf } from "#domain/place/place-filters.ts";
import type { PlaceQuestion } from "#domain/place-index/place-state.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { visibleTo } from "#server/database/place-visibility.ts";
import type { PlaceDeps } from "./list-places.ts";
import { readPlaces } from "./place-memory.ts";
import { toPlace } from "./place-row.ts";

/**
 * The nearest place within a walk that is surely open, and a nearer one whose opening times are not known:
 * docs/decisions/018 says why both. A visitor who filters by 'open' hears of the other only where the filter
 * lets it in.
 */
export async function findNearestPlaces(
  deps: PlaceDeps,
  query: NearestPlacesQuery,
  viewer: Viewer,
): Promise<NearestPlaces> {
  const { near, filters, includeUnknown } = query;
  const surelyOpen: PlaceQuestion = {
    ...filteringOf(query),
    filters: { ...filters, open: true },
    includeUnknown: false,
    ...visibleTo(viewer),
    forEveryone: true,
    bbox: null,
  };
  const takesUnknown = !filters.open || includeUnknown;
  const first = await findFirst(
    deps,
    { ...surelyOpen, includeUnknown: takesUnknown },
    near,
    viewer,
  );
  const isFirstOpen = first === null || first.open_status !== "none";
  return {
    open: isFirstOpen ? first : await findFirst(deps, surelyOpen, near, viewer),
    unknown: isFirstOpen ? null : first,
    limit_meters: walkLimitMeters,
  };
}

/** The nearest answer to a question with its exact distance; null where none is within the limit. */
async function findFirst(
  deps: PlaceDeps,
  question: PlaceQuestion,
  near: Coordinates,
  viewer: Viewer,
): Promise<Place | null> {
  const { placeIndex, now } = deps;
  const [nearest] = placeIndex.nearest(question, near, 0, 1);
  // The index knows positions to a centimetre; the exact distance decides.
  if (nearest === undefined || nearest.distanceMeters > walkLimitMeters + 1) return null;
  const { rows } = await readPlaces(deps, [nearest.id], viewer);
  const [row] = rows;
  if (!row) return null;
  const distance = distanceMeters(near, [row.longitude, row.latitude]);
  return distance > walkLimitMeters ? null : { ...toPlace(row, now(), viewer), distance };
}
