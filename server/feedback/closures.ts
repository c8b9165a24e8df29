import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import { isKnownPerson, isStaff } from "#domain/account/role.ts";
import {
  type Closing,
  type ClosureReport,
  type ClosureSource,
  closureAfterConfirmation,
  closureAfterReport,
  closureFadeMs,
  isClosedForNow,
  type ReportedClosure,
  reportedClosures,
} from "#domain/feedback/closed-for-now.ts";
import { type Report, reportReasons } from "#domain/feedback/report.ts";
import {
  countedNearby,
  isWithinReportedShare,
  leavesOpenNearby,
  mayCloseAgain,
  type PlaceNearby,
  type ReportedShare,
  reportedAreaM,
} from "#domain/feedback/reports-around.ts";
import { degreesWithin } from "#domain/geography/distance-and-bearing.ts";
import { localDateAt, ZoneClock } from "#domain/opening/local-time.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { closureOf, type PlaceRow, selectPlaces } from "#server/places/place-row.ts";
import type { Context } from "#server/use-case-context.ts";

/** Report or confirmation that may begin or end a closure, in the transaction that stores it. */
interface ClosureWrite {
  readonly transaction: Transaction<Schema>;
  readonly place: Pick<PlaceRow, "id" | "time_zone">;
  readonly by: ClosureSource;
  readonly at: Date;
}

/** Weight of an account's report or confirmation: that of a visitor where it need not be one person. */
export function closureSourceOf(viewer: Pick<Viewer, "role" | "isUnconfirmed">): ClosureSource {
  if (isStaff(viewer)) return "staff";
  return isKnownPerson(viewer) ? "account" : "visitor";
}

/** SQL condition: more of an account's reports proved true than did not (docs/product#whose-word-proved-true). */
export function hasProvedTrue(account: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    select count(*) filter (where is_true) > count(*) filter (where not is_true)
    from (
      select outcome = 'done' as is_true, resolved_by from report
        where report.account_id = ${account} and not opened
      union all
      select outcome = 'removed', resolved_by from review_report
        where review_report.account_id = ${account}
    ) as settled
    where resolved_by is distinct from ${account}
  )`;
}

/**
 * Locks a place before a report of it is stored, so that the reports of a place are committed in the order of their
 * ids: none appears later below the newest one that staff have read (docs/product#reports-of-one-place).
 */
export async function lockReportedPlace(
  transaction: Transaction<Schema>,
  placeId: number,
): Promise<void> {
  const place = transaction.selectFrom("place").select("id").where("id", "=", placeId);
  await place.forNoKeyUpdate().execute();
}

interface ReportWrite extends ClosureWrite {
  readonly place: Pick<PlaceRow, "id" | "time_zone" | "longitude" | "latitude">;
  /** Id of the stored report; null for a further one by staff on the same day, which is not stored. */
  readonly reportId: number | null;
}

/**
 * Applies a report to its place: closes it for now (docs/product#closed-for-now), or raises doubt where it is reported
 * closed for good (docs/product#fresh-places-first). Where reports have changed too many of the places around it, or
 * staff have just opened it, the report is held for staff instead (docs/product#more-reports-than-a-town-sees).
 */
export async function applyReport(write: ReportWrite, report: Report): Promise<void> {
  const { transaction, by, at, reportId } = write;
  const isClosing = reportedClosures.some((known) => known === report.reason);
  const raisesDoubt = report.reason === "closed" && reportId !== null;
  if (!isClosing && !raisesDoubt) return;
  if (by === "staff" || (await mayChangePlace(write, at))) {
    await takeEffect(write, report);
    return;
  }
  await transaction.updateTable("report").set({ held: true }).where("id", "=", reportId).execute();
}

/** Closes the place of a report for now, or raises doubt of it. */
async function takeEffect(write: ReportWrite, report: Report): Promise<void> {
  const { transaction, place, by, at, reportId } = write;
  if (reportId !== null) {
    await transaction
      .updateTable("report")
      .set({ counted_as: by, held: false })
      .where("id", "=", reportId)
      .execute();
  }
  const closingReason = reportedClosures.find((known) => known === report.reason);
  if (closingReason !== undefined) {
    await closePlace(write, { reason: closingReason, opensOn: report.opens_on ?? null });
    return;
  }
  await transaction
    .updateTable("place")
    .set({ closed_reported: sql<Date>`greatest(closed_reported, ${at})` })
    .where("id", "=", place.id)
    .execute();
}

/** Key of the advisory lock under which the places that reports have changed are counted. */
const countingLock = 0x7265706f7274;

/** Time for which a place that was reported closed for good counts in the share of those that reports have changed. */
const countedDoubtMs = 24 * 60 * 60 * 1000;

/** Whether a report may change its place and so one more of those around it; checked for one report at a time. */
async function mayChangePlace(
  { transaction, place, by }: Pick<ReportWrite, "transaction" | "place" | "by">,
  now: Date,
): Promise<boolean> {
  // The place first, as every write locks them: a write that waits for it blocks no other.
  const own = await transaction
    .selectFrom("place")
    .select("opened_by_staff")
    .where("id", "=", place.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!mayCloseAgain(by, own?.opened_by_staff ?? null, now)) return false;
  await sql`select pg_advisory_xact_lock(${countingLock}::bigint)`.execute(transaction);
  const { latitude, longitude } = place;
  const { high, wide } = degreesWithin(reportedAreaM, latitude);
  const around = sql`place where accepted and deleted_at is null
    and latitude between ${latitude - high} and ${latitude + high}
    and longitude between ${longitude - wide} and ${longitude + wide}`;
  const isClosedBy = (...sources: readonly ClosureSource[]) =>
    sql<boolean>`coalesce(closed_until > ${now} and closed_by = any(${sources}::text[]), false)`;
  const isDoubtedBy = (since: Date, ...sources: readonly ClosureSource[]) => sql<boolean>`
    (closed_reported is not null and exists (
      select from report where place_id = place.id and reason = 'closed'
        and counted_as = any(${sources}::text[]) and report.at > ${since}
    ))`;
  const doubtedSince = new Date(now.getTime() - countedDoubtMs);
  const { rows: shares } = await sql<ReportedShare>`
    select count(*)::int as places,
      count(*) filter (where by_visitor or by_account)::int as reported,
      count(*) filter (where by_visitor and not by_account)::int as "byVisitors"
    from (
      select id <> ${place.id} and (${isClosedBy("visitor")} or ${isDoubtedBy(doubtedSince, "visitor")}) as by_visitor,
        id <> ${place.id} and (${isClosedBy("account")} or ${isDoubtedBy(doubtedSince, "account")}) as by_account
      from ${around}
    ) as counted`.execute(transaction);
  if (!isWithinReportedShare(by, shares[0])) return false;
  const { rows: nearby } = await sql<PlaceNearby>`
    select json_build_array(longitude, latitude) as position,
      coalesce(closed_until <= ${now}, true) and coalesce(closed_reported, private_reported) is null as "isOpen",
      ${isClosedBy("visitor", "account")} or ${isDoubtedBy(new Date(0), "visitor", "account")} as "isReported"
    from ${around} and id <> ${place.id}
    order by (latitude - ${latitude}) ^ 2 + ((longitude - ${longitude}) * cosd(${latitude})) ^ 2, id
    limit ${countedNearby}`.execute(transaction);
  return leavesOpenNearby([longitude, latitude], nearby);
}

/**
 * Time at which the place was last reported closed, after which a confirmation of the same day counts once more; null
 * without such a report.
 */
export async function lastReportedClosed(
  transaction: Transaction<Schema>,
  place: Pick<PlaceRow, "id" | "closed_reported"> & Parameters<typeof closureOf>[0],
  at: Date,
): Promise<Date | null> {
  const closure = closureOf(place);
  const isClosed = isClosedForNow(closure, at);
  if (!isClosed && place.closed_reported === null) return null;
  const last = await transaction
    .selectFrom("report")
    .select(({ fn }) => fn.max("at").as("at"))
    .where("place_id", "=", place.id)
    .where("counted_as", "is not", null)
    .executeTakeFirst();
  const times = [isClosed ? closure.since : null, place.closed_reported, last?.at ?? null];
  return new Date(Math.max(...times.flatMap((time) => time?.getTime() ?? [])));
}

/** Closes a place for now. */
export async function closePlace(write: ClosureWrite, closing: Closing): Promise<void> {
  await changeClosure(write, (current) =>
    closureAfterReport(current, closureReport(write, closing)),
  );
}

function closureReport(
  { place, by, at }: Pick<ClosureWrite, "place" | "by" | "at">,
  { reason, opensOn }: Closing,
): ClosureReport {
  const opensAt = opensOn === null ? null : startOfDay(opensOn, place.time_zone);
  return { reason, by, at, opensOn, opensAt };
}

/** Ends the closure of a place where the confirmation is enough, and its doubt (docs/product#doubt). */
export async function openByConfirmation(write: ClosureWrite): Promise<void> {
  if (write.by === "staff") {
    const isReported = sql<boolean>`(closed_until > ${write.at} or closed_reported is not null or exists (
      select from report where place_id = place.id and held and resolved_at is null
    ))`;
    await noteOpened(write, isReported);
  }
  await changeClosure(write, (current) => closureAfterConfirmation(current, write));
  await write.transaction
    .updateTable("place")
    .set({ closed_reported: null, private_reported: null })
    .where("id", "=", write.place.id)
    .where(sql<boolean>`coalesce(closed_reported, private_reported) is not null`)
    .execute();
}

/**
 * Notes when staff have opened a place, after which visitors do not close it for a day.
 *
 * @param isOpened condition on the table `place`
 */
export async function noteOpened(
  { transaction, place, at }: Omit<ClosureWrite, "by">,
  isOpened: RawBuilder<SqlBool>,
): Promise<void> {
  await transaction
    .updateTable("place")
    .set({ opened_by_staff: at })
    .where("id", "=", place.id)
    .where(isOpened)
    .execute();
}

/**
 * Ends the doubt that settled reports have raised on places; that of pending ones stays. The places are locked before
 * the reports, so that no report is stored unseen meanwhile.
 */
export async function doubtByPendingReports(
  transaction: Database,
  placeIds: readonly number[],
): Promise<void> {
  await sql`
    update place set closed_reported = (
      select max(at) from report
      where place_id = place.id and reason = 'closed' and resolved_at is null
        and (counted_as is not null or by_import)
    )
    where id = any(${placeIds}::int[]) and closed_reported is not null`.execute(transaction);
}

/**
 * Undoes the effects of reports on their places, since they were declined or removed, or their sender was deleted:
 * closure and doubt are derived again from the other reports since the closure began. A closure by staff depends on
 * their own reports alone.
 *
 * @param transaction has locked the places
 * @param which condition on the table `report`
 * @returns the closures that it has changed, as they were
 */
export async function takeBackReports(
  transaction: Transaction<Schema>,
  which: RawBuilder<SqlBool>,
): Promise<readonly (ReportedClosure & { readonly placeId: number })[]> {
  const taken = await transaction
    .selectFrom("report")
    .select(["id", "place_id", "counted_as", "at"])
    .where("counted_as", "is not", null)
    .where(which)
    .forUpdate()
    .execute();
  if (taken.length === 0) return [];
  await transaction
    .updateTable("report")
    .set({ counted_as: null })
    .where("id", "=", sql<number>`any(${taken.map(({ id }) => id)}::int[])`)
    .execute();
  const places = await transaction
    .selectFrom("place")
    .innerJoin("schedule", "schedule.id", "schedule_id")
    .select(["place.id", "time_zone"])
    .where("place.id", "=", sql<number>`any(${taken.map(({ place_id }) => place_id)}::int[])`)
    .where("closed_until", "is not", null)
    .execute();
  const changed: (ReportedClosure & { readonly placeId: number })[] = [];
  for (const place of places) {
    const own = taken.filter(({ place_id }) => place_id === place.id);
    await changeClosure({ transaction, place }, async (current) => {
      if (current === null) return null;
      const hasCounted = own.some(
        (report) =>
          report.at >= current.since && (current.by !== "staff" || report.counted_as === "staff"),
      );
      if (!hasCounted) return current;
      changed.push({ ...current, placeId: place.id });
      return closureByReports(transaction, place, current);
    });
  }
  await doubtByPendingReports(
    transaction,
    taken.map(({ place_id }) => place_id),
  );
  return changed;
}

/** What settled reports have done to their place, in the line of the audit trail that settled them. */
export interface SettledEffect {
  /** Their ids, and what they counted as. */
  readonly reports: readonly { readonly id: number; readonly counted_as: ClosureSource | null }[];
  /** Whether the place was in doubt (docs/product#doubt). */
  readonly was_doubted: boolean;
  /** Beginning of the closure that they were taken back from, ISO 8601; null without one. */
  readonly closed_since: string | null;
}

/**
 * Applies reports of a place again whose settlement is undone: they count as they did, closure and doubt with them. A
 * closure that staff have made meanwhile stays.
 */
export async function applyReportsAgain(
  { transaction, place }: Pick<ClosureWrite, "transaction" | "place">,
  { reports, was_doubted, closed_since }: SettledEffect,
): Promise<void> {
  const counted = reports.filter(({ counted_as }) => counted_as !== null);
  if (counted.length === 0) return;
  const ids = counted.map(({ id }) => id);
  await sql`
    update report set counted_as = given.source
      from unnest(${ids}::int[], ${counted.map((report) => report.counted_as)}::text[])
        as given (report_id, source)
      where id = report_id`.execute(transaction);
  if (closed_since !== null) {
    const began = new Date(closed_since);
    const isByStaff = counted.some(({ counted_as }) => counted_as === "staff");
    await changeClosure({ transaction, place }, (current) => {
      if (current?.by === "staff" && !isByStaff) return current;
      const since = current && current.since < began ? current.since : began;
      return closureByReports(transaction, place, {
        since,
        contradictions: current?.contradictions ?? 0,
      });
    });
  }
  if (was_doubted) {
    await sql`
      update place set closed_reported = greatest(closed_reported, (
        select max(at) from report where id = any(${ids}::int[]) and reason = 'closed'
      ))
      where id = ${place.id}`.execute(transaction);
  }
}

/** Closure by the reports since its beginning; null where none counts any more. */
async function closureByReports(
  transaction: Transaction<Schema>,
  place: ClosureWrite["place"],
  { since, contradictions }: Pick<ReportedClosure, "since" | "contradictions">,
): Promise<ReportedClosure | null> {
  const counted = await transaction
    .selectFrom("report")
    .select(["reason", "counted_as", "at", "opens_on"])
    .where("place_id", "=", place.id)
    .where("at", ">=", since)
    .where("counted_as", "is not", null)
    .orderBy("at")
    .orderBy("id")
    .execute();
  let closure: ReportedClosure | null = null;
  for (const { reason: given, counted_as: by, at, opens_on: opensOn } of counted) {
    const reason = by === "import" ? "gone" : reportedClosures.find((known) => known === given);
    if (reason === undefined || by === null) continue;
    closure = closureAfterReport(closure, closureReport({ place, by, at }, { reason, opensOn }));
  }
  return closure && { ...closure, contradictions };
}

async function changeClosure(
  { transaction, place: { id } }: Pick<ClosureWrite, "transaction" | "place">,
  change: (
    current: ReportedClosure | null,
  ) => ReportedClosure | null | Promise<ReportedClosure | null>,
): Promise<void> {
  const row = await transaction
    .selectFrom("place")
    .select(["closed_reason", "closed_since", "closed_until", "closed_by", "closed_opens_on"])
    .select("closed_contradictions")
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return;
  const closure = closureOf(row);
  const current = closure && { ...closure, contradictions: row.closed_contradictions };
  const next = await change(current);
  if (next === current) return;
  await transaction
    .updateTable("place")
    .set({
      closed_reason: next?.reason ?? null,
      closed_since: next?.since ?? null,
      closed_until: next?.until ?? null,
      closed_by: next?.by ?? null,
      closed_opens_on: next?.opensOn ?? null,
      closed_contradictions: next?.contradictions ?? 0,
    })
    .where("id", "=", id)
    .execute();
}

/**
 * First instant of a day in a time zone.
 *
 * @param day ISO 8601 date
 */
function startOfDay(day: string, timeZone: string): Date {
  return new Date(ZoneClock.of(timeZone).instantOf(Date.parse(day)));
}

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
export async function applyHeldReports({
  database,
  now,
}: Pick<Context, "database" | "now">): Promise<void> {
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
    const { at, opens_on, text } = report;
    const reason = reportReasons.find((known) => known === report.reason);
    if (!reason) return;
    if (opens_on !== null && opens_on <= localDateAt(now, place.time_zone)) return;
    const given: Report = { reason, text, ...(opens_on !== null && { opens_on }) };
    await takeEffect({ transaction, place, by, at, reportId: id }, given);
  });
}
