import type { Transaction } from "kysely";
import { restorableSince } from "#domain/restore-period.ts";
import { holdAccount } from "#server/accounts/hold-account.ts";
import { type Refusal, refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { isUniqueViolation } from "#server/database/is-unique-violation.ts";
import type { Schema } from "#server/database/schema.ts";

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
  const code = refusalOf(viewer, "restorePlace");
  if (code) return { ok: false, code };
  try {
    return await database
      .transaction()
      .execute((transaction) =>
        restore(transaction, id, { since: restorableSince(now()), viewer }),
      );
  } catch (error) {
    if (isUniqueViolation(error, "place_dup_key")) return { ok: false, code: "error.duplicate" };
    throw error;
  }
}

async function restore(
  transaction: Transaction<Schema>,
  id: number,
  { since, viewer: { userId } }: { since: Date; viewer: Viewer },
): Promise<RestorePlaceResult> {
  if (userId === null || !(await holdAccount(transaction, userId))) {
    return { ok: false, code: "error.signin" };
  }
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
  const line = { actor: userId, action: "restore-place", place_id: id, user_id: place.added_by };
  await transaction.insertInto("audit").values(line).execute();
  return { ok: true };
}
