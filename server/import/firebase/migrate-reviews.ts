import { sql } from "kysely";
import type { DocumentPlace, DocumentReview } from "./document-place.ts";
import type { PlaceMigration } from "./migrate-places.ts";
import { batchesOf, digestOf, type MigrationRecord } from "./migration-records.ts";

/** Review of a place that exists here. */
interface PlacedReview {
  readonly review: DocumentReview;
  readonly placeId: number;
  /** Id of the author's account, existing or not; null once it was deleted here. */
  readonly accountId: string | null;
  readonly key: string;
  /** Name of the review in the report. */
  readonly name: string;
}

/**
 * Migrates the reviews of places. One whose author has no account here belongs to the account that
 * is migrated later; until then no account that can sign in has it. A review that was changed or
 * removed here is unchanged.
 */
export async function migrateReviews(
  move: PlaceMigration,
  places: readonly DocumentPlace[],
  placeIds: ReadonlyMap<string, number>,
): Promise<void> {
  const { marks, authors, report } = move;
  const reviews = places.flatMap(({ id, reviews }) => {
    const placeId = placeIds.get(id);
    if (placeId === undefined) return [];
    return reviews.map((review): PlacedReview => {
      const accountId = authors.idOf(review.author);
      const key = marks.keyOf(id, review.author);
      return { review, placeId, accountId, key, name: `${id}/${review.author}` };
    });
  });
  const known = await marks.find(
    "review",
    reviews.map(({ key }) => key),
  );
  const fresh: PlacedReview[] = [];
  for (const placed of reviews) {
    const mark = known.get(placed.key);
    if (placed.accountId === null) {
      report.leave("review", "kept", placed.name, "its author's account was deleted here");
    } else if (!mark) fresh.push(placed);
    else if (mark.digest === digestOfReview(placed.review)) report.count("review", "unchanged");
    else await followReview(move, placed, mark);
  }
  await addReviews(move, fresh);
}

function digestOfReview({ rating, text }: Pick<DocumentReview, "rating" | "text">): string {
  return digestOf(rating, text);
}

async function addReviews(
  { transaction, marks, report, authors }: PlaceMigration,
  reviews: readonly PlacedReview[],
): Promise<void> {
  const rows = reviews.map(({ placeId: place_id, accountId, review }) => {
    const { rating, text, added } = review;
    return { place_id, user_id: accountId ?? "", rating, text, added };
  });
  // In the order of their ids, as in every write that locks several places.
  rows.sort((one, other) => one.place_id - other.place_id);
  const isAdded = new Set<string>();
  for (const part of batchesOf(rows)) {
    const added = await transaction
      .insertInto("review")
      .values(part)
      .onConflict((conflict) => conflict.columns(["place_id", "user_id"]).doNothing())
      .returning(["place_id", "user_id"])
      .execute();
    for (const { place_id, user_id } of added) isAdded.add(`${place_id} ${user_id}`);
  }
  const taken = reviews.filter(({ placeId, accountId, name }) => {
    const isTaken = isAdded.has(`${placeId} ${accountId}`);
    if (isTaken) report.count("review", "taken");
    else report.leave("review", "kept", name, "its author has another review of the place here");
    return isTaken;
  });
  await marks.write("review", taken.map(markOf));

  function markOf({ key, placeId, accountId, review }: PlacedReview): MigrationRecord {
    const account_id = accountId !== null && authors.exists(accountId) ? accountId : null;
    return { key, account_id, place_id: placeId, digest: digestOfReview(review), version: null };
  }
}

async function followReview(
  { transaction, marks, report }: PlaceMigration,
  { review, placeId, accountId, name }: PlacedReview,
  mark: MigrationRecord,
): Promise<void> {
  const { rating, text, added } = review;
  const own = await transaction
    .selectFrom("review")
    .select(["id", "rating", "text"])
    .where("place_id", "=", placeId)
    .where("user_id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!own || digestOfReview(own) !== mark.digest) {
    report.leave("review", "kept", name, own ? "changed here since" : "removed here");
    return;
  }
  await transaction
    .updateTable("review")
    .set({ rating, text, added })
    .where("id", "=", own.id)
    .execute();
  await marks.write("review", [{ ...mark, digest: digestOfReview(review) }]);
  report.count("review", "changed");
}

/**
 * Compares the mean ratings that the database has computed with those in the documents, for places
 * that were migrated just now (docs/product#rating).
 */
export async function compareRatings(
  { transaction, report }: PlaceMigration,
  places: readonly DocumentPlace[],
  placeIds: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = places.flatMap(({ id }) => placeIds.get(id) ?? []);
  const { rows } = await sql<{ id: number; mean: number | null }>`
    select id, case when rating_count > 0 then rating_sum::float8 / rating_count end as mean
    from place where id = any(${ids}::int[])`.execute(transaction);
  const ratings = new Map(rows.map(({ id, mean }) => [id, mean]));
  for (const { id, mean } of places) {
    const placeId = placeIds.get(id);
    if (placeId === undefined) continue;
    const own = ratings.get(placeId) ?? null;
    // Stored means may have been rounded to two decimals.
    const isSame = own === null || mean === null ? own === mean : Math.abs(own - mean) < 0.006;
    if (isSame) continue;
    const reason = `the document says ${mean ?? "none"}, its reviews give ${own ?? "none"}`;
    report.record("place", id, "rating_calculated", reason);
  }
}
