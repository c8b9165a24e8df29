import type { Place } from "#domain/place.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { selectPlaces } from "#server/places/select-places.ts";
import { toPlace } from "#server/places/to-place.ts";

interface FindPlacesDeps {
  readonly database: Database;
  readonly now: () => Date;
}

/** Those of the places that exist and the viewer may see, by their ids. */
export async function findPlaces(
  { database, now }: FindPlacesDeps,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Map<number, Place>> {
  const rows = await selectPlaces(database, ids, viewer);
  const instant = now();
  return new Map(rows.map((row) => [row.id, toPlace(row, instant, viewer)]));
}
