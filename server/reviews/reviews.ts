import { sql, type Transaction } from "kysely";
import type { NewReview } from "#domain/feedback/check-review.ts";
import type { Review } from "#domain/feedback/review.ts";
import { maxPlaceId } from "#domain/place/place.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { holdAccount, noteInAudit, type OwnWrite, writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";
import { isVisible, visibleTo } from "#server/database/place-visibility.ts";
import type { Schema } from "#server/database/schema.ts";

export type PutReviewResult =
  /** `isNew`: it is the viewer's first one of this place. */
  { readonly ok: true; readonly isNew: boolean; readonly review: Review } | ReviewRefusal;

/**
 * Stores what the viewer says of a place, in place of what they said before (docs/product#review: one
 * review a person); it counts as written now. `error.notfound` where there is no place that the viewer
 * may see.
 *
 * @param review as `checkReview` returns it
 */
export function putReview(
  { database }: { database: Database },
  placeId: number,
  review: NewReview,
  viewer: Viewer,
): Promise<PutReviewResult> {
  const allowed = { viewer, capability: "reviewPlace" } as const;
  return writeAs(database, allowed, async ({ transaction, userId }) => {
    const row = await upsertReview(transaction, placeId, { ...review, userId }, viewer);
    if (!row) return { ok: false, code: "error.notfound" };
    const { is_new: isNew, added } = row;
    return { ok: true, isNew, review: { ...review, added: added.toISOString(), own: true } };
  });
}

/**
 * In one statement, so that of two simultaneous first reviews one is the change of the other. The
 * place is locked before the review, as it is by everyone who deletes one.
 */
function upsertReview(
  transaction: Transaction<Schema>,
  placeId: number,
  { userId, rating, text }: NewReview & { userId: string },
  viewer: Viewer,
) {
  return (
    transaction
      .insertInto("review")
      .columns(["place_id", "user_id", "rating", "text"])
      .expression(
        selectVisiblePlace(transaction, placeId, viewer)
          .select([
            "id",
            sql<string>`${userId}::text`.as("user_id"),
            sql<number>`${rating}::smallint`.as("rating"),
            sql<string>`${text}::text`.as("text"),
          ])
          .forNoKeyUpdate(),
      )
      .onConflict((conflict) =>
        conflict.columns(["place_id", "user_id"]).doUpdateSet(({ ref }) => ({
          rating: ref("excluded.rating"),
          text: ref("excluded.text"),
          added: ref("excluded.added"),
        })),
      )
      // A row that this statement has made, and not found, was never updated.
      .returning(["added", sql<boolean>`xmax = 0`.as("is_new")])
      .executeTakeFirst()
  );
}

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

export type FindOwnReviewResult =
  /** `review` is null where the viewer has not reviewed the place. */
  { readonly ok: true; readonly review: Review | null } | ReviewRefusal;

/** What the viewer has said of a place; `error.notfound` where there is no place to see. */
export async function findOwnReview(
  { database }: { database: Database },
  placeId: number,
  viewer: Viewer,
): Promise<FindOwnReviewResult> {
  const refusal = refusalOf(viewer, "reviewPlace");
  const { userId } = viewer;
  if (refusal || userId === null) return { ok: false, code: refusal ?? "error.signin" };
  const row = await selectVisiblePlace(database, placeId, viewer)
    .leftJoin("review", (join) =>
      join.onRef("review.place_id", "=", "place.id").on("review.user_id", "=", userId),
    )
    .select(["review.rating", "review.text", "review.added"])
    .executeTakeFirst();
  if (!row) return { ok: false, code: "error.notfound" };
  const { rating, text, added } = row;
  if (rating === null || text === null || added === null) return { ok: true, review: null };
  return { ok: true, review: { rating, text, added: added.toISOString(), own: true } };
}

/** The place that a review is about: one row, or none where the viewer may see no such place. */
function selectVisiblePlace(
  database: Pick<Database, "selectFrom">,
  placeId: number,
  viewer: Viewer,
) {
  return database
    .selectFrom("place")
    .where("id", "=", placeId > maxPlaceId ? null : placeId)
    .where(isVisible(visibleTo(viewer)));
}

/** Why nothing was done with a review: nobody is signed in, no right to it, or there is none to see. */
interface ReviewRefusal {
  readonly ok: false;
  readonly code: "error.signin" | "error.forbidden" | "error.notfound";
}
