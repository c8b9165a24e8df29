import { maxPlaceId } from "#domain/place-id.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";

/** The place that a review is about: one row, or none where the viewer may see no such place. */
export function selectVisiblePlace(
  database: Pick<Database, "selectFrom">,
  placeId: number,
  { isAdministrator }: Viewer,
) {
  let place = database
    .selectFrom("place")
    .where("id", "=", placeId > maxPlaceId ? null : placeId)
    .where("deleted_at", "is", null);
  if (!isAdministrator) place = place.where("accepted", "=", true);
  return place;
}
