import { sql, type Transaction } from "kysely";
import { holdAccount } from "#server/accounts/hold-account.ts";
import { type Refusal, refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
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
 * Accepts places: from now on everyone sees them (specification, section 4). The administrator's
 * right, with a line in the audit trail for each that was waiting. What is unknown holds up nothing.
 *
 * @param ids distinct, at most `maxAcceptedAtOnce`
 */
export async function acceptPlaces(
  { database }: { readonly database: Database },
  ids: readonly number[],
  viewer: Viewer,
): Promise<AcceptResult> {
  const code = refusalOf(viewer, "acceptPlace");
  if (code) return { ok: false, code };
  return database.transaction().execute(async (transaction) => {
    const actor = viewer.userId;
    if (actor === null || !(await holdAccount(transaction, actor))) {
      return { ok: false, code: "error.signin" };
    }
    const living = await lockLiving(transaction, ids);
    const updated = await transaction
      .updateTable("place")
      .set({ accepted: true })
      .where("id", "=", sql<number>`any(${living}::int[])`)
      .where("accepted", "=", false)
      .returning(["id", "added_by"])
      .execute();
    const lines = updated.map(({ id, added_by }) => {
      return { actor, action: "accept-place", place_id: id, user_id: added_by };
    });
    if (lines.length > 0) await transaction.insertInto("audit").values(lines).execute();
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
