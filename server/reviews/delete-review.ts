import type { Transaction } from "kysely";
import { isHarmlessText } from "#domain/harmless-text.ts";
import { holdAccount } from "#server/accounts/hold-account.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import type { ReviewRefusal } from "./review-refusal.ts";
import { selectVisiblePlace } from "./select-visible-place.ts";

export type DeleteReviewResult = { readonly ok: true } | ReviewRefusal;

const notFound: DeleteReviewResult = { ok: false, code: "error.notfound" };

/** Removes the viewer's own review of a place; `error.notfound` where there is none to see. */
export async function deleteOwnReview(
  { database }: { database: Database },
  placeId: number,
  viewer: Viewer,
): Promise<DeleteReviewResult> {
  const refusal = refusalOf(viewer, "reviewPlace");
  const { userId } = viewer;
  if (refusal || userId === null) return { ok: false, code: refusal ?? "error.signin" };
  return database
    .transaction()
    .execute(async (transaction) =>
      (await removeReview(transaction, placeId, userId, viewer)) ? { ok: true } : notFound,
    );
}

/**
 * Removes anybody's review of a place: the administrator's right, with a line in the audit trail
 * that names whose it was, but not what it said.
 */
export async function deleteReview(
  { database }: { database: Database },
  { placeId, userId }: { placeId: number; userId: string },
  viewer: Viewer,
): Promise<DeleteReviewResult> {
  const refusal = refusalOf(viewer, "deleteAnyReview");
  if (refusal) return { ok: false, code: refusal };
  // The database refuses such a text with an error; no account has it for an id.
  if (!isHarmlessText(userId)) return notFound;
  return database.transaction().execute(async (transaction) => {
    const actor = viewer.userId;
    if (actor === null || !(await holdAccount(transaction, actor))) {
      return { ok: false, code: "error.signin" };
    }
    if (!(await removeReview(transaction, placeId, userId, viewer))) return notFound;
    const entry = { actor, action: "delete-review", place_id: placeId };
    await transaction
      .insertInto("audit")
      .values({ ...entry, user_id: userId })
      .execute();
    return { ok: true };
  });
}

/** Account, place, review: everyone locks in this order, so that nobody waits for each other. */
async function removeReview(
  transaction: Transaction<Schema>,
  placeId: number,
  userId: string,
  viewer: Viewer,
): Promise<boolean> {
  await holdAccount(transaction, userId);
  const place = selectVisiblePlace(transaction, placeId, viewer).select("id").forNoKeyUpdate();
  if (!(await place.executeTakeFirst())) return false;
  const { numDeletedRows } = await transaction
    .deleteFrom("review")
    .where("place_id", "=", placeId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
