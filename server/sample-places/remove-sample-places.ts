import { restorableSince } from "#domain/moderation/restore-period.ts";
import type { Database } from "#server/database/connect.ts";

/** How long the rows stay, for every server to hear of it before they go for good. */
const graceMs = 10 * 60 * 1000;

/**
 * Takes the sample places off every map and list, for good: they never come back, and their rows go
 * with reviews, confirmations and reports when a server next removes what was deleted long ago, within
 * the hour. What people have said about a toilet that was made up is not kept either.
 *
 * @returns how many places it took
 */
export function removeSamplePlaces(database: Database, now: Date): Promise<number> {
  const deletedAt = new Date(restorableSince(now).getTime() + graceMs);
  return database.transaction().execute(async (transaction) => {
    await transaction.insertInto("sample_removal").defaultValues().execute();
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
