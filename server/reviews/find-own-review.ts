import type { Review } from "#domain/review.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import type { ReviewRefusal } from "./review-refusal.ts";
import { selectVisiblePlace } from "./select-visible-place.ts";

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
