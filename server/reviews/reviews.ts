import { sql, type Transaction } from "kysely";
import { isLimited, reviewLimit, unconfirmedTextLimit } from "#domain/account/daily-limits.ts";
import { isKnownPerson } from "#domain/account/role.ts";
import { hasContactDetails } from "#domain/feedback/contact-details.ts";
import type { NewReview } from "#domain/feedback/new-review.ts";
import type { Review } from "#domain/feedback/review.ts";
import { namingReason } from "#domain/feedback/review-report.ts";
import { maxId } from "#domain/place/place-id.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import { permissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { lockAccount, type OwnWrite, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import { isVisible, visibleTo } from "#server/database/place-visibility.ts";
import type { Schema } from "#server/database/schema.ts";
import type { NotifyContributor } from "#server/mail/mails-to-contributors.ts";
import { countOfDay } from "#server/rate-limits/day-marks.ts";
import type { Context } from "#server/use-case-context.ts";

export type PutReviewResult =
  /** `isNew` is true for the viewer's first review of this place. */
  | { readonly ok: true; readonly isNew: boolean; readonly review: Review }
  | FailedReview
  | { readonly ok: false; readonly code: "error.limit" };

/** Dependencies of writing a review. */
export interface ReviewDeps {
  readonly database: Database;
  /** With a mail server, accounts can confirm their address; default: without one. */
  readonly config?: Pick<Config, "smtpUrl">;
}

/**
 * Stores the viewer's review of a place and replaces an earlier one (docs/product#review: one review for each person);
 * it counts as written now. `error.notfound` where the viewer may not see the place; `error.limit` beyond `reviewLimit`
 * a day. The text of a review waits for staff where it has contact details
 * (docs/product#contact-details-in-reviews), or is one too many of an account whose address is not confirmed
 * (docs/product#reviews-of-a-day).
 *
 * @param review as `newReviewSchema` parses it
 */
export function putReview(
  { database, config }: ReviewDeps,
  placeId: number,
  review: NewReview,
  viewer: Viewer,
): Promise<PutReviewResult> {
  const allowed = { viewer, permission: "reviewPlace" } as const;
  const sendsMails = config !== undefined && config.smtpUrl !== null;
  return writeAs<PutReviewResult>(database, allowed, async ({ transaction, userId }) => {
    const former = await selectVisiblePlace(transaction, placeId, viewer)
      .leftJoin("review", (join) =>
        join.onRef("review.place_id", "=", "place.id").on("review.user_id", "=", userId),
      )
      .select(({ exists, selectFrom }) => [
        "review.rating",
        "review.text",
        "review.held",
        exists(
          selectFrom("review_report")
            .select("id")
            .whereRef("review_id", "=", "review.id")
            .where("by_rule", "=", false)
            .where("review_report.reason", "=", namingReason)
            .where("resolved_at", "is", null),
        ).as("names"),
      ])
      .executeTakeFirst();
    // Before anything is counted.
    if (!former) return { ok: false, code: "error.notfound" };
    // A repeated call, whose answer was lost, does not count.
    if (former.rating !== review.rating || former.text !== review.text) {
      const times = await countOfDay(transaction, userId, "reviews");
      if (isLimited(viewer) && times > reviewLimit) return { ok: false, code: "error.limit" };
    }
    const isSameText = former.text === review.text;
    const reasons: HoldReason[] = [];
    // No rule can tell whether a changed text still names somebody.
    if (hasContactDetails(review.text) || (former.held && former.names)) {
      reasons.push(namingReason);
    }
    if (!isSameText && review.text !== "" && sendsMails && !isKnownPerson(viewer)) {
      const texts = await countOfDay(transaction, userId, "texts");
      if (texts > unconfirmedTextLimit) reasons.push("spam");
    }
    const written = { ...review, userId, held: reasons.length > 0 };
    const row = await upsertReview(transaction, placeId, written, viewer);
    if (!row) return { ok: false, code: "error.notfound" };
    const { is_new: isNew, id, added, held } = row;
    if (!isSameText) {
      if (!isNew) await withdrawHeld(transaction, id);
      await reportHeld(transaction, { placeId, reviewId: id, ...review }, held ? reasons : []);
    }
    const shown = { ...review, ...(held && { held: true as const }) };
    return { ok: true, isNew, review: { id, ...shown, added: added.toISOString(), own: true } };
  });
}

/**
 * Reason for which a text is held: contact details, or people who say that it names somebody; or more texts in a day
 * than an account publishes whose address is not confirmed. The trigger `release_texts` (schema.sql) knows
 * the second one.
 */
type HoldReason = typeof namingReason | "spam";

/** Reports a review whose text is held to staff, once for each reason. */
export async function reportHeld(
  transaction: Transaction<Schema>,
  { placeId, reviewId, rating, text }: NewReview & { readonly placeId: number; reviewId: number },
  reasons: readonly HoldReason[],
): Promise<void> {
  if (reasons.length === 0) return;
  const snapshot = JSON.stringify({ rating, text });
  const about = { place_id: placeId, review_id: reviewId, said: snapshot };
  await transaction
    .insertInto("review_report")
    .values(reasons.map((reason) => ({ ...about, account_id: null, by_rule: true, reason })))
    .execute();
}

/** Withdraws the reports of {@link reportHeld} of a text that its author has changed. */
async function withdrawHeld(transaction: Transaction<Schema>, reviewId: number): Promise<void> {
  await transaction
    .deleteFrom("review_report")
    .where("review_id", "=", reviewId)
    .where("by_rule", "=", true)
    .where("resolved_at", "is", null)
    .execute();
}

/**
 * Upserts the review, so that of two simultaneous first reviews one becomes a change of the other. The place is locked
 * before the review, as in every deletion of a review. The database's trigger `sum_ratings` (schema.sql) then
 * updates the place's rating, and `touch_place` marks the change for the place index.
 */
function upsertReview(
  transaction: Transaction<Schema>,
  placeId: number,
  { userId, rating, text, held }: NewReview & { userId: string; held: boolean },
  viewer: Viewer,
) {
  return (
    transaction
      .insertInto("review")
      .columns(["place_id", "user_id", "rating", "text", "held"])
      .expression(
        selectVisiblePlace(transaction, placeId, viewer)
          .select([
            "id",
            sql<string>`${userId}::text`.as("user_id"),
            sql<number>`${rating}::smallint`.as("rating"),
            sql<string>`${text}::text`.as("text"),
            sql<boolean>`${held}::boolean`.as("held"),
          ])
          .forNoKeyUpdate(),
      )
      .onConflict((conflict) =>
        conflict.columns(["place_id", "user_id"]).doUpdateSet(({ ref }) => ({
          rating: ref("excluded.rating"),
          text: ref("excluded.text"),
          // The same text stays held, or approved by staff, also with other stars.
          held: sql<boolean>`case when review.text = excluded.text then review.held else excluded.held end`,
          // One that is sent again unchanged is none that staff have not seen.
          added: sql<Date>`case when (review.rating, review.text) = (excluded.rating, excluded.text)
            then review.added else excluded.added end`,
        })),
      )
      // `xmax` is 0 for a row that this statement has inserted.
      .returning(["id", "added", "held", sql<boolean>`xmax = 0`.as("is_new")])
      .executeTakeFirst()
  );
}

export type DeleteReviewResult = { readonly ok: true } | FailedReview;

/** Key of a review: its author and its place. */
interface ReviewName {
  readonly placeId: number;
  readonly userId: string;
}

const notFound: DeleteReviewResult = { ok: false, code: "error.notfound" };

/** Removes the viewer's own review of a place; `error.notfound` where it does not exist. */
export function deleteOwnReview(
  { database }: Pick<Context, "database">,
  placeId: number,
  viewer: Viewer,
): Promise<DeleteReviewResult> {
  return writeAs(database, { viewer, permission: "reviewPlace" }, async (act) =>
    (await removeReview(act, { placeId, userId: act.userId }, viewer)) ? { ok: true } : notFound,
  );
}

/** Dependencies of removing another account's review. */
export type RemovalDeps = Pick<Context, "database" | "now" | "notifyContributor">;

/**
 * Removes any account's review of a place. Only staff may; a line in the audit trail
 * names the author, but not the text.
 */
export function deleteReview(
  { database, now, notifyContributor }: RemovalDeps,
  review: ReviewName,
  viewer: Viewer,
): Promise<DeleteReviewResult> {
  return writeAs(database, { viewer, permission: "deleteAnyReview" }, async (act) => {
    // The database throws on such a text, and no account has such an id.
    if (!isHarmlessText(review.userId)) return notFound;
    const isRemoved = await removeByStaff(act, review, {
      viewer,
      reason: "",
      at: now(),
      notifyContributor,
    });
    return isRemoved ? { ok: true } : notFound;
  });
}

/** Decision of staff on a review. */
export interface NotifiedDecision {
  /** Text for the author of a removed review, and for its reporters; empty without one. */
  readonly reason: string;
  readonly at: Date;
  /** Name of the decision in the queue of mails, where it can be undone. */
  readonly decision?: string;
  readonly notifyContributor: NotifyContributor;
}

interface Removal extends NotifiedDecision {
  readonly viewer: Viewer;
}

interface SettledReports extends NotifiedDecision {
  readonly outcome: "kept" | "removed";
}

/** Accounts that reported a review; null for a visitor without one, and for a deleted account. */
type Reporters = readonly (string | null)[];

/** Time of staff's last decision to keep a review as it is now; null without one. */
export async function findApproval(
  transaction: Transaction<Schema>,
  reviewId: number,
): Promise<Date | null> {
  const found = await transaction
    .selectFrom("review_report")
    .innerJoin("review", "review.id", "review_report.review_id")
    .select("resolved_at")
    .where("review.id", "=", reviewId)
    .where("outcome", "=", "kept")
    .whereRef("resolved_at", ">=", "review.added")
    .orderBy("resolved_at", "desc")
    .executeTakeFirst();
  return found?.resolved_at ?? null;
}

/** Settles the pending reports of a review; returns the reporters. */
export async function settleReports(
  { transaction, userId }: OwnWrite,
  reviewId: number,
  { outcome, reason, at }: SettledReports,
): Promise<Reporters> {
  const reports = await transaction
    .updateTable("review_report")
    .set({ resolved_at: at, resolved_by: userId, outcome, answer: reason, said: null })
    .$if(outcome === "kept", (update) =>
      update.set({
        refuted: sql<boolean>`reason = ${namingReason} and not by_rule
          and said->>'text' = (select text from review where id = ${reviewId})`,
      }),
    )
    .where("review_id", "=", reviewId)
    .where("resolved_at", "is", null)
    .returning("account_id")
    .execute();
  return reports.map(({ account_id }) => account_id);
}

/** Notifies the reporters of a review of the decision. */
export async function notifyReporters(
  { transaction, userId }: OwnWrite,
  { placeId, reporters }: { readonly placeId: number; readonly reporters: Reporters },
  { outcome, reason, decision, notifyContributor }: SettledReports,
): Promise<void> {
  for (const accountId of reporters) {
    await notifyContributor(transaction, {
      ...{ outcome: `reviewReport.${outcome}`, accountId, placeIds: [placeId] },
      ...{ reason, decision, decidedBy: userId },
    });
  }
}

/**
 * Removes a review by staff, in a transaction of theirs: settles its reports, leaves a line in the audit trail, stores
 * the reason, and notifies its author and its reporters. False where the viewer may not see the review.
 */
export async function removeByStaff(
  act: OwnWrite,
  review: ReviewName,
  { viewer, ...notified }: Removal,
): Promise<boolean> {
  const { transaction } = act;
  const { placeId, userId } = review;
  const { reason, at, decision, notifyContributor } = notified;
  const settled = { ...notified, outcome: "removed" } as const;
  const hasAuthor = await lockAccount(transaction, userId);
  let reporters: Reporters = [];
  const removed = await removeReview(act, review, viewer, async (reviewId) => {
    reporters = await settleReports(act, reviewId, settled);
  });
  if (!removed) return false;
  const account_id = hasAuthor ? userId : null;
  await transaction
    .insertInto("removed_review")
    .values({ place_id: placeId, account_id, reason, at, removed_by: act.userId })
    .execute();
  await recordAudit(act, { action: "delete-review", place_id: placeId, user_id: userId });
  await notifyContributor(transaction, {
    outcome: "review.removed",
    accountId: account_id,
    placeIds: [placeId],
    reason,
    decision,
    decidedBy: act.userId,
  });
  await notifyReporters(act, { placeId, reporters }, settled);
  return true;
}

/**
 * Locks the place, then the review; the accounts are locked already. Every transaction locks in this order, so that
 * there is no deadlock.
 */
async function removeReview(
  { transaction }: OwnWrite,
  { placeId, userId }: ReviewName,
  viewer: Viewer,
  before?: (reviewId: number) => Promise<unknown>,
): Promise<boolean> {
  const place = selectVisiblePlace(transaction, placeId, viewer).select("id").forNoKeyUpdate();
  if (!(await place.executeTakeFirst())) return false;
  const review = await transaction
    .selectFrom("review")
    .select("id")
    .where("place_id", "=", placeId)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!review) return false;
  await before?.(review.id);
  await transaction.deleteFrom("review").where("id", "=", review.id).execute();
  return true;
}

export type FindOwnReviewResult =
  /** `review` is null where the viewer has not reviewed the place. */
  { readonly ok: true; readonly review: Review | null } | FailedReview;

/** Viewer's own review of a place; `error.notfound` where the viewer may not see the place. */
export async function findOwnReview(
  { database }: Pick<Context, "database">,
  placeId: number,
  viewer: Viewer,
): Promise<FindOwnReviewResult> {
  const failure = permissionFailure(viewer, "reviewPlace");
  const { userId } = viewer;
  if (failure || userId === null) return { ok: false, code: failure ?? "error.signin" };
  const row = await selectVisiblePlace(database, placeId, viewer)
    .leftJoin("review", (join) =>
      join.onRef("review.place_id", "=", "place.id").on("review.user_id", "=", userId),
    )
    .select(["review.id", "review.rating", "review.text", "review.added", "review.held"])
    .executeTakeFirst();
  if (!row) return { ok: false, code: "error.notfound" };
  const { id, rating, text, added, held } = row;
  if (id === null || rating === null || text === null || added === null)
    return { ok: true, review: null };
  const shown = { id, rating, text, ...(held === true && { held }) };
  return { ok: true, review: { ...shown, added: added.toISOString(), own: true } };
}

/** Place of a review: one row, or none where the viewer may not see the place. */
function selectVisiblePlace(
  database: Pick<Database, "selectFrom">,
  placeId: number,
  viewer: Viewer,
) {
  return database
    .selectFrom("place")
    .where("place.id", "=", placeId > maxId ? null : placeId)
    .where(isVisible(visibleTo(viewer)));
}

/** Failure of a call about a review: no session, no permission, or no review that the viewer may see. */
interface FailedReview {
  readonly ok: false;
  readonly code: "error.signin" | "error.forbidden" | "error.notfound";
}
