import { restorableSince, restoreDaysLeft } from "#domain/moderation/decision.ts";
import {
  type ModerationPart,
  type ModerationQuery,
  moderationPerPage,
} from "#domain/moderation/moderation-query.ts";
import type {
  AuditLine,
  DeletedPlace,
  ModerationQueue,
  NamedPlace,
  TaskEntries,
} from "#domain/moderation/moderation-queue.ts";
import type { TaskKind } from "#domain/moderation/task-kinds.ts";
import { maxAuditLines } from "#domain/validation/page-sizes.ts";
import {
  hasPermission,
  type PermissionFailure,
  permissionFailure,
} from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { filterFailure } from "#server/feedback/reports.ts";
import type { Context } from "#server/use-case-context.ts";
import { listDisabledAccounts, listModerators } from "./accounts.ts";
import { listClosedPlaces } from "./closed-places.ts";
import type { PendingPlacesDeps } from "./pending-places.ts";
import { listReports } from "./pending-reports.ts";
import { type PageRange, pageRange, toNamedPlace } from "./queue-lists.ts";
import { countQueue, listTasks } from "./tasks.ts";

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
  const list = async <Kind extends TaskKind>(kind: Kind) => {
    if (!isWanted(kind)) return null;
    const { tasks, found } = await listTasks(deps, { kind, page, filter }, viewer);
    return { entries: tasks.map(({ entry }) => entry as TaskEntries[Kind]), found };
  };
  const reviews = await list("reviews");
  const reportedPlaces = isByPlace ? await list("reports") : null;
  const reports =
    !isByPlace && isWanted("reports")
      ? await listReports(deps, { ...range, filter }, viewer)
      : null;
  const found = (reportedPlaces ?? reports ?? reviews)?.found;
  const queue: ModerationQueue = {
    page,
    per_page: moderationPerPage,
    totals: await countQueue(deps),
    ...entriesAs("waiting", await list("waiting")),
    ...entriesAs("proposals", await list("proposals")),
    ...entriesAs("corrections", await list("corrections")),
    ...entriesAs("reviews", reviews),
    ...entriesAs("reported_places", reportedPlaces),
    ...(reports && { reports: reports.reports }),
    ...(found !== undefined && { found }),
    ...(isWanted("closed") && { closed: await listClosedPlaces(deps, range, viewer) }),
    ...(isWanted("deleted") && { deleted: await listDeletedPlaces(deps, range, viewer) }),
    ...(isWanted("accounts") && (await readAccounts(deps, range, viewer))),
    ...(isWanted("audit") && { audit: await listAudit(deps, range, viewer) }),
  };
  return { ok: true, queue };
}

function entriesAs<Name extends string, Entry>(
  name: Name,
  list: { readonly entries: readonly Entry[] } | null,
): { readonly [Key in Name]?: readonly Entry[] } {
  return list === null ? {} : ({ [name]: list.entries } as { [Key in Name]: readonly Entry[] });
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

/** Page of the places that can be restored, last deleted first. */
async function listDeletedPlaces(
  { database, now }: Pick<Context, "database" | "now">,
  { offset, limit }: PageRange,
  viewer: Viewer,
): Promise<DeletedPlace[]> {
  const instant = now();
  const rows = await database
    .selectFrom("place")
    .leftJoin("account", "account.id", "place.deleted_by")
    .select(["place.id", "country", "city", "address", "comments", "accepted"])
    .select(["deleted_at", "account.email as deleted_by_email"])
    .where("deleted_at", ">=", restorableSince(instant))
    .orderBy("deleted_at", "desc")
    .orderBy("place.id", "desc")
    .offset(offset)
    .limit(limit)
    .execute();
  const seesNames = hasPermission(viewer, "seeContributors");
  return rows.flatMap(({ deleted_at, deleted_by_email, ...place }) =>
    deleted_at === null
      ? []
      : {
          ...toNamedPlace(place),
          deleted_at: deleted_at.toISOString(),
          ...(seesNames && { deleted_by_email }),
          days_left: restoreDaysLeft(deleted_at, instant),
        },
  );
}

/** Page of the audit trail, newest first, of the last `maxAuditLines` lines. */
async function listAudit(
  { database }: Pick<Context, "database">,
  { offset, limit }: PageRange,
  viewer: Viewer,
): Promise<AuditLine[]> {
  if (offset >= maxAuditLines) return [];
  const rows = await database
    .selectFrom("audit")
    .leftJoin("account as actor", "actor.id", "audit.actor")
    .leftJoin("account as subject", "subject.id", "audit.user_id")
    .leftJoin("place", "place.id", "audit.place_id")
    .select(["audit.id as line_id", "at", "action", "audit.actor", "place_id", "user_id"])
    .select(["actor.email as actor_email", "subject.email as user_email"])
    .select(["place.id", "country", "city", "address", "comments", "accepted"])
    .select("deleted_at")
    .orderBy("audit.id", "desc")
    .offset(offset)
    .limit(Math.min(limit, maxAuditLines - offset))
    .execute();
  const seesNames = hasPermission(viewer, "seeContributors");
  return rows.map((row) => ({
    id: row.line_id,
    at: row.at.toISOString(),
    action: row.action,
    ...(seesNames && { actor: row.actor, actor_email: row.actor_email }),
    place_id: row.place_id,
    place: isPlace(row) ? { ...toNamedPlace(row), deleted: row.deleted_at !== null } : null,
    ...(seesNames && { user_id: row.user_id, user_email: row.user_email }),
  }));
}

/** Whether a place was joined, with its naming columns. */
function isPlace<Row extends { id: number | null }>(row: Row): row is Row & NamedPlace {
  return row.id !== null;
}
