import { type RawBuilder, type SqlBool, sql } from "kysely";
import { closingByReport } from "#domain/feedback/closed-for-now.ts";
import type { Report } from "#domain/feedback/report.ts";
import { maxCardReports, type ReportFilter } from "#domain/moderation/moderation-query.ts";
import type { PendingReport, ReportedPlace } from "#domain/moderation/moderation-queue.ts";
import { localDateAt } from "#domain/opening/local-time.ts";
import type { Place } from "#domain/place/place.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { passesFilter } from "#server/feedback/reports.ts";
import { findPlaces, findSenders, type PageRange, type SenderOf } from "./queue-lists.ts";

interface ReportsDeps {
  readonly database: Database;
  readonly now: () => Date;
}

/** Requested page of the reports that a filter lets through, or of their places. */
interface ReportsPage extends PageRange {
  readonly filter: ReportFilter;
}

/**
 * SQL after `with`: pending reports in the order of the list (docs/product#whose-word-proved-true), as `ranked`. Reports
 * on deleted places are not pending. The rank is 0 for people whose word proved true, 1 for other accounts with a
 * confirmed address and imports, 2 for the others.
 *
 * @param which condition on the table `report`
 */
function rankedReports(which: RawBuilder<SqlBool>) {
  return sql`
    pending as materialized (
      select report.id, place_id, account_id, reason, at, by_visitor, by_import
      from report join place on place.id = place_id
      where resolved_at is null and deleted_at is null and ${which}
    ),
    proved as (
      select account_id
      from (select distinct account_id from pending where account_id is not null) as sender
        cross join lateral (
          select count(*) filter (where outcome = 'done') as done,
            count(*) filter (where outcome = 'declined') as declined
          from report
          where report.account_id = sender.account_id
            and outcome is not null and not opened and resolved_by is distinct from report.account_id
        ) as decided
      where done > declined
    ),
    ranked as materialized (
      select pending.*,
        proved.account_id is not null and not disabled as proved,
        case
          when proved.account_id is not null and not disabled then 0
          when by_import or email_verified and not disabled then 1
          else 2
        end as rank
      from pending
        left join account on account.id = pending.account_id
        left join proved on proved.account_id = pending.account_id
    )`;
}

interface ReportRow {
  readonly id: number;
  readonly place_id: number;
  readonly account_id: string | null;
  readonly reason: Report["reason"];
  readonly text: string;
  readonly at: Date;
  readonly opens_on: string | null;
  readonly by_visitor: boolean;
  readonly by_import: boolean;
  readonly proved: boolean;
}

/** Columns of {@link ReportRow} of `ranked` beside its row of the table. */
const reportColumns = sql`
  ranked.id, ranked.place_id, ranked.account_id, ranked.reason, report.text, ranked.at,
  report.opens_on, ranked.by_visitor, ranked.by_import, ranked.proved`;

/** Page of the pending reports, and the number of all that the filter lets through. */
export async function listReports(
  deps: ReportsDeps,
  { offset, limit, filter }: ReportsPage,
  viewer: Viewer,
): Promise<{ readonly reports: PendingReport[]; readonly found: number }> {
  const { rows } = await sql<ReportRow & { found: number }>`
    with ${rankedReports(passesFilter(filter))}
    select found, ${reportColumns}
    from (select count(*)::int as found from ranked) as counted
      left join lateral (
        select * from ranked order by rank, at, id offset ${offset} limit ${limit}
      ) as ranked on true
      left join report on report.id = ranked.id
    order by ranked.rank, ranked.at, ranked.id`.execute(deps.database);
  const [{ found }] = rows;
  const read = rows.filter(({ id }) => id !== null);
  const senderOf = await findSenders(deps, read, viewer);
  const places = await findPlaces(
    deps,
    read.map(({ place_id }) => place_id),
    viewer,
  );
  const now = deps.now();
  const reports = read.flatMap((row) => {
    const place = places.get(row.place_id);
    // The place was deleted since the rows were read.
    if (!place) return [];
    return [{ ...toReport(row, { place, now, senderOf }), place }];
  });
  return { reports, found };
}

interface CardRow extends Omit<ReportedPlace, "place" | "first" | "last" | "reports"> {
  readonly place_id: number;
  readonly first: Date;
  readonly last: Date;
}

/**
 * Page of the places with pending reports, each in the order of its first report in that of the list, and the number of
 * all that the filter lets through (docs/product#reports-of-one-place).
 */
export async function listReportedPlaces(
  deps: ReportsDeps,
  { offset, limit, filter }: ReportsPage,
  viewer: Viewer,
): Promise<{ readonly reported_places: ReportedPlace[]; readonly found: number }> {
  const { rows } = await sql<CardRow & { found: number }>`
    with ${rankedReports(passesFilter(filter))},
    lead_report as (select distinct on (place_id) place_id, rank, at, id from ranked order by place_id, rank, at, id),
    counted as (select count(*)::int as found from lead_report),
    page as (select * from lead_report order by rank, at, id offset ${offset} limit ${limit}),
    by_reason as (
      select place_id, reason, count(*)::int as count, min(at) as first, max(at) as last, max(id) as newest,
        count(*) filter (where not by_visitor and not by_import)::int as by_accounts
      from ranked where place_id in (select place_id from page) group by place_id, reason
    ),
    card as (
      select place_id, sum(count)::int as count, sum(by_accounts)::int as by_accounts,
        min(first) as first, max(last) as last, max(newest) as newest,
        json_agg(json_build_object('reason', reason, 'count', count) order by count desc, reason) as reasons
      from by_reason group by place_id
    )
    select found, card.* from counted left join (page join card using (place_id)) on true
    order by page.rank, page.at, page.id`.execute(deps.database);
  const [{ found }] = rows;
  const cards = rows.filter(({ place_id }) => place_id !== null);
  const placeIds = cards.map(({ place_id }) => place_id);
  const places = await findPlaces(deps, placeIds, viewer);
  const reports = await readCardReports(deps, placeIds, filter);
  const senderOf = await findSenders(deps, reports, viewer);
  const now = deps.now();
  const reported_places = cards.flatMap(({ place_id, found: _, first, last, ...card }) => {
    const place = places.get(place_id);
    const own = reports.filter((report) => report.place_id === place_id);
    // The place was deleted, or its reports were settled, since the cards were read.
    if (!place || own.length === 0) return [];
    const shown = own.map((row) => toReport(row, { place, now, senderOf }));
    return [
      { place, ...card, first: first.toISOString(), last: last.toISOString(), reports: shown },
    ];
  });
  return { reported_places, found };
}

/** Reports of some places that their cards show, each place's in the order of the list. */
async function readCardReports(
  { database }: ReportsDeps,
  placeIds: readonly number[],
  filter: ReportFilter,
): Promise<ReportRow[]> {
  if (placeIds.length === 0) return [];
  const isOfCards = sql<boolean>`report.place_id = any(${placeIds}::int[]) and ${passesFilter(filter)}`;
  const { rows } = await sql<ReportRow>`
    with ${rankedReports(isOfCards)}
    select ${reportColumns}
    from (
      select *, row_number() over (partition by place_id order by rank, at, id) as nth from ranked
    ) as ranked
      join report on report.id = ranked.id
    where nth <= ${maxCardReports}
    order by nth`.execute(database);
  return rows;
}

interface ReportContext {
  readonly place: Place;
  readonly now: Date;
  readonly senderOf: SenderOf;
}

function toReport(
  { id, account_id, reason, text, at, opens_on, by_visitor, by_import, proved }: ReportRow,
  { place, now, senderOf }: ReportContext,
): ReportedPlace["reports"][number] {
  const closing = closingByReport({ reason, opensOn: opens_on }, localDateAt(now, place.time_zone));
  const opensOn = closing?.opensOn;
  return {
    ...{ id, reason, text, at: at.toISOString(), sender: senderOf(account_id) },
    ...{ by_visitor, by_import, proved },
    ...(opens_on && { opens_on }),
    ...(closing && { closing: { ...(opensOn && { opens_on: opensOn }) } }),
  };
}
