import { sql, type Transaction } from "kysely";
import type { PermissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type AuditEntry, noteInAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";

export type AcceptResult =
  | {
      readonly ok: true;
      /** Ids of the places that are accepted now, including those that were accepted before. */
      readonly accepted: readonly number[];
      /** Ids of places that do not exist or were deleted. */
      readonly unknown: readonly number[];
    }
  | { readonly ok: false; readonly code: PermissionFailure };

/**
 * Accepts places: from now on everyone sees them (docs/product#acceptance). Only staff
 * may; each place that was waiting gets a line in the audit trail. Unknown ids do not stop the
 * others.
 *
 * @param ids distinct, at most `maxAcceptedAtOnce`
 */
export function acceptPlaces(
  { database }: { readonly database: Database },
  ids: readonly number[],
  viewer: Viewer,
): Promise<AcceptResult> {
  return writeAs(database, { viewer, capability: "acceptPlace" }, async (act) => {
    const { transaction } = act;
    const living = await lockLiving(transaction, ids);
    const updated = await transaction
      .updateTable("place")
      .set({ accepted: true })
      .where("id", "=", sql<number>`any(${living}::int[])`)
      .where("accepted", "=", false)
      .returning(["id", "added_by"])
      .execute();
    const entries = updated.map(({ id, added_by }): AuditEntry => {
      return { action: "accept-place", place_id: id, user_id: added_by };
    });
    await noteInAudit(act, ...entries);
    const unknown = ids.filter((id) => !living.includes(id));
    return { ok: true, accepted: living, unknown };
  });
}

/** Locks the places in the order of their ids, so that two calls never wait for each other. */
async function lockLiving(transaction: Transaction<Schema>, ids: readonly number[]) {
  const rows = await transaction
    .selectFrom("place")
    .select("id")
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
