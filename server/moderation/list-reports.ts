import type { WaitingReport } from "#domain/moderation-queue.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { findAccounts } from "./find-accounts.ts";
import type { PageRange } from "./page-range.ts";
import { toNamedPlace } from "./to-named-place.ts";

/** One page of the reports that wait, oldest first. Those on deleted places wait no more. */
export async function listReports(
  deps: { readonly database: Database },
  { offset, limit }: PageRange,
  viewer: Viewer,
): Promise<WaitingReport[]> {
  const rows = await waitingReports(deps.database)
    .select(["report.id as report_id", "report.account_id", "reason", "text", "at"])
    .select(["place.id", "country", "city", "address", "comments", "accepted"])
    .orderBy("at")
    .orderBy("report.id")
    .offset(offset)
    .limit(limit)
    .execute();
  const senders = await findAccounts(
    deps,
    rows.map(({ account_id }) => account_id),
    viewer,
  );
  return rows.map((row) => ({
    id: row.report_id,
    place: toNamedPlace(row),
    reason: row.reason,
    text: row.text,
    at: row.at.toISOString(),
    sender: (row.account_id && senders.get(row.account_id)) || null,
  }));
}

/** The reports that nobody has resolved, on places that are still there. */
function waitingReports(database: Database) {
  return database
    .selectFrom("report")
    .innerJoin("place", "place.id", "report.place_id")
    .where("resolved_at", "is", null)
    .where("deleted_at", "is", null);
}
