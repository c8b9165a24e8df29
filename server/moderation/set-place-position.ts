import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { PermissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { noteInAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";
import { ensureSchedules, hoursAt, timeZoneOf } from "#server/opening/schedules.ts";

export type SetPlacePositionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" };

/**
 * Sets the position of a place (docs/product#position-of-a-place). From now on it is not
 * approximate, also where the point is the same: they have confirmed it. Only staff
 * may; a line in the audit trail has the old and the new point. `error.notfound` for
 * an unknown or deleted place.
 *
 * The opening hours keep their clock times; their time zone and their sun are those of the new point.
 */
export function setPlacePosition(
  { database }: { readonly database: Database },
  { id, position: [longitude, latitude] }: { id: number; position: Coordinates },
  viewer: Viewer,
): Promise<SetPlacePositionResult> {
  return writeAs(database, { viewer, capability: "setPlacePosition" }, async (act) => {
    const place = await act.transaction
      .selectFrom("place")
      .innerJoin("schedule", "schedule.id", "place.schedule_id")
      .select(["country", "longitude", "latitude", "position_approximate", "added_by"])
      .select(["opening_times", "opening_hours"])
      .where("place.id", "=", id)
      .where("deleted_at", "is", null)
      .forNoKeyUpdate("place")
      .executeTakeFirst();
    if (!place) return { ok: false, code: "error.notfound" };
    const moved = { country: place.country, longitude, latitude };
    const [schedule_id] = await ensureSchedules(act.transaction, [
      {
        timeZone: timeZoneOf(moved),
        openingTimes: place.opening_times,
        hours: hoursAt(place.opening_hours, moved),
      },
    ]);
    await act.transaction
      .updateTable("place")
      .set({ longitude, latitude, schedule_id, position_approximate: false })
      .where("id", "=", id)
      .execute();
    await noteInAudit(act, {
      action: "set-position",
      place_id: id,
      user_id: place.added_by,
      detail: {
        from: [place.longitude, place.latitude],
        to: [longitude, latitude],
        was_approximate: place.position_approximate,
      },
    });
    return { ok: true };
  });
}
