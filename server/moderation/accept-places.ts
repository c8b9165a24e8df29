import { sql, type Transaction } from "kysely";
import type { Refusal } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type AuditEntry, noteInAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";

export type AcceptResult =
  | {
      readonly ok: true;
      /** Those that are accepted now, the ones that were so already included. */
      readonly accepted: readonly number[];
      /** Those that do not exist, or not any more. */
      readonly unknown: readonly number[];
    }
  | { readonly ok: false; readonly code: Refusal };

/**
 * Accepts places: from now on everyone sees them (docs/product#acceptance). The administrator's
 * right, with a line in the audit trail for each that was waiting. What is unknown holds up nothing.
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
