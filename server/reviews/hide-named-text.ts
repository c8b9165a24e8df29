import type { Transaction } from "kysely";
import { isLimited, namingLimit } from "#domain/account/daily-limits.ts";
import { isKnownPerson } from "#domain/account/role.ts";
import type { Review } from "#domain/feedback/review.ts";
import { namersNeeded, namingReason } from "#domain/feedback/review-report.ts";
import type { RequestClient, Viewer } from "#server/accounts/viewer.ts";
import type { Schema } from "#server/database/schema.ts";
import {
  type Count,
  countOnce,
  type VisitorFeedbackDeps,
} from "#server/feedback/visitor-feedback.ts";
import { clientKey } from "#server/rate-limits/client-key.ts";
import {
  addMark,
  countMark,
  countOfDay,
  type DayMark,
  marksOfDay,
} from "#server/rate-limits/day-marks.ts";
import type { Context } from "#server/use-case-context.ts";
import { findApproval, reportHeld } from "./reviews.ts";

/** A review as it is reported. */
export interface ReportedText extends Pick<Review, "rating" | "text"> {
  readonly placeId: number;
  readonly reviewId: number;
  readonly added: Date;
}

/** Person who reports that a text names somebody. */
export interface Namer {
  /** Null for a visitor without an account. */
  readonly accountId: string | null;
  /** Digest of an act of the client; null for an account whose address is confirmed, which needs no second person. */
  readonly clientMark: DayMark | null;
}

/** The person of an account; one whose address is not confirmed is known by its client, as a visitor is. */
export async function namerOf(
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
export async function countNaming(
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
export async function hideNamedText(
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
