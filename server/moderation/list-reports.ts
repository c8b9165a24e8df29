import type { WaitingReport } from "#domain/moderation-queue.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { findAccounts } from "./find-accounts.ts";
import { findPlaces } from "./find-places.ts";
import type { PageRange } from "./page-range.ts";

/** One page of the reports that wait, oldest first. Those on deleted places wait no more. */
export async function listReports(
  deps: { readonly database: Database; readonly now: () => Date },
  { offset, limit }: PageRange,
  viewer: Viewer,
): Promise<WaitingReport[]> {
  const rows = await waitingReports(deps.database)
    .select(["report.id as report_id", "report.account_id", "reason", "text", "at"])
    .select("place.id as place_id")
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
  const places = await findPlaces(
    deps,
    rows.map(({ place_id }) => place_id),
    viewer,
  );
  return rows.flatMap(({ report_id, place_id, account_id, reason, text, at }) => {
    const place = places.get(place_id);
    // Deleted since the rows were read.
    if (!place) return [];
    const sender = (account_id && senders.get(account_id)) || null;
    return [{ id: report_id, place, reason, text, at: at.toISOString(), sender }];
  });
}

/** The reports that nobody has resolved, on places that are still there. */
function waitingReports(database: Database) {
  return database
    .selectFrom("report")
    .innerJoin("place", "place.id", "report.place_id")
    .where("resolved_at", "is", null)
    .where("deleted_at", "is", null);
}
