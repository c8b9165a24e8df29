import { isHarmlessText } from "#domain/harmless-text.ts";
import { holdAccount } from "#server/accounts/hold-account.ts";
import { noteInAudit } from "#server/accounts/note-in-audit.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type OwnWrite, writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";
import type { ReviewRefusal } from "./review-refusal.ts";
import { selectVisiblePlace } from "./select-visible-place.ts";

export type DeleteReviewResult = { readonly ok: true } | ReviewRefusal;

/** Which review: whose it is, and of what place. */
interface ReviewName {
  readonly placeId: number;
  readonly userId: string;
}

const notFound: DeleteReviewResult = { ok: false, code: "error.notfound" };

/** Removes the viewer's own review of a place; `error.notfound` where there is none to see. */
export function deleteOwnReview(
  { database }: { database: Database },
  placeId: number,
  viewer: Viewer,
): Promise<DeleteReviewResult> {
  return writeAs(database, { viewer, capability: "reviewPlace" }, async (act) =>
    (await removeReview(act, { placeId, userId: act.userId }, viewer)) ? { ok: true } : notFound,
  );
}

/**
 * Removes anybody's review of a place: the administrator's right, with a line in the audit trail
 * that names whose it was, but not what it said.
 */
export function deleteReview(
  { database }: { database: Database },
  review: ReviewName,
  viewer: Viewer,
): Promise<DeleteReviewResult> {
  return writeAs(database, { viewer, capability: "deleteAnyReview" }, async (act) => {
    const { placeId, userId } = review;
    // The database refuses such a text with an error; no account has it for an id.
    if (!isHarmlessText(userId)) return notFound;
    await holdAccount(act.transaction, userId);
    if (!(await removeReview(act, review, viewer))) return notFound;
    await noteInAudit(act, { action: "delete-review", place_id: placeId, user_id: userId });
    return { ok: true };
  });
}

/**
 * Accounts, held by the caller, then place, then review: everyone locks in this order, so that nobody
 * waits for each other.
 */
async function removeReview(
  { transaction }: OwnWrite,
  { placeId, userId }: ReviewName,
  viewer: Viewer,
): Promise<boolean> {
  const place = selectVisiblePlace(transaction, placeId, viewer).select("id").forNoKeyUpdate();
  if (!(await place.executeTakeFirst())) return false;
  const { numDeletedRows } = await transaction
    .deleteFrom("review")
    .where("place_id", "=", placeId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
