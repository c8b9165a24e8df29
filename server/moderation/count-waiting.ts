import { sql } from "kysely";
import { noFilters } from "#domain/place-filters.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";

const everywhere = { filters: noFilters, includeUnknown: false, bbox: null };

/**
 * How much waits for the administrator: places, reports and corrections. Null for everyone else.
 *
 * Asked for with every page of theirs: the places are counted in memory, where there can be many.
 */
export async function countWaiting(
  { database, placeIndex }: { readonly database: Database; readonly placeIndex: PlaceIndex },
  viewer: Viewer,
): Promise<number | null> {
  if (refusalOf(viewer, "moderate")) return null;
  const count = (includeUnaccepted: boolean) =>
    placeIndex.count({ ...everywhere, includeUnaccepted }).total;
  const { rows } = await sql<{ others: number }>`
    select
      (select count(*) from report join place on place.id = place_id
        where resolved_at is null and deleted_at is null)
      + (select count(*) from correction where resolved_at is null) as others`.execute(database);
  return count(true) - count(false) + rows[0].others;
}
