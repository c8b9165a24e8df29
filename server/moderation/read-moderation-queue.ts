import { type RawBuilder, sql } from "kysely";
import {
  type ModerationPart,
  type ModerationQuery,
  moderationPerPage,
  type PendingPart,
  pendingParts,
} from "#domain/moderation/moderation-query.ts";
import type { ModerationQueue } from "#domain/moderation/moderation-queue.ts";
import { restorableSince } from "#domain/moderation/restore-period.ts";
import { maxAuditLines } from "#domain/validation/page-sizes.ts";
import {
  hasPermission,
  type PermissionFailure,
  permissionFailure,
} from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { filterFailure } from "#server/feedback/reports.ts";
import type { Context } from "#server/use-case-context.ts";
import { closedPlaces, listClosedPlaces } from "./closed-places.ts";
import { listPendingPlaces, type PendingPlacesDeps } from "./pending-places.ts";
import { listReportedPlaces, listReportedReviews, listReports } from "./pending-reports.ts";
import {
  listAudit,
  listCorrections,
  listDeletedPlaces,
  listDisabledAccounts,
  listModerators,
  listProposals,
  type PageRange,
  pageRange,
} from "./queue-lists.ts";

export type ReadQueueResult =
  | { readonly ok: true; readonly queue: ModerationQueue }
  | { readonly ok: false; readonly code: PermissionFailure };

/**
 * Moderation queue of the staff: one page of the requested list, or of every list that the viewer may read
 * (docs/product#moderators).
 *
 * @param deps.database database of the primary: a place that was just accepted must not be in
 *   the list
 */
export async function readModerationQueue(
  deps: PendingPlacesDeps,
  { part, page, isByPlace = false, filter = {} }: ModerationQuery,
  viewer: Viewer,
): Promise<ReadQueueResult> {
  const code =
    permissionFailure(viewer, part === "accounts" ? "disableAccount" : "moderate") ??
    filterFailure(viewer, filter);
  if (code) return { ok: false, code };
  const range = pageRange(page);
  const isWanted = (name: ModerationPart) => part === null || part === name;
  const queue: ModerationQueue = {
    page,
    per_page: moderationPerPage,
    totals: await countQueue(deps),
    ...(isWanted("waiting") && { waiting: await listPendingPlaces(deps, range, viewer) }),
    ...(isWanted("proposals") && { proposals: await listProposals(deps, range, viewer) }),
    ...(isWanted("reviews") && (await listReportedReviews(deps, { ...range, filter }, viewer))),
    // Of both lists, `found` is of this one.
    ...(isWanted("reports") &&
      (await (isByPlace ? listReportedPlaces : listReports)(deps, { ...range, filter }, viewer))),
    ...(isWanted("corrections") && { corrections: await listCorrections(deps, range, viewer) }),
    ...(isWanted("closed") && { closed: await listClosedPlaces(deps, range, viewer) }),
    ...(isWanted("deleted") && { deleted: await listDeletedPlaces(deps, range, viewer) }),
    ...(isWanted("accounts") && (await readAccounts(deps, range, viewer))),
    ...(isWanted("audit") && { audit: await listAudit(deps, range, viewer) }),
  };
  return { ok: true, queue };
}

/** Moderators and disabled accounts; nothing for viewers who may not see accounts. */
async function readAccounts(
  deps: PendingPlacesDeps,
  range: PageRange,
  viewer: Viewer,
): Promise<Pick<ModerationQueue, "accounts" | "moderators">> {
  if (!hasPermission(viewer, "disableAccount")) return {};
  return {
    moderators: await listModerators(deps, viewer),
    accounts: await listDisabledAccounts(deps, range, viewer),
  };
}

type Totals = Record<ModerationPart, number>;

/** Rows of each list of pending items, as SQL after `from`, and the column of their arrival. */
const pendingRows: Readonly<Record<PendingPart, { rows: RawBuilder<unknown>; arrival: string }>> = {
  waiting: { rows: sql`place where not accepted and deleted_at is null`, arrival: "added" },
  proposals: {
    rows: sql`place_proposal join place on place.id = place_id
      where outcome is null and deleted_at is null`,
    arrival: "at",
  },
  reports: {
    rows: sql`report join place on place.id = place_id
      where resolved_at is null and deleted_at is null`,
    arrival: "at",
  },
  corrections: { rows: sql`correction where resolved_at is null`, arrival: "at" },
  reviews: {
    rows: sql`(
      select max(at) as at from review_report join place on place.id = place_id
      where resolved_at is null and review_id is not null and deleted_at is null
      group by review_id
    ) as reported where true`,
    arrival: "at",
  },
};

/** Lengths of all lists of moderation, in one query. */
export async function countQueue({
  database,
  now,
}: Pick<Context, "database" | "now">): Promise<Totals> {
  const pendingCounts = pendingParts.map(
    (part) => sql`(select count(*) from ${pendingRows[part].rows}) as ${sql.ref(part)}`,
  );
  const { rows } = await sql<Totals>`
    select ${sql.join(pendingCounts)},
      (select count(*) from ${closedPlaces(now())}) as closed,
      (select count(*) from place where deleted_at >= ${restorableSince(now())}) as deleted,
      (select count(*) from account where disabled) as accounts,
      (select count(*) from (select from audit limit ${maxAuditLines}) as line) as audit`.execute(
    database,
  );
  return rows[0];
}

/** Time in which something arrived: after `since`, until `until` inclusive. */
interface ArrivalTime {
  readonly since: Date;
  readonly until: Date;
}

/** Number of reports that arrived in a time and are held for staff (docs/product#more-reports-than-a-town-sees). */
export async function countHeldReports(
  database: Database,
  { since, until }: ArrivalTime,
): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from ${pendingRows.reports.rows}
      and held and at > ${since} and at <= ${until}`.execute(database);
  return rows[0].held;
}

/** Numbers of items that arrived in a time and are still pending, in one query. */
export async function countArrivals(
  database: Database,
  { since, until }: ArrivalTime,
): Promise<Record<PendingPart, number>> {
  const counts = pendingParts.map((part) => {
    const { rows, arrival } = pendingRows[part];
    const isNew = sql`${sql.ref(arrival)} > ${since} and ${sql.ref(arrival)} <= ${until}`;
    return sql`(select count(*) from ${rows} and ${isNew}) as ${sql.ref(part)}`;
  });
  const { rows } = await sql<Record<PendingPart, number>>`select ${sql.join(counts)}`.execute(
    database,
  );
  return rows[0];
}
