import { sql, type Transaction } from "kysely";
import { isLimited, namingLimit, visitorReportLimit } from "#domain/account/daily-limits.ts";
import { isKnownPerson, isStaff } from "#domain/account/role.ts";
import type { Review } from "#domain/feedback/review.ts";
import {
  namersNeeded,
  namingReason,
  type ReviewDecision,
  type ReviewReport,
  settledDays,
} from "#domain/feedback/review-report.ts";
import type { PermissionFailure } from "#server/accounts/permission.ts";
import { keepForUndo, takeForUndo } from "#server/accounts/undo-copies.ts";
import type { RequestClient, Viewer } from "#server/accounts/viewer.ts";
import { lockAccount, type OwnWrite, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import { isVisible, visibleTo } from "#server/database/place-visibility.ts";
import type { Schema } from "#server/database/schema.ts";
import { lockReportedPlace } from "#server/feedback/closures.ts";
import {
  type Count,
  countOnce,
  type VisitorFeedbackDeps,
  writeAsVisitor,
} from "#server/feedback/visitor-feedback.ts";
import { takeBackMails } from "#server/mail/mail-queue.ts";
import { clientKey } from "#server/rate-limits/client-key.ts";
import {
  addMark,
  countMark,
  countOfDay,
  type DayMark,
  marksOfDay,
} from "#server/rate-limits/day-marks.ts";
import type { Context } from "#server/use-case-context.ts";
import { shownReview } from "./list-reviews.ts";
import { copyReviews, type ReviewCopies, restoreReviews } from "./review-copies.ts";
import {
  findApproval,
  type NotifiedDecision,
  notifyReporters,
  type RemovalDeps,
  removeByStaff,
  reportHeld,
  settleReports,
} from "./reviews.ts";

/** Ids of a review and of its place. */
export interface ReviewIds {
  readonly placeId: number;
  readonly reviewId: number;
}

/** A review that the viewer may see; null where the place has no such review. */
export async function findReview(
  { database }: Pick<Context, "database">,
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

type ReportingClient = Pick<RequestClient, "clientAddress">;

/**
 * Stores a report of a review for staff (docs/product#reported-reviews). It counts once for each account and review
 * while it is pending; a second one changes nothing. For `namingReason` it may hide the text, and is refused with
 * `error.limit` beyond `namingLimit` a day. `error.settled` for a review that staff have kept lately, unless the viewer
 * is staff.
 */
export function reportReview(
  deps: VisitorFeedbackDeps,
  { client, ...ids }: ReviewIds & { readonly client: ReportingClient },
  report: ReviewReport,
  viewer: Viewer,
): Promise<ReportReviewResult> {
  return writeAs<ReportReviewResult>(
    deps.database,
    { viewer, permission: "reportReview" },
    async ({ transaction, userId }) => {
      const review = await findReview({ database: transaction }, ids, viewer);
      if (review === null) return { ok: false, code: "error.notfound" };
      if (review.own) return { ok: false, code: "error.forbidden" };
      const reported = await findReported(transaction, ids);
      if (reported === null) return { ok: false, code: "error.notfound" };
      if (!isStaff(viewer) && (await isSettled(transaction, ids, deps.now()))) {
        return { ok: false, code: "error.settled" };
      }
      if (await hasPending(transaction, ids, userId)) return { ok: true };
      if (report.reason === namingReason) {
        const namer = await namerOf(transaction, viewer, client);
        const count = await countNaming(deps, transaction, ids, { ...viewer, userId }, namer);
        if (count === "limit") return { ok: false, code: "error.limit" };
        if (count === "counted") await hideNamedText(deps, transaction, reported, namer);
      }
      await transaction
        .insertInto("review_report")
        .values({ ...rowOf(report, reported), account_id: userId, at: deps.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { ok: true };
    },
  );
}

/** Content of a review for staff, also where its text is held for them. */
async function findReported(
  transaction: Transaction<Schema>,
  { placeId, reviewId }: ReviewIds,
): Promise<ReportedText | null> {
  const review = await transaction
    .selectFrom("review")
    .select(["rating", "text", "added"])
    .where("id", "=", reviewId)
    .where("place_id", "=", placeId)
    .executeTakeFirst();
  return review ? { placeId, reviewId, ...review } : null;
}

/** Whether the account's report of the review is pending. */
async function hasPending(
  transaction: Transaction<Schema>,
  { reviewId }: ReviewIds,
  accountId: string,
): Promise<boolean> {
  const report = await transaction
    .selectFrom("review_report")
    .select("id")
    .where("review_id", "=", reviewId)
    .where("account_id", "=", accountId)
    .where("resolved_at", "is", null)
    .executeTakeFirst();
  return report !== undefined;
}

/** Whether staff have kept the review as it is now, within {@link settledDays}. */
async function isSettled(
  transaction: Transaction<Schema>,
  { reviewId }: ReviewIds,
  now: Date,
): Promise<boolean> {
  const approved = await findApproval(transaction, reviewId);
  return approved !== null && approved.getTime() > now.getTime() - settledDays * 86_400_000;
}

/**
 * The same by a visitor without an account: once for each IP address, review and day (UTC), and within the limit of
 * reports of a day.
 */
export function reportReviewAsVisitor(
  deps: VisitorFeedbackDeps,
  { client, ...ids }: ReviewIds & { readonly client: ReportingClient },
  report: ReviewReport,
): Promise<ReportReviewResult> {
  const visit = { placeId: ids.placeId, client };
  return writeAsVisitor<ReportReviewResult>(deps, visit, async ({ transaction, mark }) => {
    const reported = await findReported(transaction, ids);
    if (reported === null) return { ok: false, code: "error.notfound" };
    if (await isSettled(transaction, ids, deps.now())) return { ok: false, code: "error.settled" };
    const isNaming = report.reason === namingReason;
    const count = await countOnce(
      deps,
      { transaction, mark },
      {
        limits: { reports: visitorReportLimit, ...(isNaming && { namings: namingLimit }) },
        what: ["review", ids.reviewId],
      },
    );
    if (count === "limit") return { ok: false, code: "error.limit" };
    if (count === "repeated") return { ok: true };
    if (isNaming) {
      await hideNamedText(deps, transaction, reported, { accountId: null, clientMark: mark });
    }
    await transaction
      .insertInto("review_report")
      .values({
        ...rowOf(report, reported),
        ...{ account_id: null, by_visitor: true, at: deps.now() },
      })
      .execute();
    return { ok: true };
  });
}

/** A review as it is reported. */
interface ReportedText extends Pick<Review, "rating" | "text"> {
  readonly placeId: number;
  readonly reviewId: number;
  readonly added: Date;
}

/** Person who reports that a text names somebody. */
interface Namer {
  /** Null for a visitor without an account. */
  readonly accountId: string | null;
  /** Digest of an act of the client; null for an account whose address is confirmed, which needs no second person. */
  readonly clientMark: DayMark | null;
}

/** The person of an account; one whose address is not confirmed is known by its client, as a visitor is. */
async function namerOf(
  transaction: Transaction<Schema>,
  viewer: Viewer,
  { clientAddress }: Pick<RequestClient, "clientAddress">,
): Promise<Namer> {
  const isKnown = isKnownPerson(viewer);
  const clientMark = isKnown ? null : await marksOfDay(transaction, clientKey(clientAddress));
  return { accountId: viewer.userId, clientMark };
}

/**
 * Counts a report by an account that a review names somebody, within `namingLimit` a day. "repeated" where it is not
 * the client's first report of the review on that day, so that it is no second person.
 */
async function countNaming(
  deps: Pick<VisitorFeedbackDeps, "config">,
  transaction: Transaction<Schema>,
  { reviewId }: Pick<ReportedText, "reviewId">,
  viewer: Viewer & { readonly userId: string },
  { clientMark }: Namer,
): Promise<Count> {
  if (clientMark !== null) {
    const counted = { limits: { namings: namingLimit }, what: ["review", reviewId] };
    return countOnce(deps, { transaction, mark: clientMark }, counted);
  }
  const times = await countOfDay(transaction, viewer.userId, "namings");
  return isLimited(viewer) && times > namingLimit ? "limit" : "counted";
}

/**
 * Hides the text of a review for staff to look at (docs/product#texts-that-name-a-person): at once where an account
 * with a confirmed address says that it names somebody, else once `namersNeeded` have said so on the day (UTC). Not by a
 * person of whom staff have refuted such a report, and not where staff have kept the text as it is.
 */
async function hideNamedText(
  { now }: Pick<Context, "now">,
  transaction: Transaction<Schema>,
  { placeId, reviewId, rating, text, added }: ReportedText,
  namer: Namer,
): Promise<void> {
  if (await wasRefuted(transaction, namer, now())) return;
  if (namer.clientMark !== null) {
    await addMark(transaction, namer.clientMark("naming", reviewId));
    const ofReview = await marksOfDay(transaction, "reviews");
    const namers = await countMark(transaction, ofReview("naming", reviewId, added.getTime()));
    if (namers < namersNeeded) return;
  }
  // The place before the review, as every write locks them.
  const place = transaction.selectFrom("place").select("id").where("id", "=", placeId);
  await place.forNoKeyUpdate().execute();
  if ((await findApproval(transaction, reviewId)) !== null) return;
  const { numUpdatedRows } = await transaction
    .updateTable("review")
    .set({ held: true })
    .where("id", "=", reviewId)
    .where("text", "=", text)
    .where("text", "<>", "")
    .where("held", "=", false)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await reportHeld(transaction, { placeId, reviewId, rating, text }, [namingReason]);
}

/** Whether staff have kept a text that the person had reported so: an account ever, a client today. */
async function wasRefuted(
  transaction: Transaction<Schema>,
  { accountId, clientMark }: Namer,
  now: Date,
): Promise<boolean> {
  const refuted = transaction.selectFrom("review_report").where("refuted", "=", true);
  if (accountId !== null) {
    const own = refuted.select("id").where("account_id", "=", accountId);
    if (await own.executeTakeFirst()) return true;
  }
  if (clientMark === null) return false;
  const today = await refuted
    .select("review_id")
    .distinct()
    .where("review_id", "is not", null)
    .where("at", ">=", new Date(now.toISOString().slice(0, 10)))
    .execute();
  if (today.length === 0) return false;
  const marks = today.map(({ review_id }) => clientMark("naming", review_id ?? 0));
  const found = transaction.selectFrom("visitor_mark").select("mark").where("mark", "in", marks);
  return (await found.executeTakeFirst()) !== undefined;
}

/** @param reported what the review says now */
function rowOf(
  { reason, text }: ReviewReport,
  { placeId, reviewId, rating, text: reviewText }: ReportedText,
) {
  const snapshot = JSON.stringify({ rating, text: reviewText });
  return { place_id: placeId, review_id: reviewId, reason, text, said: snapshot };
}

export type SettleReviewResult =
  /** `count` is 0 where a review is kept of which no report waits. */
  | { readonly ok: true; readonly count: number }
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
      const { transaction } = act;
      const found = await findAuthor(transaction, reviewId);
      if (!found) return { ok: false, code: "error.notfound" };
      const { place_id: placeId, user_id: userId } = found;
      // Accounts, places, reviews: as every write locks them.
      const hasAuthor = await lockAccount(transaction, userId);
      await lockReportedPlace(transaction, placeId);
      const review = await transaction
        .selectFrom("review")
        .select("added")
        .where("id", "=", reviewId)
        .forUpdate()
        .executeTakeFirst();
      if (!review) return { ok: false, code: "error.notfound" };
      if (added !== undefined && Date.parse(added) !== review.added.getTime()) {
        return { ok: false, code: "error.conflict" };
      }
      const at = now();
      const notified = { reason, at, decision: decisionOn(reviewId), notifyContributor };
      const copies = await copyReviews(transaction, sql<boolean>`id = ${reviewId}`);
      if (decision === "keep") {
        const count = await keepReview(act, { reviewId, placeId, authorId: userId }, notified);
        if (count === 0) return { ok: true, count };
      } else {
        const isRemoved = await removeByStaff(act, { placeId, userId }, { viewer, ...notified });
        if (!isRemoved) return { ok: false, code: "error.notfound" };
      }
      const accountId = hasAuthor ? userId : null;
      await keepForUndo(act, { decision: decisionOn(reviewId), accountId, at }, copies);
      return { ok: true, count: 1 };
    },
  );
}

/** Name of a decision in the queue of mails and among those that can be undone. */
function decisionOn(reviewId: number): string {
  return `review ${reviewId}`;
}

function findAuthor(transaction: Transaction<Schema>, reviewId: number) {
  return transaction
    .selectFrom("review")
    .select(["place_id", "user_id"])
    .where("id", "=", reviewId)
    .executeTakeFirst();
}

export type ReopenReviewResult =
  | { readonly ok: true }
  /** `error.conflict` where the viewer did not settle it in the last minutes, or its author has written since. */
  | { readonly ok: false; readonly code: PermissionFailure | "error.conflict" };

/** Restores a review that the viewer kept or removed a moment ago, with its reports (docs/product#moderation-page). */
export function reopenReview(
  { database, now }: Pick<RemovalDeps, "database" | "now">,
  reviewId: number,
  viewer: Viewer,
): Promise<ReopenReviewResult> {
  return writeAs(database, { viewer, permission: "deleteAnyReview" }, async (act) => {
    const { transaction } = act;
    const taken = await takeForUndo<ReviewCopies>(act, decisionOn(reviewId), now());
    if (taken === null) return { ok: false, code: "error.conflict" };
    const [{ place_id, user_id }] = taken.content.reviews;
    await lockReportedPlace(transaction, place_id);
    const restored = await restoreReviews(act, taken.content, taken.at);
    if (restored.length === 0) return { ok: false, code: "error.conflict" };
    await takeBackMails(transaction, decisionOn(reviewId));
    const detail = { review_id: reviewId };
    await recordAudit(act, { action: "reopen-review", place_id, user_id, detail });
    return { ok: true };
  });
}

/** Returns the number of the reports that it has settled. */
async function keepReview(
  act: OwnWrite,
  { placeId, reviewId, authorId }: ReviewIds & { readonly authorId: string },
  decision: NotifiedDecision,
): Promise<number> {
  await act.transaction
    .updateTable("review")
    .set({ held: false })
    .where("id", "=", reviewId)
    .where("held", "=", true)
    .execute();
  const reporters = await settleReports(act, reviewId, { ...decision, outcome: "kept" });
  if (reporters.length === 0) return 0;
  const detail = { review_id: reviewId };
  await recordAudit(act, { action: "keep-review", place_id: placeId, user_id: authorId, detail });
  await notifyReporters(act, { placeId, reporters }, { ...decision, outcome: "kept" });
  return reporters.length;
}
