import { sql } from "kysely";
import { reportedClosures } from "#domain/feedback/closed-for-now.ts";
import type { ClosedPlace } from "#domain/moderation/moderation-queue.ts";
import type { PermissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type AuditEntry, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import { openByConfirmation } from "#server/feedback/closures.ts";
import type { SettleDeps } from "#server/feedback/reports.ts";
import type { Context } from "#server/use-case-context.ts";
import { findPlaces, type PageRange } from "./queue-lists.ts";

/** Condition on the table `report`: pending reports of persons that a place is closed. */
const isPending = sql<boolean>`(resolved_at is null and not by_import
  and reason = any(${["closed", ...reportedClosures]}::text[]))`;
const pendingReports = sql`report where place_id = place.id and ${isPending}`;

/** SQL after `from`: places that are closed for now, or have reports that are held for staff. */
export function closedPlaces(now: Date) {
  return sql`place where deleted_at is null and id in (
    select id from place where closed_until > ${now}
    union select place_id from report where held and ${isPending})`;
}

/**
 * Page of the places that are closed for now, or have reports that are held: those that staff have not closed come
 * first, of them the last closed first.
 */
export async function listClosedPlaces(
  deps: Pick<Context, "database" | "now">,
  { offset, limit }: PageRange,
  viewer: Viewer,
): Promise<ClosedPlace[]> {
  const now = deps.now();
  const { rows } = await sql<{ id: number; reports: number }>`
    select id, (select count(*) from ${pendingReports})::int as reports from ${closedPlaces(now)}
    order by coalesce(closed_until > ${now} and closed_by = 'staff', false), closed_since desc nulls first, id
    offset ${offset} limit ${limit}`.execute(deps.database);
  const places = await findPlaces(
    deps,
    rows.map(({ id }) => id),
    viewer,
  );
  return rows.flatMap(({ id, reports }) => {
    const place = places.get(id);
    // The place was deleted since the rows were read.
    return place ? [{ place, reports }] : [];
  });
}

export type OpenPlacesResult =
  | {
      readonly ok: true;
      /** Ids of the places that are not closed for now, whether opened now or before. */
      readonly opened: readonly number[];
      /** Ids of places that do not exist or were deleted. */
      readonly unknown: readonly number[];
    }
  | { readonly ok: false; readonly code: PermissionFailure };

/**
 * Opens places that are closed for now, and settles the pending reports that they are closed as done
 * (docs/product#places-that-are-closed). Only staff may; each place gets a line in the audit trail, and the senders get
 * a mail. Unknown ids do not stop the others.
 *
 * @param ids distinct, at most `maxPlacesAtOnce`
 */
export function openPlaces(
  { database, now, notifyContributor }: SettleDeps,
  ids: readonly number[],
  viewer: Viewer,
): Promise<OpenPlacesResult> {
  return writeAs(database, { viewer, permission: "moderate" }, async (act) => {
    const { transaction, userId } = act;
    const at = now();
    const places = await transaction
      .selectFrom("place")
      .innerJoin("schedule", "schedule.id", "schedule_id")
      .select(["place.id", "time_zone"])
      .where("place.id", "=", sql<number>`any(${ids}::int[])`)
      .where("deleted_at", "is", null)
      .orderBy("place.id")
      .forNoKeyUpdate("place")
      .execute();
    const opened = places.map(({ id }) => id);
    for (const place of places) await openByConfirmation({ transaction, place, by: "staff", at });
    const settled = await transaction
      .updateTable("report")
      .set({
        resolved_at: at,
        resolved_by: userId,
        outcome: "done",
        opened: true,
        counted_as: null,
      })
      .where("place_id", "=", sql<number>`any(${opened}::int[])`)
      .where(isPending)
      .returning(["place_id", "account_id"])
      .execute();
    const entries = opened.map((id): AuditEntry => {
      const reports = settled.filter(({ place_id }) => place_id === id).length;
      return { action: "open-place", place_id: id, detail: { reports } };
    });
    await recordAudit(act, ...entries);
    for (const { place_id, account_id: accountId } of settled) {
      const decision = { accountId, placeIds: [place_id], decidedBy: userId };
      await notifyContributor(transaction, { outcome: "report.done", ...decision });
    }
    return { ok: true, opened, unknown: ids.filter((id) => !opened.includes(id)) };
  });
}
