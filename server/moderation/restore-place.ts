import { restorableSince } from "#domain/restore-period.ts";
import { noteInAudit } from "#server/accounts/note-in-audit.ts";
import type { Refusal } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type OwnWrite, writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";
import { isUniqueViolation } from "#server/database/is-unique-violation.ts";

export type RestorePlaceResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: Refusal | "error.notfound" | "error.duplicate" };

interface RestorePlaceDeps {
  readonly database: Database;
  readonly now: () => Date;
}

/**
 * Brings a deleted place back as it was, within `restoreDays`; one that is not deleted stays as it
 * is. The administrator's right, with a line in the audit trail. `error.duplicate` where it has been
 * added again meanwhile, `error.notfound` where there is none, or its time is over.
 */
export async function restorePlace(
  { database, now }: RestorePlaceDeps,
  id: number,
  viewer: Viewer,
): Promise<RestorePlaceResult> {
  const since = restorableSince(now());
  try {
    return await writeAs(database, { viewer, capability: "restorePlace" }, (act) =>
      restore(act, id, since),
    );
  } catch (error) {
    if (isUniqueViolation(error, "place_dup_key")) return { ok: false, code: "error.duplicate" };
    throw error;
  }
}

async function restore(act: OwnWrite, id: number, since: Date): Promise<RestorePlaceResult> {
  const { transaction } = act;
  const place = await transaction
    .selectFrom("place")
    .select(["deleted_at", "added_by"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!place) return { ok: false, code: "error.notfound" };
  if (place.deleted_at === null) return { ok: true };
  if (place.deleted_at < since) return { ok: false, code: "error.notfound" };
  await transaction
    .updateTable("place")
    .set({ deleted_at: null, deleted_by: null })
    .where("id", "=", id)
    .execute();
  await noteInAudit(act, { action: "restore-place", place_id: id, user_id: place.added_by });
  return { ok: true };
}
