import {
  type ModerationPart,
  type ModerationQuery,
  moderationPerPage,
  type TaskKind,
} from "#domain/moderation/moderation-query.ts";
import type { ModerationQueue, TaskEntries } from "#domain/moderation/moderation-queue.ts";
import {
  hasPermission,
  type PermissionFailure,
  permissionFailure,
} from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { filterFailure } from "#server/feedback/reports.ts";
import { listDisabledAccounts, listModerators } from "./accounts.ts";
import { listClosedPlaces } from "./closed-places.ts";
import type { PendingPlacesDeps } from "./pending-places.ts";
import { listReports } from "./pending-reports.ts";
import { listAudit, listDeletedPlaces, type PageRange, pageRange } from "./queue-lists.ts";
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
