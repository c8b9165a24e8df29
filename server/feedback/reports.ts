import { sql, type Transaction } from "kysely";
import { addLimitWindowMs, reportLimit } from "#domain/account/daily-limits.ts";
import { isStaff } from "#domain/account/role.ts";
import { closingByReport } from "#domain/feedback/closed-for-now.ts";
import type { Report } from "#domain/feedback/report.ts";
import {
  type ClosureStep,
  canUndo,
  isClosureStep,
  type Outcome,
} from "#domain/moderation/decision.ts";
import { localDateAt } from "#domain/opening/local-time.ts";
import { type PermissionFailure, permissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type OwnWrite, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Schema } from "#server/database/schema.ts";
import type { NotifyContributor } from "#server/mail/mails-to-contributors.ts";
import { readCountOfDay } from "#server/rate-limits/day-marks.ts";
import {
  applyReport,
  applyReportAgain,
  closePlace,
  closureSourceOf,
  doubtByPendingReports,
  openByConfirmation,
  type SettledEffect,
  takeBackReports,
} from "./closures.ts";
import { type FailedFeedback, type FeedbackDeps, writeAboutPlace } from "./write-about-place.ts";

export type ReportPlaceResult =
  | { readonly ok: true }
  | FailedFeedback
  | { readonly ok: false; readonly code: "error.limit" };

/**
 * Stores a report of a problem at a place for staff (docs/product#report). It counts once for each account, place and
 * day of the place's own clock; a second one that day changes nothing. It may close the place for now
 * (docs/product#closed-for-now), or raise doubt of it (docs/product#fresh-places-first). `error.limit` beyond
 * `reportLimit` within any 24 hours; staff have no limit.
 */
export function reportPlace(
  { database, now }: FeedbackDeps,
  placeId: number,
  report: Report,
  viewer: Viewer,
): Promise<ReportPlaceResult> {
  const counts = !isStaff(viewer);
  const about = { placeId, viewer, permission: "reportPlace", alone: counts } as const;
  return writeAboutPlace({ database }, about, async ({ transaction, place, userId }) => {
    const at = now();
    const on_day = localDateAt(at, place.time_zone);
    const { reason, text, opens_on } = report;
    const stored = await transaction
      .insertInto("report")
      .values({ place_id: placeId, account_id: userId, reason, text, opens_on, on_day, at })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (stored && counts && (await countRecent(transaction, userId, at)) > reportLimit) {
      await transaction.deleteFrom("report").where("id", "=", stored.id).execute();
      return { ok: false, code: "error.limit" };
    }
    const reportId = stored?.id ?? null;
    const write = { transaction, place, by: closureSourceOf(viewer), at, reportId };
    // Reports of staff always count; of others the first one of a day.
    if (stored || isStaff(viewer)) await applyReport(write, report);
    return { ok: true };
  });
}

/**
 * Reports of an account in the last 24 hours; resolved ones count too, and today those of a deleted account with its
 * address.
 */
async function countRecent(
  transaction: Transaction<Schema>,
  accountId: string,
  now: Date,
): Promise<number> {
  const former = await readCountOfDay(transaction, accountId, "reports");
  const { sent } = await transaction
    .selectFrom("report")
    .select(sql<number>`count(*)`.as("sent"))
    .where("account_id", "=", accountId)
    .where("at", ">", new Date(now.getTime() - addLimitWindowMs))
    .executeTakeFirstOrThrow();
  return former + sent;
}

/**
 * Reports to staff that OpenStreetMap has removed some places, which stay here since people have contributed to them,
 * and closes them for now (docs/product#removal-in-openstreetmap). Each place has at most one such pending report.
 *
 * @param transaction has locked the places
 */
export async function reportGonePlaces(
  transaction: Transaction<Schema>,
  placeIds: readonly number[],
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ id: number; time_zone: string }>`
    with reported as (
      insert into report (place_id, by_import, reason, on_day, at, counted_as)
        select place.id, true, 'closed', (${at}::timestamptz at time zone time_zone)::date, ${at}, 'import'
        from place join schedule on schedule.id = schedule_id
        where place.id = any(${placeIds}::int[]) and not exists (
          select from report where place_id = place.id and by_import and resolved_at is null
        )
        returning place_id
    )
    update place set closed_reported = greatest(closed_reported, ${at})
      from schedule
      where schedule.id = schedule_id and place.id in (select place_id from reported)
      returning place.id, time_zone`.execute(transaction);
  for (const place of rows) {
    await closePlace({ transaction, place, by: "import", at }, { reason: "gone", opensOn: null });
  }
}

/**
 * Settles those reports for places that OpenStreetMap has again, and opens the places that they have closed.
 *
 * @param transaction has locked the places
 */
export async function settleGoneReports(
  transaction: Transaction<Schema>,
  placeIds: readonly number[],
  at: Date,
): Promise<void> {
  const settled = await transaction
    .updateTable("report")
    .set({ resolved_at: at })
    .where(sql<boolean>`place_id = any(${placeIds}::int[])`)
    .where("by_import", "=", true)
    .where("resolved_at", "is", null)
    .returning("place_id")
    .execute();
  // Also those that staff have settled, whose closure is still in effect.
  await takeBackReports(transaction, sql`by_import and place_id = any(${placeIds}::int[])`);
  if (settled.length === 0) return;
  await doubtByPendingReports(
    transaction,
    settled.map(({ place_id }) => place_id),
  );
}

/** A pending report, for the page that edits its place; null without one, and for viewers other than staff. */
export async function findPendingReport(
  { database }: Pick<FeedbackDeps, "database">,
  reportId: number,
  viewer: Viewer,
): Promise<{ readonly place_id: number; readonly text: string } | null> {
  if (permissionFailure(viewer, "moderate") !== null) return null;
  const found = await database
    .selectFrom("report")
    .select(["place_id", "text"])
    .where("id", "=", reportId)
    .where("resolved_at", "is", null)
    .executeTakeFirst();
  return found ?? null;
}

/** Decision on a report or a correction; on a report it can also be a step that closes or opens the place. */
export interface Settlement<Decision extends Outcome | ClosureStep = Outcome> {
  readonly id: number;
  readonly outcome: Decision;
  /** Text for the sender; empty without one. */
  readonly reason: string;
}

export interface SettleDeps extends FeedbackDeps {
  readonly notifyContributor: NotifyContributor;
}

/** Dependencies of a decision within an open transaction. */
export type SettlingDeps = Pick<SettleDeps, "now" | "notifyContributor">;

export type ResolveReportResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" | "error.parameter" };

/**
 * Removes a report from the moderation page, with a line in the audit trail, and notifies its sender. Only staff may; a
 * resolved report stays as it is. A step that closes the place for now or opens it again is made in the same
 * transaction (docs/product#closing-a-place-from-a-report): `error.parameter` where the report has another reason,
 * `error.notfound` where it is resolved already.
 */
export function resolveReport(
  deps: SettleDeps,
  settlement: Settlement<Outcome | ClosureStep>,
  viewer: Viewer,
): Promise<ResolveReportResult> {
  return writeAs(deps.database, { viewer, permission: "moderate" }, (act) =>
    settleReport(act, deps, settlement),
  );
}

/** The same within an open transaction of staff. */
export async function settleReport(
  act: OwnWrite,
  { now, notifyContributor }: SettlingDeps,
  { id: reportId, outcome: decision, reason: answer }: Settlement<Outcome | ClosureStep>,
): Promise<ResolveReportResult> {
  const { transaction, userId } = act;
  const { place, report } = await lockReport(act, reportId);
  const [step, outcome] = isClosureStep(decision)
    ? ([decision, "done"] as const)
    : ([null, decision] as const);
  if (!report || !place) return { ok: false, code: "error.notfound" };
  if (report.resolved_at !== null) {
    return step ? { ok: false, code: "error.notfound" } : { ok: true };
  }
  const at = now();
  if (step) {
    const today = localDateAt(at, place.time_zone);
    const closing = closingByReport({ reason: report.reason, opensOn: report.opens_on }, today);
    if (!closing) return { ok: false, code: "error.parameter" };
    const write = { transaction, place, by: "staff", at } as const;
    await (step === "close" ? closePlace(write, closing) : openByConfirmation(write));
  }
  await transaction
    .updateTable("report")
    .set({ resolved_at: at, resolved_by: userId, outcome, answer })
    // With a step, staff's decision stays in effect whatever the outcome of the report.
    .$if(step !== null, (query) => query.set({ counted_as: null }))
    .where("id", "=", reportId)
    .execute();
  const { place_id, account_id: accountId, reason } = report;
  const [closure] =
    outcome === "declined" ? await takeBackReports(transaction, sql`id = ${reportId}`) : [];
  await doubtByPendingReports(transaction, [place_id]);
  const effect: SettledEffect = {
    counted_as: report.counted_as,
    was_doubted: place.closed_reported !== null,
    closed_since: closure?.since.toISOString() ?? null,
  };
  const detail = { report_id: reportId, reason, outcome, ...(step === null && { effect }) };
  await recordAudit(
    act,
    { action: "resolve-report", place_id, detail },
    ...(step
      ? [{ action: `${step}-place`, place_id, detail: { report_id: reportId } } as const]
      : []),
  );
  await notifyContributor(transaction, {
    outcome: `report.${outcome}`,
    accountId,
    placeIds: [place_id],
    reason: answer,
    decidedBy: userId,
  });
  return { ok: true };
}

/** A report and its place, both locked; the place before the report, as every write locks them. */
async function lockReport({ transaction }: OwnWrite, reportId: number) {
  const place = await transaction
    .selectFrom("place")
    .innerJoin("schedule", "schedule.id", "schedule_id")
    .select(["place.id", "time_zone", "closed_reported", "last_confirmed", "visitor_confirmed"])
    .where("place.id", "=", (where) =>
      where.selectFrom("report").select("place_id").where("id", "=", reportId),
    )
    .forNoKeyUpdate("place")
    .executeTakeFirst();
  const report = await transaction
    .selectFrom("report")
    .select(["place_id", "account_id", "reason", "opens_on", "counted_as"])
    .select(["resolved_at", "resolved_by"])
    .where("id", "=", reportId)
    .forUpdate()
    .executeTakeFirst();
  return { place, report };
}

export type ReopenReportResult =
  | { readonly ok: true }
  /** `error.conflict` where the viewer did not settle it in the last minutes, or closed or opened its place by it. */
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" | "error.conflict" };

/**
 * Makes a report that the viewer settled a moment ago pending again, with its effects on the place. These stay undone
 * where somebody has confirmed the place since (docs/product#moderation-page).
 */
export function reopenReport(
  { database, now }: FeedbackDeps,
  reportId: number,
  viewer: Viewer,
): Promise<ReopenReportResult> {
  return writeAs(database, { viewer, permission: "moderate" }, async (act) => {
    const { transaction, userId } = act;
    const { place, report } = await lockReport(act, reportId);
    if (!report || !place) return { ok: false, code: "error.notfound" };
    if (report.resolved_at === null) return { ok: true };
    const effect = await findSettledEffect(transaction, place.id, reportId);
    if (!effect || report.resolved_by !== userId || !canUndo(report.resolved_at, now())) {
      return { ok: false, code: "error.conflict" };
    }
    await transaction
      .updateTable("report")
      .set({ resolved_at: null, resolved_by: null, outcome: null, answer: "" })
      .where("id", "=", reportId)
      .execute();
    const { resolved_at } = report;
    const isConfirmed = [place.last_confirmed, place.visitor_confirmed].some(
      (confirmedAt) => confirmedAt !== null && confirmedAt > resolved_at,
    );
    await applyReportAgain(
      { transaction, place, reportId },
      isConfirmed ? { ...effect, was_doubted: false, closed_since: null } : effect,
    );
    await recordAudit(act, {
      action: "reopen-report",
      place_id: place.id,
      detail: { report_id: reportId },
    });
    return { ok: true };
  });
}

/** Effect of a report by the last line of the audit trail that settled it; null where that was a step. */
async function findSettledEffect(
  transaction: Transaction<Schema>,
  placeId: number,
  reportId: number,
): Promise<SettledEffect | null> {
  const { rows } = await sql<{ effect: SettledEffect | null }>`
    select detail -> 'effect' as effect from audit
    where place_id = ${placeId} and action = 'resolve-report' and detail ->> 'report_id' = ${String(reportId)}
    order by at desc limit 1`.execute(transaction);
  return rows[0]?.effect ?? null;
}
