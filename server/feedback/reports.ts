import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import { addLimitWindowMs, reportLimit } from "#domain/account/daily-limits.ts";
import { isStaff } from "#domain/account/role.ts";
import { type ClosureSource, closingByReport } from "#domain/feedback/closed-for-now.ts";
import type { Report } from "#domain/feedback/report.ts";
import {
  type ClosureStep,
  canUndo,
  isClosureStep,
  type Outcome,
} from "#domain/moderation/decision.ts";
import type { ReportFilter, SeenReports } from "#domain/moderation/moderation-query.ts";
import { localDateAt } from "#domain/opening/local-time.ts";
import { type PermissionFailure, permissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type OwnWrite, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Schema } from "#server/database/schema.ts";
import { takeBackMails } from "#server/mail/mail-queue.ts";
import type { NotifyContributor } from "#server/mail/mails-to-contributors.ts";
import type { PlaceRow } from "#server/places/place-row.ts";
import { readCountOfDay } from "#server/rate-limits/day-marks.ts";
import {
  applyReport,
  applyReportsAgain,
  closePlace,
  closureSourceOf,
  doubtByPendingReports,
  lockReportedPlace,
  noteOpened,
  openByConfirmation,
  type SettledEffect,
  takeBackReports,
} from "./closures.ts";
import { countObservationsAgain, ignoreObservations } from "./observations.ts";
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
    await lockReportedPlace(transaction, placeId);
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

/** Decision on a report, and on the others of its place that staff have read with it. */
export interface ReportSettlement extends Settlement<Outcome | ClosureStep> {
  /** Absent for a decision on the one report alone. */
  readonly all?: SeenReports | undefined;
}

export interface SettleDeps extends FeedbackDeps {
  readonly notifyContributor: NotifyContributor;
}

/** Dependencies of a decision within an open transaction. */
export type SettlingDeps = Pick<SettleDeps, "now" | "notifyContributor">;

export type ResolveReportResult =
  /** With the number of the reports that the decision has settled. */
  | { readonly ok: true; readonly count: number }
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" | "error.parameter" };

/** Reason why the viewer may not use a filter: who sent what is for viewers who see contributors. */
export function filterFailure(viewer: Viewer, { sender }: ReportFilter): PermissionFailure | null {
  return sender === undefined ? null : permissionFailure(viewer, "seeContributors");
}

/** Condition of a filter on the table `report`. */
export function passesFilter({ reason, from, sender, since }: ReportFilter): RawBuilder<SqlBool> {
  const conditions = [
    sql`true`,
    ...(reason === undefined ? [] : [sql`report.reason = ${reason}`]),
    ...(from === "visitors" ? [sql`report.by_visitor`] : []),
    ...(from === "accounts" ? [sql`not report.by_visitor and not report.by_import`] : []),
    ...(sender === undefined ? [] : [sql`report.account_id = ${sender}`]),
    ...(since === undefined ? [] : [sql`report.at >= ${new Date(since)}`]),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/**
 * Removes a report, or all reports of its place that staff have read with it, from the moderation page, with a line in
 * the audit trail, and notifies each sender once. Only staff may; a resolved report stays as it is. A step that closes
 * the place for now or opens it again is made in the same transaction (docs/product#closing-a-place-from-a-report):
 * `error.parameter` where the report has another reason, `error.notfound` where it is resolved already.
 */
export function resolveReport(
  deps: SettleDeps,
  settlement: ReportSettlement,
  viewer: Viewer,
): Promise<ResolveReportResult> {
  const code = settlement.all && filterFailure(viewer, settlement.all.filter);
  if (code) return Promise.resolve({ ok: false, code });
  return writeAs(deps.database, { viewer, permission: "moderate" }, (act) =>
    settleReport(act, deps, settlement),
  );
}

/** The same within an open transaction of staff. */
export async function settleReport(
  act: OwnWrite,
  { now, notifyContributor }: SettlingDeps,
  { id: reportId, outcome: decision, reason: answer, all }: ReportSettlement,
): Promise<ResolveReportResult> {
  const { transaction, userId } = act;
  const { place, report } = await lockReport(act, reportId);
  const [step, outcome] = isClosureStep(decision)
    ? ([decision, "done"] as const)
    : ([null, decision] as const);
  if (!report || !place) return { ok: false, code: "error.notfound" };
  if (report.resolved_at !== null) {
    return step ? { ok: false, code: "error.notfound" } : { ok: true, count: 0 };
  }
  const at = now();
  const today = localDateAt(at, place.time_zone);
  const closing = closingByReport({ reason: report.reason, opensOn: report.opens_on }, today);
  if (step) {
    if (!closing) return { ok: false, code: "error.parameter" };
    const write = { transaction, place, by: "staff", at } as const;
    await (step === "close" ? closePlace(write, closing) : openByConfirmation(write));
  }
  const isSeen = all
    ? sql<boolean>`place_id = ${place.id} and id <= ${all.newest} and ${passesFilter(all.filter)}`
    : sql<boolean>`id = ${reportId}`;
  const pending = await transaction
    .selectFrom("report")
    .select(["id", "account_id", "reason", "opens_on", "counted_as"])
    .where(isSeen)
    .where("resolved_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  const ids = pending.map(({ id }) => id);
  const isSettled = sql<boolean>`id = any(${ids}::int[])`;
  await transaction
    .updateTable("report")
    .set({ resolved_at: at, resolved_by: userId, outcome, answer, opened: step === "open" })
    // With a step, staff's decision stays in effect whatever the outcome of the report.
    .$if(step !== null, (query) => query.set({ counted_as: null }))
    .where(isSettled)
    .execute();
  if (outcome === "declined" && pending.some((report) => report.reason === "found-closed")) {
    await ignoreObservations(transaction, place.id, today, at);
  }
  const { reason } = report;
  const [closure] = outcome === "declined" ? await takeBackReports(transaction, isSettled) : [];
  await doubtByPendingReports(transaction, [place.id]);
  const isOfClosing = pending.some(({ reason, opens_on: opensOn }) =>
    closingByReport({ reason, opensOn }, today),
  );
  if (outcome === "declined" && isOfClosing) {
    const isOpen = sql<boolean>`(coalesce(closed_until <= ${at}, true) and closed_reported is null)`;
    await noteOpened({ transaction, place, at }, isOpen);
  }
  const effect: SettledEffect = {
    reports: pending.map(({ id, counted_as }) => ({ id, counted_as })),
    was_doubted: place.closed_reported !== null,
    closed_since: closure?.since.toISOString() ?? null,
  };
  const detail = { report_id: reportId, reason, outcome, ...(step === null && { effect }) };
  await recordAudit(
    act,
    { action: "resolve-report", place_id: place.id, detail },
    ...(step
      ? [{ action: `${step}-place`, place_id: place.id, detail: { report_id: reportId } } as const]
      : []),
  );
  for (const accountId of new Set(pending.map(({ account_id }) => account_id))) {
    await notifyContributor(transaction, {
      outcome: `report.${outcome}`,
      accountId,
      placeIds: [place.id],
      reason: answer,
      decision: decisionOn(reportId),
      decidedBy: userId,
    });
  }
  return { ok: true, count: pending.length };
}

/** Name of a decision in the queue of mails. */
function decisionOn(reportId: number): string {
  return `report ${reportId}`;
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
    .select(["reason", "opens_on", "resolved_at", "resolved_by"])
    .where("id", "=", reportId)
    .forUpdate()
    .executeTakeFirst();
  return { place, report };
}

export type ReopenReportResult =
  /** With the number of the reports that wait again. */
  | { readonly ok: true; readonly count: number }
  /** `error.conflict` where the viewer did not settle it in the last minutes, or closed or opened its place by it. */
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" | "error.conflict" };

/**
 * Makes a report that the viewer settled a moment ago pending again, and those of its place that were settled with it,
 * with their effects on the place. These stay undone where somebody has confirmed the place since
 * (docs/product#moderation-page). A mail about the decision that was not sent yet is not sent.
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
    const { resolved_at } = report;
    if (resolved_at === null) return { ok: true, count: 0 };
    const effect = await findSettledEffect(transaction, place.id, reportId);
    if (!effect || report.resolved_by !== userId || !canUndo(resolved_at, now())) {
      return { ok: false, code: "error.conflict" };
    }
    const waited = effect.reports.map(({ id }) => id);
    const count = await reopenReports(act, place, { at: resolved_at, waited, effect });
    await takeBackMails(transaction, decisionOn(reportId));
    await recordAudit(act, {
      action: "reopen-report",
      place_id: place.id,
      detail: { report_id: reportId },
    });
    return { ok: true, count };
  });
}

interface UndoneSettlement {
  /** When the viewer settled the reports. */
  readonly at: Date;
  /** Reports that were pending until then. */
  readonly waited: readonly number[];
  /** Effect of these, and of others that had been settled before. */
  readonly effect: SettledEffect;
}

/**
 * Makes reports of a place, which is locked, pending again where the viewer settled them, with their effects on the
 * place; these stay undone where somebody has confirmed the place since.
 *
 * @returns the number of the reports that wait again
 */
export async function reopenReports(
  { transaction, userId }: OwnWrite,
  place: Pick<PlaceRow, "id" | "time_zone" | "last_confirmed" | "visitor_confirmed">,
  { at, waited, effect }: UndoneSettlement,
): Promise<number> {
  const reopened = await transaction
    .updateTable("report")
    .set({ resolved_at: null, resolved_by: null, outcome: null, answer: "" })
    .where("id", "=", sql<number>`any(${waited}::int[])`)
    .where("resolved_at", "=", at)
    .where("resolved_by", "=", userId)
    .returning("id")
    .execute();
  await transaction
    .updateTable("place")
    .set({ opened_by_staff: null })
    .where("id", "=", place.id)
    .where("opened_by_staff", "=", at)
    .execute();
  await countObservationsAgain(transaction, place.id, at);
  const isConfirmed = [place.last_confirmed, place.visitor_confirmed].some(
    (confirmedAt) => confirmedAt !== null && confirmedAt > at,
  );
  const again = new Set(reopened.map(({ id }) => id));
  await applyReportsAgain(
    { transaction, place },
    {
      ...(isConfirmed ? { was_doubted: false, closed_since: null } : effect),
      reports: effect.reports.filter(({ id }) => again.has(id) || !waited.includes(id)),
    },
  );
  return reopened.length;
}

/**
 * Effect of a decision by the last line of the audit trail about a report; null where that was a step. A line of an
 * earlier version tells of that report alone.
 */
async function findSettledEffect(
  transaction: Transaction<Schema>,
  placeId: number,
  reportId: number,
): Promise<SettledEffect | null> {
  type Stored = SettledEffect | (Omit<SettledEffect, "reports"> & { counted_as: ClosureSource });
  const { rows } = await sql<{ effect: Stored | null }>`
    select detail -> 'effect' as effect from audit
    where place_id = ${placeId} and action = 'resolve-report' and detail ->> 'report_id' = ${String(reportId)}
    order by at desc limit 1`.execute(transaction);
  const effect = rows[0]?.effect ?? null;
  if (effect === null || "reports" in effect) return effect;
  const { counted_as, ...rest } = effect;
  return { ...rest, reports: [{ id: reportId, counted_as }] };
}
