import { sql } from "kysely";
import type { AuditAction } from "#domain/audit-action.ts";
import { restorableSince } from "#domain/restore-period.ts";
import type { Database } from "#server/database/connect.ts";

interface PurgeDeps {
  readonly database: Database;
  readonly now: () => Date;
}

/**
 * Removes for good, with reviews and reports, the places that were deleted more than `restoreDays`
 * ago; each leaves a line in the audit trail. They are locked in the order of their ids, as everyone
 * does who locks several, so that nobody waits for each other.
 */
export async function purgeDeletedPlaces({ database, now }: PurgeDeps): Promise<void> {
  await database
    .with("due", (query) =>
      query
        .selectFrom("place")
        .select("id")
        .where("deleted_at", "<", restorableSince(now()))
        .orderBy("id")
        .forUpdate(),
    )
    .with("purged", (query) =>
      query
        .deleteFrom("place")
        .where("id", "in", (where) => where.selectFrom("due").select("id"))
        .returning("id"),
    )
    .insertInto("audit")
    .columns(["action", "place_id"])
    .expression((query) =>
      query
        .selectFrom("purged")
        .select([sql.lit("purge-place" satisfies AuditAction).as("action"), "id"]),
    )
    .execute();
}
