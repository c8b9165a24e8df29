import { sql } from "kysely";
import { addLimit, addLimitWindowMs } from "#domain/add-limit.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";

/**
 * How many places the viewer may still add now; null without a limit, for the administrator. Places
 * that were deleted since count too (docs/product#add-limit).
 */
export async function countAddsLeft(
  { database }: { database: Database },
  viewer: Viewer,
): Promise<number | null> {
  if (refusalOf(viewer, "addPlace") !== null) return 0;
  if (viewer.isAdministrator) return null;
  const { added } = await database
    .selectFrom("place")
    .select(sql<number>`count(*)`.as("added"))
    .where("added_by", "=", viewer.userId)
    .where(
      "added",
      ">",
      sql<Date>`statement_timestamp() - make_interval(secs => ${addLimitWindowMs / 1000})`,
    )
    .executeTakeFirstOrThrow();
  return Math.max(0, addLimit - added);
}
