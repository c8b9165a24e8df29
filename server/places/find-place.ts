import type { Place } from "#domain/place.ts";
import { noFilters } from "#domain/place-filters.ts";
import { maxPlaceId } from "#domain/place-id.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { PlaceDeps } from "./list-places.ts";
import { placeDetailsOf } from "./place-details-of.ts";
import { PlaceMemory } from "./place-memory.ts";
import { type SelectedPlace, selectPlaces } from "./select-places.ts";
import { toPlace } from "./to-place.ts";

type FindPlaceDeps = Pick<PlaceDeps, "database" | "now" | "placeMemory"> &
  Partial<Pick<PlaceDeps, "placeIndex">>;

/**
 * One place with all that is known of it; null where there is none that the viewer may see. While the
 * database is away, one that was read before comes from memory, as long as the index has it.
 */
export async function findPlace(
  { database, placeIndex, placeMemory = new PlaceMemory(), now }: FindPlaceDeps,
  id: number,
  viewer: Viewer,
): Promise<Place | null> {
  if (id > maxPlaceId) return null;
  const { rows, asOf } = await placeMemory.readOrRecall([id], now(), () =>
    selectPlaces(database, [id], viewer),
  );
  const [row] = rows;
  if (!row || (asOf !== null && !isIndexed(placeIndex, row, viewer))) return null;
  const details = placeDetailsOf(row.attributes, row.comments);
  return { ...toPlace(row, now(), viewer), ...(details && { details }) };
}

/** How many places may share a point before one of them is not looked for any further. */
const maxOnOnePoint = 50;

/** Whether the index, which hears of deletions first, still has a place that is remembered. */
function isIndexed(
  placeIndex: PlaceIndex | undefined,
  { id, longitude, latitude }: SelectedPlace,
  { isAdministrator }: Viewer,
): boolean {
  const all = { filters: noFilters, includeUnknown: false, bbox: null };
  const question = { ...all, includeUnaccepted: isAdministrator };
  const found = placeIndex?.nearest(question, [longitude, latitude], 0, maxOnOnePoint);
  return found?.some((place) => place.id === id) ?? false;
}
