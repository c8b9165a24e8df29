import { sql } from "kysely";
import { restorableSince } from "#domain/moderation/decision.ts";
import {
  type ModerationPart,
  moderationPerPage,
  type ReportFilter,
} from "#domain/moderation/moderation-query.ts";
import type { ModerationQueue, Task, TaskEntries } from "#domain/moderation/moderation-queue.ts";
import { type TaskKind, taskKinds } from "#domain/moderation/task-kinds.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { maxAuditLines } from "#domain/validation/page-sizes.ts";
import { type PermissionFailure, permissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { acceptedAndPendingPlaces, acceptedPlaces } from "#server/database/place-visibility.ts";
import { filterFailure } from "#server/feedback/reports.ts";
import { readRowTasks } from "#server/source-lists/row-tasks.ts";
import type { Context } from "#server/use-case-context.ts";
import { closedPlaces } from "./closed-places.ts";
import { type PendingPlacesDeps, readPendingPlaces } from "./pending-places.ts";
import {
  pageOfReportedPlaces,
  pageOfReportedReviews,
  readReportedPlaces,
  readReportedReviews,
} from "./pending-reports.ts";
import {
  type PageRange,
  pageRange,
  readCorrections,
  readProposals,
  type SubjectPage,
} from "./queue-lists.ts";

/**
 * SQL after `from`: what waits for staff. A task begins when its row appears here: the badge, the mails to staff and the
 * lists all read it. `at` is the time of the latest report, `since` that of the first.
 */
const arrivals = sql`(
  select 'waiting' as kind, id as subject, added as at, added as since, false as held
    from place where not accepted and deleted_at is null
  union all
  select 'proposals', place_proposal.id, at, at, false
    from place_proposal join place on place.id = place_id
    where outcome is null and deleted_at is null
  union all
  select 'reports', place_id, at, at, held
    from report join place on place.id = place_id
    where resolved_at is null and deleted_at is null
  union all
  select 'corrections', id, at, at, false from correction where resolved_at is null
  union all
  select 'reviews', review_id, max(at), min(at), false
    from review_report join place on place.id = place_id
    where resolved_at is null and review_id is not null and deleted_at is null
    group by review_id
  union all
  select 'rows', list_row.id, coalesce(ended_at, at), coalesce(ended_at, at), false
    from list_row join list_import on list_import.id = import_id
    where kind = 'look' and outcome is null and state = 'done'
) as arrival`;

/** Time in which something arrived: after `since`, until `until` inclusive. */
interface ArrivalTime {
  readonly since: Date;
  readonly until: Date;
}

export type TaskCounts = Readonly<Record<TaskKind, number>>;

/** Numbers of what waits, of each kind; reports count one by one. */
export async function countTasks(
  database: Database,
  time?: ArrivalTime,
): Promise<{
  readonly counts: TaskCounts;
  /** Number of reports that are held for staff (docs/product#more-reports-than-a-town-sees). */
  readonly held: number;
}> {
  const isThen = time ? sql`at > ${time.since} and at <= ${time.until}` : sql`true`;
  const { rows } = await sql<{ kind: TaskKind; count: number; held: number }>`
    select kind, count(*)::int as count, count(*) filter (where held)::int as held
    from ${arrivals} where ${isThen} group by kind`.execute(database);
  const none = Object.fromEntries(taskKinds.map((kind) => [kind, 0])) as TaskCounts;
  return {
    counts: { ...none, ...Object.fromEntries(rows.map(({ kind, count }) => [kind, count])) },
    held: rows.reduce((sum, { held }) => sum + held, 0),
  };
}

/** Number of all that waits. */
export function sumOf(counts: TaskCounts): number {
  return taskKinds.reduce((sum, kind) => sum + counts[kind], 0);
}

/** Lengths of all lists of moderation. */
export async function countQueue({
  database,
  now,
}: Pick<Context, "database" | "now">): Promise<Record<ModerationPart, number>> {
  const { counts } = await countTasks(database);
  const { rows } = await sql<Record<Exclude<ModerationPart, TaskKind>, number>>`
    select (select count(*) from ${closedPlaces(now())}) as closed,
      (select count(*) from place where deleted_at >= ${restorableSince(now())}) as deleted,
      (select count(*) from account where disabled) as accounts,
      (select count(*) from (select from audit limit ${maxAuditLines}) as line) as audit`.execute(
    database,
  );
  return { ...counts, ...rows[0] };
}

const everywhere = { filters: noFilters, includeUnknown: false, bbox: null };

/**
 * Number of what waits for staff; null for every other viewer. Every page of staff needs it, so the places, of which
 * there can be many, are counted in memory.
 */
export async function countPending(
  { database, placeIndex }: Pick<Context, "database" | "placeIndex">,
  viewer: Viewer,
): Promise<number | null> {
  if (permissionFailure(viewer, "moderate")) return null;
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from ${arrivals} where kind <> 'waiting'`.execute(database);
  const total = (visibility: typeof acceptedPlaces) =>
    placeIndex.count({ ...everywhere, ...visibility }).total;
  return total(acceptedAndPendingPlaces) - total(acceptedPlaces) + rows[0].others;
}

/** How the entries of a kind are read; in an order of their own, or by age. */
interface KindReader<Kind extends TaskKind> {
  readonly page?: (
    deps: Pick<Context, "database">,
    range: PageRange,
    filter: ReportFilter,
  ) => Promise<SubjectPage>;
  readonly read: (
    deps: PendingPlacesDeps,
    subjects: readonly number[],
    viewer: Viewer,
    filter: ReportFilter,
  ) => Promise<ReadonlyMap<number, TaskEntries[Kind]>>;
}

const readers: { readonly [Kind in TaskKind]: KindReader<Kind> } = {
  waiting: { read: readPendingPlaces },
  proposals: { read: readProposals },
  reports: { page: pageOfReportedPlaces, read: readReportedPlaces },
  corrections: { read: readCorrections },
  reviews: { page: pageOfReportedReviews, read: readReportedReviews },
  rows: { read: readRowTasks },
};

interface TaskQuery {
  /** Null for all kinds, the oldest first. */
  readonly kind: TaskKind | null;
  /** From 1. */
  readonly page: number;
  readonly filter?: ReportFilter | undefined;
}

interface TaskList {
  readonly tasks: readonly Task[];
  /** Number of tasks on all pages that the filter lets through. */
  readonly found: number;
}

export type ReadTasksResult =
  | (TaskList & {
      readonly ok: true;
      /** Kind of all tasks; null where they are of several. */
      readonly kind: TaskKind | null;
      readonly queue: Pick<ModerationQueue, "page" | "per_page" | "totals">;
    })
  | { readonly ok: false; readonly code: PermissionFailure };

/**
 * Page of the tasks, of one kind or of all, and the lengths of all lists.
 *
 * @param deps.database database of the primary: what was just decided on must not be in the list
 */
export async function readTasks(
  deps: PendingPlacesDeps,
  { kind: wanted, page, filter = {} }: TaskQuery,
  viewer: Viewer,
): Promise<ReadTasksResult> {
  const code = permissionFailure(viewer, "moderate") ?? filterFailure(viewer, filter);
  if (code) return { ok: false, code };
  const totals = await countQueue(deps);
  const present = taskKinds.filter((kind) => totals[kind] > 0);
  const kind = wanted ?? (present.length === 1 ? present[0] : null);
  const queue = { page, per_page: moderationPerPage, totals } as const;
  return { ok: true, kind, queue, ...(await listTasks(deps, { kind, page, filter }, viewer)) };
}

/** Page of the tasks, for staff. */
export async function listTasks(
  deps: PendingPlacesDeps,
  { kind, page, filter = {} }: TaskQuery,
  viewer: Viewer,
): Promise<TaskList> {
  const range = pageRange(page);
  const ownPage = kind && (await readers[kind].page?.(deps, range, filter));
  const { rows, found } = ownPage
    ? { ...ownPage, rows: ownPage.subjects.map((subject) => ({ kind, subject })) }
    : await pageByAge(deps, kind, range);
  const entries = new Map<TaskKind, ReadonlyMap<number, unknown>>();
  for (const name of new Set(rows.map((row) => row.kind))) {
    const subjects = rows.filter((row) => row.kind === name).map(({ subject }) => subject);
    entries.set(name, await readers[name].read(deps, subjects, viewer, filter));
  }
  // One that was decided on since the page was read is left out.
  const tasks = rows.flatMap((row) => {
    const entry = entries.get(row.kind)?.get(row.subject);
    return entry === undefined ? [] : [{ kind: row.kind, entry } as Task];
  });
  return { tasks, found };
}

async function pageByAge(
  { database }: Pick<Context, "database">,
  kind: TaskKind | null,
  { offset, limit }: PageRange,
) {
  const { rows } = await sql<{ found: number; kind: TaskKind | null; subject: number }>`
    with task as (
      select kind, subject, min(since) as since from ${arrivals}
      where ${kind === null ? sql`true` : sql`kind = ${kind}`} group by kind, subject
    )
    select found, page.* from (select count(*)::int as found from task) as counted
      left join (
        select * from task order by since, kind, subject offset ${offset} limit ${limit}
      ) as page on true
    order by since, kind, subject`.execute(database);
  const found = rows[0].found;
  return {
    found,
    rows: rows.flatMap(({ kind, subject }) => (kind === null ? [] : [{ kind, subject }])),
  };
}
