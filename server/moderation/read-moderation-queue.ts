import {
  type ModerationPart,
  type ModerationQuery,
  moderationPerPage,
} from "#domain/moderation-query.ts";
import type { ModerationQueue } from "#domain/moderation-queue.ts";
import { type Refusal, refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { countQueue } from "./count-queue.ts";
import { listAudit } from "./list-audit.ts";
import { listCorrections } from "./list-corrections.ts";
import { listDeletedPlaces } from "./list-deleted-places.ts";
import { listDisabledAccounts } from "./list-disabled-accounts.ts";
import { listReports } from "./list-reports.ts";
import { listWaitingPlaces, type WaitingDeps } from "./list-waiting-places.ts";
import { pageRange } from "./page-range.ts";

export type ReadQueueResult =
  | { readonly ok: true; readonly queue: ModerationQueue }
  | { readonly ok: false; readonly code: Refusal };

/**
 * What the administrator has to look at: one page of the list that is asked for, or of every one.
 *
 * @param deps.database the one that takes writes: what was just accepted must not wait any more
 */
export async function readModerationQueue(
  deps: WaitingDeps,
  { part, page }: ModerationQuery,
  viewer: Viewer,
): Promise<ReadQueueResult> {
  const code = refusalOf(viewer, "moderate");
  if (code) return { ok: false, code };
  const range = pageRange(page);
  const isWanted = (name: ModerationPart) => part === null || part === name;
  const queue: ModerationQueue = {
    page,
    per_page: moderationPerPage,
    totals: await countQueue(deps),
    ...(isWanted("waiting") && { waiting: await listWaitingPlaces(deps, range, viewer) }),
    ...(isWanted("reports") && { reports: await listReports(deps, range, viewer) }),
    ...(isWanted("corrections") && { corrections: await listCorrections(deps, range, viewer) }),
    ...(isWanted("deleted") && { deleted: await listDeletedPlaces(deps, range) }),
    ...(isWanted("accounts") && { accounts: await listDisabledAccounts(deps, range, viewer) }),
    ...(isWanted("audit") && { audit: await listAudit(deps, range) }),
  };
  return { ok: true, queue };
}
