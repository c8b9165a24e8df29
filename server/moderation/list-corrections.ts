import type { WaitingCorrection } from "#domain/moderation-queue.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { findAccounts } from "./find-accounts.ts";
import type { PageRange } from "./page-range.ts";

/** One page of the corrections of addresses that wait, oldest first. */
export async function listCorrections(
  deps: { readonly database: Database },
  { offset, limit }: PageRange,
  viewer: Viewer,
): Promise<WaitingCorrection[]> {
  const rows = await deps.database
    .selectFrom("correction")
    .select(["id", "account_id", "action", "reason", "longitude", "latitude", "changes"])
    .select(["place_name", "at"])
    .where("resolved_at", "is", null)
    .orderBy("at")
    .orderBy("id")
    .offset(offset)
    .limit(limit)
    .execute();
  const senders = await findAccounts(
    deps,
    rows.map(({ account_id }) => account_id),
    viewer,
  );
  return rows.map(({ account_id, at, ...correction }) => ({
    ...correction,
    at: at.toISOString(),
    sender: (account_id && senders.get(account_id)) || null,
  }));
}
