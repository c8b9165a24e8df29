import { holdAccount } from "#server/accounts/hold-account.ts";
import { type Refusal, refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
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
export async function deletePlace(
  { database, now }: DeletePlaceDeps,
  id: number,
  viewer: Viewer,
): Promise<DeletePlaceResult> {
  const code = refusalOf(viewer, "deletePlace");
  if (code) return { ok: false, code };
  return database.transaction().execute(async (transaction) => {
    const actor = viewer.userId;
    if (actor === null || !(await holdAccount(transaction, actor))) {
      return { ok: false, code: "error.signin" };
    }
    const deleted = await transaction
      .updateTable("place")
      .set({ deleted_at: now(), deleted_by: actor })
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .returning("added_by")
      .executeTakeFirst();
    if (!deleted) return { ok: false, code: "error.notfound" };
    const line = { actor, action: "delete-place", place_id: id, user_id: deleted.added_by };
    await transaction.insertInto("audit").values(line).execute();
    return { ok: true };
  });
}
