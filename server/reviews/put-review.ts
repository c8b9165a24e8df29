import { sql, type Transaction } from "kysely";
import type { NewReview } from "#domain/check-review.ts";
import type { Review } from "#domain/review.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import type { ReviewRefusal } from "./review-refusal.ts";
import { selectVisiblePlace } from "./select-visible-place.ts";

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
