import type { DeletedPlace } from "#domain/moderation-queue.ts";
import { restorableSince, restoreDaysLeft } from "#domain/restore-period.ts";
import type { Database } from "#server/database/connect.ts";
import type { PageRange } from "./page-range.ts";
import { toNamedPlace } from "./to-named-place.ts";

/** One page of the places that can be restored, last deleted first. */
export async function listDeletedPlaces(
  { database, now }: { readonly database: Database; readonly now: () => Date },
  { offset, limit }: PageRange,
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
  return rows.flatMap(({ deleted_at, deleted_by_email, ...place }) =>
    deleted_at === null
      ? []
      : {
          ...toNamedPlace(place),
          deleted_at: deleted_at.toISOString(),
          deleted_by_email,
          days_left: restoreDaysLeft(deleted_at, instant),
        },
  );
}
