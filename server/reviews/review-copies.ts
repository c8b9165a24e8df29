import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { OwnWrite } from "#server/accounts/write-as.ts";
import type { Schema } from "#server/database/schema.ts";

interface ReviewCopy {
  readonly id: number;
  readonly place_id: number;
  readonly user_id: string;
}

/** Reviews and reports of reviews as they are before a decision, to restore them if it is undone. */
export interface ReviewCopies {
  /** Rows of reviews. */
  readonly reviews: readonly ReviewCopy[];
  readonly reports: readonly object[];
}

/**
 * Copies reviews with all their reports.
 *
 * @param which condition on the table `review`
 * @param alsoReports condition on the table `review_report` for reports of other reviews
 */
export async function copyReviews(
  transaction: Transaction<Schema>,
  which: RawBuilder<SqlBool>,
  alsoReports: RawBuilder<SqlBool> = sql`false`,
): Promise<ReviewCopies> {
  const { rows } = await sql<ReviewCopies>`
    with copied as (select * from review where ${which})
    select (select coalesce(json_agg(copied), '[]') from copied) as reviews,
      (
        select coalesce(json_agg(json_build_object(
          'id', id, 'review_id', review_id, 'said', said, 'waited', resolved_at is null,
          'nameless', account_id is null
        )), '[]')
        from review_report where review_id in (select id from copied) or ${alsoReports}
      ) as reports`.execute(transaction);
  return rows[0];
}

/**
 * Restores reviews that were removed, or whose text was approved, with their reports as they were. One whose author has
 * written since, or whose place is gone, is left.
 *
 * @param act has locked the accounts and the places of the reviews
 * @param at time of the decision that is undone
 * @returns ids of the restored reviews
 */
export async function restoreReviews(
  { transaction, userId }: OwnWrite,
  { reviews, reports }: ReviewCopies,
  at: Date,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into review overriding system value
      select copied.* from jsonb_populate_recordset(null::review, ${JSON.stringify(reviews)}) as copied
      where exists (select from place where id = copied.place_id and deleted_at is null)
        and not exists (
          select from review as written
          where (written.place_id, written.user_id) = (copied.place_id, copied.user_id)
            and (written.id, written.added) <> (copied.id, copied.added)
        )
    on conflict (id) do update set held = excluded.held
    returning id`.execute(transaction);
  const restored = rows.map(({ id }) => id);
  const left = reviews.map(({ id }) => id).filter((id) => !restored.includes(id));
  // Not those whose sender's account is gone, or who has reported the review again.
  await sql`
    update review_report as report
      set review_id = copied.review_id, said = copied.said, refuted = refuted and not waited,
        resolved_at = case when not waited then resolved_at end,
        resolved_by = case when not waited then resolved_by end,
        outcome = case when not waited then outcome end,
        answer = case when waited then '' else answer end
      from jsonb_to_recordset(${JSON.stringify(reports)})
        as copied (id int, review_id int, said jsonb, waited boolean, nameless boolean)
      where report.id = copied.id and (report.account_id is null) = nameless
        and exists (select from review where id = copied.review_id) and copied.review_id <> all(${left}::int[])
        and not exists (
          select from review_report as again
          where again.review_id = copied.review_id and again.account_id = report.account_id
            and again.resolved_at is null and again.id <> copied.id and waited
        )`.execute(transaction);
  await sql`
    delete from removed_review using review
      where review.id = any(${restored}::int[]) and account_id = user_id
        and removed_review.place_id = review.place_id and at = ${at} and removed_by = ${userId}`.execute(
    transaction,
  );
  return restored;
}
