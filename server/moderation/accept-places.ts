import { sql, type Transaction } from "kysely";
import type { PermissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type AuditEntry, noteInAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import type { TellContributor } from "#server/mail/mails-to-contributors.ts";

export type AcceptResult =
  | {
      readonly ok: true;
      /** Ids of the places that are accepted now, including those that were accepted before. */
      readonly accepted: readonly number[];
      /** Ids of places that do not exist or were deleted. */
      readonly unknown: readonly number[];
    }
  | { readonly ok: false; readonly code: PermissionFailure };

interface AcceptPlacesDeps {
  readonly database: Database;
  readonly tellContributor: TellContributor;
}

/**
 * Accepts places: from now on everyone sees them (docs/product#acceptance). Only staff
 * may; each place that was waiting gets a line in the audit trail, and whoever added it is told. Unknown
 * ids do not stop the others.
 *
 * @param ids distinct, at most `maxPlacesAtOnce`
 */
export function acceptPlaces(
  { database, tellContributor }: AcceptPlacesDeps,
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
    for (const [accountId, placeIds] of placesByAdder(updated)) {
      const told = { accountId, placeIds, decidedBy: act.userId };
      await tellContributor(transaction, { outcome: "place.accepted", ...told });
    }
    const unknown = ids.filter((id) => !living.includes(id));
    return { ok: true, accepted: living, unknown };
  });
}

function placesByAdder(places: readonly { id: number; added_by: string | null }[]) {
  const byAdder = new Map<string | null, number[]>();
  for (const { id, added_by } of places)
    byAdder.set(added_by, [...(byAdder.get(added_by) ?? []), id]);
  return byAdder;
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
