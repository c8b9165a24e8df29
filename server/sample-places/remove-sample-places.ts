import { sql } from "kysely";
import { restorableSince } from "#domain/moderation/restore-period.ts";
import type { Database } from "#server/database/connect.ts";

/** Time that the rows stay, so that every server learns of the removal before they go for good. */
const graceMs = 10 * 60 * 1000;

/**
 * Takes the sample places off every map and list, for good: they never come back, and their rows go
 * with reviews, confirmations and reports when a server next removes what was deleted long ago,
 * within the hour. Reviews and reports of a made-up toilet are not kept either.
 *
 * @returns number of places that it removed
 */
export function removeSamplePlaces(database: Database, now: Date): Promise<number> {
  const deletedAt = new Date(restorableSince(now).getTime() + graceMs);
  return database.transaction().execute(async (transaction) => {
    await sql`
      insert into sample_removal (at)
      select database_clock() where not exists (select from sample_removal)`.execute(transaction);
    const { numUpdatedRows } = await transaction
      .with("sample", (query) =>
        query
          .selectFrom("place")
          .select("id")
          .where("sample", "=", true)
          .where((where) =>
            where.or([where("deleted_at", "is", null), where("deleted_at", ">", deletedAt)]),
          )
          .orderBy("id")
          .forUpdate(),
      )
      .updateTable("place")
      .set({ deleted_at: deletedAt, deleted_by: null })
      .where("id", "in", (where) => where.selectFrom("sample").select("id"))
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}
