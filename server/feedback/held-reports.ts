import { sql } from "kysely";
import { type ClosureSource, closureFadeMs } from "#domain/feedback/closed-for-now.ts";
import type { Report } from "#domain/feedback/report.ts";
import { localDateAt } from "#domain/opening/local-time.ts";
import { visitor } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { selectPlaces } from "#server/places/place-row.ts";
import { mayChangePlace, takeEffect } from "./closures.ts";
import type { FeedbackDeps } from "./write-about-place.ts";

/** Maximum number of places of a run. */
const placesOfRun = 1_000;

interface HeldReport {
  readonly id: number;
  readonly placeId: number;
  readonly by: ClosureSource;
}

/**
 * Applies reports that are held where there is room by now (docs/product#more-reports-than-a-town-sees), of each place
 * the newest one, an account's before a visitor's; those of accounts first, of these the oldest. It closes as if it had
 * been applied when it was sent. One that would have faded by now, or that a confirmation followed, is left to staff.
 */
export async function applyHeldReports({ database, now }: FeedbackDeps): Promise<void> {
  const at = now();
  const since = (source: ClosureSource) => new Date(at.getTime() - closureFadeMs[source]);
  const { rows } = await sql<HeldReport>`
    with pending as (
      select report.id, place_id, report.at, last_confirmed, visitor_confirmed, opened_by_staff,
        case when email_verified then 'account' else 'visitor' end as source
      from report
        join place on place.id = place_id
        left join account on account.id = account_id
      where held and resolved_at is null and accepted and deleted_at is null and disabled is not true
    ), newest as (
      select distinct on (place_id) id, place_id, at, source from pending
      where at > case source when 'account' then ${since("account")}::timestamptz else ${since("visitor")} end
        and at > coalesce(
          greatest(last_confirmed, opened_by_staff, case source when 'visitor' then visitor_confirmed end),
          '-infinity')
      order by place_id, source, at desc
    )
    select id, place_id as "placeId", source as by from newest
    order by source, at
    limit ${placesOfRun}`.execute(database);
  for (const report of rows) await applyHeldReport(database, report, at);
}

function applyHeldReport(
  database: Database,
  { id, placeId, by }: HeldReport,
  now: Date,
): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    const [place] = await selectPlaces(transaction, [placeId], visitor);
    if (!place || !(await mayChangePlace({ transaction, place, by }, now))) return;
    const report = await transaction
      .selectFrom("report")
      .select(["reason", "text", "opens_on", "at"])
      .where("id", "=", id)
      .where("held", "=", true)
      .where("resolved_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!report) return;
    const { at, opens_on, ...said } = report;
    if (opens_on !== null && opens_on <= localDateAt(now, place.time_zone)) return;
    const given: Report = { ...said, ...(opens_on !== null && { opens_on }) };
    await takeEffect({ transaction, place, by, at, reportId: id }, given);
  });
}
