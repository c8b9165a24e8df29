import type { Coordinates } from "#domain/geography/coordinates.ts";
import { compareNear, ringOf } from "#domain/place/freshness.ts";
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
import { toNearPlace, toPlace } from "./place-row.ts";

/**
 * The first place within a walk that is surely open, and a nearer one whose opening times are not known:
 * docs/decisions/018 says why both. At like distance the fresher one is first
 * (docs/product#fresh-places-first). A visitor who filters by 'open' hears of the other only where the filter
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
  if (first === null || first.open_status !== "none") {
    return { open: first, unknown: null, limit_meters: walkLimitMeters };
  }
  const open = await findFirst(deps, surelyOpen, near, viewer);
  // A fresher one at like distance may be the farther one, which says nothing beside the open place.
  const isNearer = open === null || first.distance < open.distance;
  return { open, unknown: isNearer ? first : null, limit_meters: walkLimitMeters };
}

/** A place with its exact distance. */
type MeasuredPlace = Place & { readonly distance: number };

/** Maximum number of places at like distance that are compared. */
const maxAlike = 32;

/** The first answer to a question, by distance and freshness; null where none is within the limit. */
async function findFirst(
  deps: PlaceDeps,
  question: PlaceQuestion,
  near: Coordinates,
  viewer: Viewer,
): Promise<MeasuredPlace | null> {
  const { placeIndex } = deps;
  const nearest = placeIndex.nearest(question, near, 0, maxAlike);
  // The index knows positions to a centimetre; the exact distance decides.
  const alike = nearest.filter(
    ({ distanceMeters }) =>
      distanceMeters <= walkLimitMeters + 1 &&
      ringOf(distanceMeters) === ringOf(nearest[0].distanceMeters),
  );
  if (alike.length === 0) return null;
  const { rows } = await readPlaces(
    deps,
    alike.map(({ id }) => id),
    viewer,
  );
  const now = deps.now();
  const [first] = rows
    .map((row) => ({ row, near: toNearPlace(row, near) }))
    .filter(({ near }) => near.distanceMeters <= walkLimitMeters)
    .sort((a, b) => compareNear(a.near, b.near, now));
  if (!first) return null;
  return { ...toPlace(first.row, now, viewer), distance: first.near.distanceMeters };
}
