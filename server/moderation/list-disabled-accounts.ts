import type { ModeratedAccount } from "#domain/moderation-queue.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import type { PageRange } from "./page-range.ts";

/** One page of the accounts that can no longer sign in, by address. */
export async function listDisabledAccounts(
  { database }: { readonly database: Database },
  { offset, limit }: PageRange,
  viewer: Viewer,
): Promise<ModeratedAccount[]> {
  const rows = await database
    .selectFrom("account")
    .select(["id", "email", "disabled"])
    .where("disabled", "=", true)
    .orderBy("email")
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, own: row.id === viewer.userId }));
}
