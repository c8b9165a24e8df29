import type { Place } from "#domain/place.ts";
import { maxPlaceId } from "#domain/place-id.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { PlaceDeps } from "./list-places.ts";
import { placeDetailsOf } from "./place-details-of.ts";
import { selectPlaces } from "./select-places.ts";
import { toPlace } from "./to-place.ts";

/** One place with all that is known of it; null where there is none that the viewer may see. */
export async function findPlace(
  { database, now }: Pick<PlaceDeps, "database" | "now">,
  id: number,
  viewer: Viewer,
): Promise<Place | null> {
  if (id > maxPlaceId) return null;
  const [row] = await selectPlaces(database, [id], viewer);
  if (!row) return null;
  const details = placeDetailsOf(row.attributes, row.comments);
  return { ...toPlace(row, now(), viewer), ...(details && { details }) };
}
