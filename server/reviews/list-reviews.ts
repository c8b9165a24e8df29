import type { SelectQueryBuilder } from "kysely";
import type { Review, ReviewList, ReviewListQuery, ReviewSort } from "#domain/feedback/review.ts";
import { maxId } from "#domain/place/place-id.ts";
import { hasPermission } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { isVisible, visibleTo } from "#server/database/place-visibility.ts";
import type { Schema } from "#server/database/schema.ts";
import type { Context } from "#server/use-case-context.ts";

/**
 * Reviews of a place in the requested order (docs/product#orders-of-reviews); null where the viewer may not see the
 * place.
 *
 * Reviews with the same rating are ordered newest first; reviewers' ids are for the administrator only
 * (docs/product#authors-of-reviews).
 */
export async function listReviews(
  { database }: Pick<Context, "database">,
  placeId: number,
  { page, perPage, sort }: ReviewListQuery,
  viewer: Viewer,
): Promise<ReviewList | null> {
  const total = await countReviews(database, placeId, viewer);
  if (total === null) return null;
  const offset = (page - 1) * perPage;
  const rows = offset >= total ? [] : await selectReviews(database, placeId, sort, offset, perPage);
  const seesAuthors = hasPermission(viewer, "seeContributors");
  const reviews = rows.map(({ user_id, ...row }) => ({
    ...shownReview(row, { own: user_id === viewer.userId, viewer }),
    ...(seesAuthors && { user_id }),
  }));
  return { reviews, page, per_page: perPage, total };
}

interface ReviewRow {
  readonly id: number;
  readonly rating: number;
  readonly text: string;
  readonly added: Date;
  readonly held: boolean;
}

/** A review for a viewer: only its author and staff see a text that is held for staff. */
export function shownReview(
  { id, rating, text, added, held }: ReviewRow,
  { own, viewer }: { readonly own: boolean; readonly viewer: Viewer },
): Review {
  const seesText = !held || own || hasPermission(viewer, "deleteAnyReview");
  return {
    ...{ id, rating, text: seesText ? text : "", added: added.toISOString(), own },
    ...(held && seesText && { held }),
  };
}

async function countReviews(database: Database, placeId: number, viewer: Viewer) {
  if (placeId > maxId) return null;
  const row = await database
    .selectFrom("place")
    .select("rating_count")
    .where("id", "=", placeId)
    .where(isVisible(visibleTo(viewer)))
    .executeTakeFirst();
  return row?.rating_count ?? null;
}

function selectReviews(
  database: Database,
  placeId: number,
  sort: ReviewSort,
  offset: number,
  limit: number,
) {
  const reviews = database
    .selectFrom("review")
    .select(["id", "rating", "text", "added", "held", "user_id"])
    .where("place_id", "=", placeId)
    .offset(offset)
    .limit(limit);
  return orderReviews(reviews, sort).execute();
}

function orderReviews<O>(reviews: SelectQueryBuilder<Schema, "review", O>, sort: ReviewSort) {
  switch (sort) {
    case "added-desc":
      return reviews.orderBy("added", "desc").orderBy("user_id");
    case "added-asc":
      return reviews.orderBy("added", "asc").orderBy("user_id");
    case "rating-desc":
      return reviews.orderBy("rating", "desc").orderBy("added", "desc").orderBy("user_id");
    case "rating-asc":
      return reviews.orderBy("rating", "asc").orderBy("added", "desc").orderBy("user_id");
  }
}
