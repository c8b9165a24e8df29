import { sql } from "kysely";
import { restorableSince } from "#domain/moderation/decision.ts";
import type { AuditAction } from "#domain/moderation/moderation-queue.ts";
import type { PermissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type OwnWrite, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import { conflictSince, type EditConflict, lockPlace } from "#server/edits/write-edit.ts";
import { refusingDuplicates } from "#server/places/duplicate-places.ts";
import type { Context } from "#server/use-case-context.ts";

export type DeletePlaceResult =
  | { readonly ok: true }
  | EditConflict
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" };

type DeletePlaceDeps = Pick<Context, "database" | "now" | "notifyContributor">;

interface PlaceDeletion {
  readonly id: number;
  /** Reason for the contributor of a pending place. */
  readonly reason?: string;
  /** Version that staff have read; absent for any. */
  readonly version?: number | "any" | null;
  readonly isPending?: boolean;
}

/**
 * Deletes a place: it is hidden from visitors, and for `restoreDays` staff can restore it (docs/product#deletion). Only
 * staff may; it leaves a line in the audit trail. A pending place is declined by it: its contributor gets a mail with
 * the reason. `error.notfound` for an unknown or deleted place, `error.conflict` for one that was changed, or accepted,
 * since it was read.
 */
export function deletePlace(
  { database, now, notifyContributor }: DeletePlaceDeps,
  { id, reason = "", version = null, isPending = false }: PlaceDeletion,
  viewer: Viewer,
): Promise<DeletePlaceResult> {
  return writeAs(database, { viewer, permission: "deletePlace" }, async (act) => {
    const { transaction } = act;
    const place = await lockPlace(transaction, id);
    if (!place) return { ok: false, code: "error.notfound" };
    const seen = typeof version === "number" ? version : place.version;
    if (seen !== place.version || (isPending && place.accepted)) {
      return conflictSince({ transaction, now }, place, seen, viewer);
    }
    await transaction
      .updateTable("place")
      .set({ deleted_at: now(), deleted_by: act.userId })
      .set({ declined_reason: sql`case when accepted then null else ${reason} end` })
      .where("id", "=", id)
      .execute();
    await recordAudit(act, { action: "delete-place", place_id: id, user_id: place.added_by });
    if (!place.accepted) {
      await notifyContributor(transaction, {
        outcome: "place.declined",
        accountId: place.added_by,
        placeIds: [id],
        reason,
        decidedBy: act.userId,
      });
    }
    return { ok: true };
  });
}

export type RestorePlaceResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" | "error.duplicate" };

type RestorePlaceDeps = Pick<Context, "database" | "now">;

/**
 * Brings a deleted place back as it was, within `restoreDays`; a place that is not deleted stays as
 * it is. Only staff may; it leaves a line in the audit trail. `error.duplicate` where
 * the same place has been added again meanwhile, `error.notfound` for an unknown place or one whose
 * time is over.
 */
export function restorePlace(
  { database, now }: RestorePlaceDeps,
  id: number,
  viewer: Viewer,
): Promise<RestorePlaceResult> {
  const since = restorableSince(now());
  return refusingDuplicates(() =>
    writeAs(database, { viewer, permission: "restorePlace" }, (act) => restore(act, id, since)),
  );
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
    .set({ deleted_at: null, deleted_by: null, declined_reason: null })
    .where("id", "=", id)
    .execute();
  await recordAudit(act, { action: "restore-place", place_id: id, user_id: place.added_by });
  return { ok: true };
}

type PurgeDeps = Pick<Context, "database" | "now">;

/**
 * Removes for good, with reviews and reports, the places that were deleted more than `restoreDays` ago; each leaves a
 * line in the audit trail. They are locked in the order of their ids, as in every transaction that locks several, so
 * that there is no deadlock.
 */
export async function purgeDeletedPlaces({ database, now }: PurgeDeps): Promise<void> {
  await database
    .with("due", (query) =>
      query
        .selectFrom("place")
        .select("id")
        .where("deleted_at", "<", restorableSince(now()))
        .orderBy("id")
        .forUpdate(),
    )
    .with("purged", (query) =>
      query
        .deleteFrom("place")
        .where("id", "in", (where) => where.selectFrom("due").select("id"))
        .returning("id"),
    )
    .insertInto("audit")
    .columns(["action", "place_id"])
    .expression((query) =>
      query
        .selectFrom("purged")
        .select([sql.lit("purge-place" satisfies AuditAction).as("action"), "id"]),
    )
    .execute();
}
