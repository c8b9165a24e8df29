import type { Transaction } from "kysely";
import { isStaff } from "#domain/account/role.ts";
import type { Review } from "#domain/feedback/review.ts";
import {
  type ReviewDecision,
  type ReviewReport,
  settledDays,
} from "#domain/feedback/review-report.ts";
import type { PermissionFailure } from "#server/accounts/permission.ts";
import type { RequestClient, Viewer } from "#server/accounts/viewer.ts";
import { type OwnWrite, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";
import { isVisible, visibleTo } from "#server/database/place-visibility.ts";
import type { Schema } from "#server/database/schema.ts";
import {
  countReport,
  type VisitorFeedbackDeps,
  writeAsVisitor,
} from "#server/feedback/visitor-feedback.ts";
import type { FeedbackDeps } from "#server/feedback/write-about-place.ts";
import { shownReview } from "./list-reviews.ts";
import {
  type NotifiedDecision,
  notifyReporters,
  type RemovalDeps,
  removeByStaff,
  settleReports,
} from "./reviews.ts";

/** Ids of a review and of its place. */
export interface ReviewIds {
  readonly placeId: number;
  readonly reviewId: number;
}

/** A review that the viewer may see; null where the place has no such review. */
export async function findReview(
  { database }: { readonly database: Database },
  { placeId, reviewId }: ReviewIds,
  viewer: Viewer,
): Promise<Review | null> {
  const row = await database
    .selectFrom("review")
    .innerJoin("place", "place.id", "review.place_id")
    .select(["review.id", "rating", "text", "review.added", "review.held", "user_id"])
    .where("review.id", "=", reviewId)
    .where("place_id", "=", placeId)
    .where(isVisible(visibleTo(viewer)))
    .executeTakeFirst();
  if (!row) return null;
  const { user_id, ...review } = row;
  return shownReview(review, { own: user_id === viewer.userId, viewer });
}

export type ReportReviewResult =
  | { readonly ok: true }
  /** `error.forbidden` also for the viewer's own review. */
  | {
      readonly ok: false;
      readonly code: PermissionFailure | "error.notfound" | "error.settled" | "error.limit";
    };

/**
 * Stores a report of a review for staff (docs/product#reported-reviews). It counts once for each account and review
 * while it is pending; a second one changes nothing. `error.settled` for a review that staff have kept lately, unless the
 * viewer is staff.
 */
export function reportReview(
  { database, now }: FeedbackDeps,
  ids: ReviewIds,
  report: ReviewReport,
  viewer: Viewer,
): Promise<ReportReviewResult> {
  return writeAs<ReportReviewResult>(
    database,
    { viewer, permission: "reportReview" },
    async ({ transaction, userId }) => {
      const review = await findReview({ database: transaction }, ids, viewer);
      if (review === null) return { ok: false, code: "error.notfound" };
      if (review.own) return { ok: false, code: "error.forbidden" };
      const reported = await findReported(transaction, ids);
      if (reported === null) return { ok: false, code: "error.notfound" };
      if (!isStaff(viewer) && (await isSettled(transaction, ids, now()))) {
        return { ok: false, code: "error.settled" };
      }
      await transaction
        .insertInto("review_report")
        .values({ ...rowOf(ids, report, reported), account_id: userId, at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { ok: true };
    },
  );
}

/** Content of a review for staff, also where its text is held for them. */
async function findReported(transaction: Transaction<Schema>, { placeId, reviewId }: ReviewIds) {
  const review = await transaction
    .selectFrom("review")
    .select(["rating", "text"])
    .where("id", "=", reviewId)
    .where("place_id", "=", placeId)
    .executeTakeFirst();
  return review ?? null;
}

/** Whether staff have kept the review as it is now, within {@link settledDays}. */
async function isSettled(
  transaction: Transaction<Schema>,
  { reviewId }: ReviewIds,
  now: Date,
): Promise<boolean> {
  const settling = await transaction
    .selectFrom("review_report")
    .innerJoin("review", "review.id", "review_report.review_id")
    .select("review_report.id")
    .where("review.id", "=", reviewId)
    .where("outcome", "=", "kept")
    .whereRef("resolved_at", ">=", "review.added")
    .where("resolved_at", ">", new Date(now.getTime() - settledDays * 86_400_000))
    .executeTakeFirst();
  return settling !== undefined;
}

/**
 * The same by a visitor without an account: once for each IP address, review and day (UTC), and within the limit of
 * reports of a day.
 */
export function reportReviewAsVisitor(
  deps: VisitorFeedbackDeps,
  { client, ...ids }: ReviewIds & { readonly client: Pick<RequestClient, "clientAddress"> },
  report: ReviewReport,
): Promise<ReportReviewResult> {
  const visit = { placeId: ids.placeId, client };
  return writeAsVisitor<ReportReviewResult>(deps, visit, async (write) => {
    const { transaction } = write;
    const reported = await findReported(transaction, ids);
    if (reported === null) return { ok: false, code: "error.notfound" };
    if (await isSettled(transaction, ids, deps.now())) return { ok: false, code: "error.settled" };
    const count = await countReport(deps, write, "review", ids.reviewId);
    if (count === "limit") return { ok: false, code: "error.limit" };
    if (count === "repeated") return { ok: true };
    await transaction
      .insertInto("review_report")
      .values({
        ...rowOf(ids, report, reported),
        ...{ account_id: null, by_visitor: true, at: deps.now() },
      })
      .execute();
    return { ok: true };
  });
}

/** @param reported what the review says now */
function rowOf(
  { placeId, reviewId }: ReviewIds,
  { reason, text }: ReviewReport,
  reported: Pick<Review, "rating" | "text">,
) {
  const { rating, text: reviewText } = reported;
  const snapshot = JSON.stringify({ rating, text: reviewText });
  return { place_id: placeId, review_id: reviewId, reason, text, said: snapshot };
}

export type SettleReviewResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: PermissionFailure | "error.notfound" | "error.conflict";
    };

/**
 * Keeps or removes a review, and settles its reports (docs/product#reported-reviews). Only staff may, with a line in
 * the audit trail; keeping a review again changes nothing. `error.conflict` where its author has changed it since the
 * decision was made.
 */
export function settleReview(
  { database, now, notifyContributor }: RemovalDeps,
  reviewId: number,
  { decision, added, reason }: ReviewDecision,
  viewer: Viewer,
): Promise<SettleReviewResult> {
  return writeAs<SettleReviewResult>(
    database,
    { viewer, permission: "deleteAnyReview" },
    async (act) => {
      // The place before the review, as every write locks them.
      await act.transaction
        .selectFrom("place")
        .select("id")
        .where("id", "=", (where) =>
          where.selectFrom("review").select("place_id").where("id", "=", reviewId),
        )
        .forNoKeyUpdate()
        .execute();
      const review = await act.transaction
        .selectFrom("review")
        .select(["place_id", "user_id", "added"])
        .where("id", "=", reviewId)
        .forUpdate()
        .executeTakeFirst();
      if (!review) return { ok: false, code: "error.notfound" };
      if (added !== undefined && Date.parse(added) !== review.added.getTime()) {
        return { ok: false, code: "error.conflict" };
      }
      if (decision === "keep") {
        const target = { reviewId, placeId: review.place_id, authorId: review.user_id };
        await keepReview(act, target, { reason, at: now(), notifyContributor });
        return { ok: true };
      }
      const name = { placeId: review.place_id, userId: review.user_id };
      const isRemoved = await removeByStaff(act, name, {
        viewer,
        reason,
        at: now(),
        notifyContributor,
      });
      return isRemoved ? { ok: true } : { ok: false, code: "error.notfound" };
    },
  );
}

async function keepReview(
  act: OwnWrite,
  { placeId, reviewId, authorId }: ReviewIds & { readonly authorId: string },
  decision: NotifiedDecision,
): Promise<void> {
  await act.transaction
    .updateTable("review")
    .set({ held: false })
    .where("id", "=", reviewId)
    .where("held", "=", true)
    .execute();
  const reporters = await settleReports(act, reviewId, { ...decision, outcome: "kept" });
  if (reporters.length === 0) return;
  const detail = { review_id: reviewId };
  await recordAudit(act, { action: "keep-review", place_id: placeId, user_id: authorId, detail });
  await notifyReporters(act, { placeId, reporters }, { ...decision, outcome: "kept" });
}
