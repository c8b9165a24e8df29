import type { Place } from "#domain/place.ts";
import { maxPlaceId } from "#domain/place-id.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { PlaceDeps } from "./list-places.ts";
import { selectPlaces } from "./select-places.ts";
import { toPlace } from "./to-place.ts";

/** One place; null where there is none that the viewer may see. */
export async function findPlace(
  { database, now }: Pick<PlaceDeps, "database" | "now">,
  id: number,
  viewer: Viewer,
): Promise<Place | null> {
  if (id > maxPlaceId) return null;
  const [row] = await selectPlaces(database, [id], viewer);
  return row ? toPlace(row, now(), viewer) : null;
}
