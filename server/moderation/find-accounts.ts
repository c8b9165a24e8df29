import { sql } from "kysely";
import type { ModeratedAccount } from "#domain/moderation-queue.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";

/** Those of the accounts that exist, by their ids. */
export async function findAccounts(
  { database }: { readonly database: Database },
  ids: readonly (string | null)[],
  viewer: Viewer,
): Promise<Map<string, ModeratedAccount>> {
  const distinct = [...new Set(ids.filter((id) => id !== null))];
  if (distinct.length === 0) return new Map();
  const rows = await database
    .selectFrom("account")
    .select(["id", "email", "disabled"])
    .where("id", "=", sql<string>`any(${distinct}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, { ...row, own: row.id === viewer.userId }]));
}
