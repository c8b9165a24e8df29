import { type RawBuilder, type SqlBool, sql } from "kysely";
import { closingByReport } from "#domain/feedback/closed-for-now.ts";
import type { StoredReportReason } from "#domain/feedback/report.ts";
import { maxCardReports, type ReportFilter } from "#domain/moderation/moderation-query.ts";
import type {
  PendingReport,
  ReportedPlace,
  ReportedReview,
} from "#domain/moderation/moderation-queue.ts";
import { localDateAt } from "#domain/opening/local-time.ts";
import type { Place } from "#domain/place/place.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { hasProvedTrue } from "#server/feedback/closures.ts";
import { passesFilter } from "#server/feedback/reports.ts";
import type { Context } from "#server/use-case-context.ts";
import { findSenders, type SenderOf } from "./accounts.ts";
import { findPlaces, type PageRange, type SubjectPage, toNamedPlace } from "./queue-lists.ts";

type ReportsDeps = Pick<Context, "database" | "now">;

/** Reports of places or of reviews: what one is about, and the rows, with the columns of the table `report`. */
interface ReportKind {
  readonly subject: RawBuilder<unknown>;
  readonly rows: RawBuilder<unknown>;
}

const ofPlaces: ReportKind = { subject: sql.ref("place_id"), rows: sql`report` };

/** What a rule of the product reports counts as what an import does. */
const ofReviews: ReportKind = {
  subject: sql.ref("review_id"),
  rows: sql`(
    select id, place_id, review_id, account_id, reason, at, by_visitor, by_rule as by_import, resolved_at
    from review_report where review_id is not null
  ) as report`,
};

/**
 * SQL after `with`: pending reports in the order of the list (docs/product#whose-word-proved-true), as `ranked`. Reports
 * on deleted places are not pending. The rank is 0 for people whose word proved true, 1 for other accounts with a
 * confirmed address and imports, 2 for the others.
 *
 * @param which condition on the table `report`
 */
function rankedReports(which: RawBuilder<SqlBool>, { subject, rows }: ReportKind) {
  return sql`
    pending as materialized (
      select report.id, ${subject}, account_id, reason, at, by_visitor, by_import
      from ${rows} join place on place.id = report.place_id
      where resolved_at is null and deleted_at is null and ${which}
    ),
    proved as (
      select account_id
      from (select distinct account_id from pending where account_id is not null) as sender
      where ${hasProvedTrue(sql.ref("sender.account_id"))}
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

/** Page of what the reports are about that a filter lets through, each in the order of its first report. */
async function pageOfSubjects(
  kind: ReportKind,
  { database }: Pick<Context, "database">,
  { offset, limit }: PageRange,
  filter: ReportFilter,
): Promise<SubjectPage> {
  const { subject } = kind;
  const { rows } = await sql<{ found: number; subject: number | null }>`
    with ${rankedReports(passesFilter(filter), kind)},
    lead_report as (
      select distinct on (${subject}) ${subject} as subject, rank, at, id
      from ranked order by ${subject}, rank, at, id
    ),
    page as (select * from lead_report order by rank, at, id offset ${offset} limit ${limit})
    select found, subject from (select count(*)::int as found from lead_report) as counted
      left join page on true
    order by rank, at, id`.execute(database);
  return { found: rows[0].found, subjects: rows.flatMap(({ subject }) => subject ?? []) };
}

/** Page of the places with pending reports (docs/product#reports-of-one-place). */
export const pageOfReportedPlaces = pageOfSubjects.bind(null, ofPlaces);

export const pageOfReportedReviews = pageOfSubjects.bind(null, ofReviews);

/** SQL after `from`: of `ranked`, the reports that cards show, `nth` of their card, which has `count`, since `first`. */
function reportsOfCards({ subject }: ReportKind) {
  return sql`(
    select * from (
      select *, row_number() over (partition by ${subject} order by rank, at, id) as nth,
        count(*) over (partition by ${subject})::int as count, min(at) over (partition by ${subject}) as first
      from ranked
    ) as numbered
    where nth <= ${maxCardReports}
  ) as ranked`;
}

interface ReportRow {
  readonly id: number;
  readonly place_id: number;
  readonly account_id: string | null;
  readonly reason: StoredReportReason;
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

interface CardRow extends Omit<ReportedPlace, "place" | "first" | "last" | "reports"> {
  readonly place_id: number;
  readonly first: Date;
  readonly last: Date;
}

/** Page of the pending reports, and the number of all that the filter lets through. */
export async function listReports(
  deps: ReportsDeps,
  { offset, limit, filter }: PageRange & { readonly filter: ReportFilter },
  viewer: Viewer,
): Promise<{ readonly reports: PendingReport[]; readonly found: number }> {
  const { rows } = await sql<ReportRow & { found: number }>`
    with ${rankedReports(passesFilter(filter), ofPlaces)}
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

/** Reported places by id, each with its reports that the filter lets through. */
export async function readReportedPlaces(
  deps: ReportsDeps,
  placeIds: readonly number[],
  viewer: Viewer,
  filter: ReportFilter,
): Promise<Map<number, ReportedPlace>> {
  const isOfCards = sql<boolean>`report.place_id = any(${placeIds}::int[]) and ${passesFilter(filter)}`;
  const { rows: cards } = await sql<CardRow>`
    with ${rankedReports(isOfCards, ofPlaces)},
    by_reason as (
      select place_id, reason, count(*)::int as count, min(at) as first, max(at) as last, max(id) as newest,
        count(*) filter (where not by_visitor and not by_import)::int as by_accounts
      from ranked group by place_id, reason
    )
    select place_id, sum(count)::int as count, sum(by_accounts)::int as by_accounts,
      min(first) as first, max(last) as last, max(newest) as newest,
      json_agg(json_build_object('reason', reason, 'count', count) order by count desc, reason) as reasons
    from by_reason group by place_id`.execute(deps.database);
  const { rows: reports } = await sql<ReportRow>`
    with ${rankedReports(isOfCards, ofPlaces)}
    select ${reportColumns}
    from ${reportsOfCards(ofPlaces)} join report on report.id = ranked.id
    order by nth`.execute(deps.database);
  const places = await findPlaces(deps, placeIds, viewer);
  const senderOf = await findSenders(deps, reports, viewer);
  const now = deps.now();
  return new Map(
    cards.flatMap(({ place_id, first, last, ...card }) => {
      const place = places.get(place_id);
      const own = reports.filter((report) => report.place_id === place_id);
      // The place was deleted, or its reports were settled, since the cards were read.
      if (!place || own.length === 0) return [];
      const shown = own.map((row) => toReport(row, { place, now, senderOf }));
      const times = { first: first.toISOString(), last: last.toISOString() };
      return [[place_id, { place, ...card, ...times, reports: shown }]];
    }),
  );
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

interface ReviewReportRow
  extends Omit<ReportedReview["reports"][number], "at" | "said" | "sender">,
    Pick<ReportRow, "account_id" | "at"> {
  readonly review_id: number;
  readonly said: Pick<ReportedReview, "rating" | "text"> | null;
  readonly count: number;
  readonly first: Date;
}

/** Reported reviews by id: since a decision is on the review, each with all its reports. */
export async function readReportedReviews(
  deps: Pick<ReportsDeps, "database">,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Map<number, ReportedReview>> {
  const { database } = deps;
  const reviews = await database
    .selectFrom("review")
    .innerJoin("place", "place.id", "review.place_id")
    .select(["review.id as review_id", "rating", "review.text", "review.added", "user_id"])
    .select(["place.id", "country", "city", "address", "comments", "accepted"])
    .where("review.id", "=", sql<number>`any(${ids}::int[])`)
    .execute();
  const isOfPage = sql<boolean>`report.review_id = any(${ids}::int[])`;
  const { rows: reports } = await sql<ReviewReportRow>`
    with ${rankedReports(isOfPage, ofReviews)}
    select ranked.review_id, ranked.account_id, ranked.reason, report.text, said, ranked.at,
      ranked.by_visitor, by_rule, proved, count, first
    from ${reportsOfCards(ofReviews)} join review_report as report on report.id = ranked.id
    order by nth`.execute(database);
  const authors = reviews.map(({ user_id }) => ({ account_id: user_id }));
  const senderOf = await findSenders(deps, [...reports, ...authors], viewer);
  return new Map(
    reviews.flatMap(({ rating, text, added, user_id, review_id: id, ...place }) => {
      const own = reports.filter(({ review_id }) => review_id === id);
      // Its reports were settled since the page was read.
      if (own.length === 0) return [];
      const review = {
        ...{ id, place: toNamedPlace(place), rating, text, added: added.toISOString() },
        changed: added > own[0].first,
        author: senderOf(user_id),
        count: own[0].count,
        reports: own.map(({ said, at, account_id, review_id: _, count: __, first, ...report }) => ({
          ...{ ...report, at: at.toISOString(), sender: senderOf(account_id) },
          ...(said && (said.text !== text || said.rating !== rating) && { said }),
        })),
      };
      return [[id, review]];
    }),
  );
}
