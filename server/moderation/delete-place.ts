import { noteInAudit } from "#server/accounts/note-in-audit.ts";
import type { Refusal } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";

export type DeletePlaceResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: Refusal | "error.notfound" };

interface DeletePlaceDeps {
  readonly database: Database;
  readonly now: () => Date;
}

/**
 * Deletes a place: nobody sees it any more, and for `restoreDays` it can be restored. The
 * administrator's right, with a line in the audit trail. `error.notfound` where there is none, or not
 * any more.
 */
export function deletePlace(
  { database, now }: DeletePlaceDeps,
  id: number,
  viewer: Viewer,
): Promise<DeletePlaceResult> {
  return writeAs(database, { viewer, capability: "deletePlace" }, async (act) => {
    const deleted = await act.transaction
      .updateTable("place")
      .set({ deleted_at: now(), deleted_by: act.userId })
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .returning("added_by")
      .executeTakeFirst();
    if (!deleted) return { ok: false, code: "error.notfound" };
    await noteInAudit(act, { action: "delete-place", place_id: id, user_id: deleted.added_by });
    return { ok: true };
  });
}
