import type { Database } from "#server/database/connect.ts";

/**
 * Ends what a stranger can have set up who registered somebody's address before them: the password,
 * the codes that set another one, and every session (docs/decisions/013). Ways in by Google stay:
 * Google itself vouched for those. The account's row is locked meanwhile.
 */
export function dropPassword({ database }: { database: Database }, accountId: string) {
  return database.transaction().execute(async (transaction): Promise<void> => {
    await transaction
      .selectFrom("account")
      .select("id")
      .where("id", "=", accountId)
      .forUpdate()
      .execute();
    await transaction
      .deleteFrom("sign_in_method")
      .where("account_id", "=", accountId)
      .where("provider", "=", "credential")
      .execute();
    await transaction.deleteFrom("verification").where("value", "=", accountId).execute();
    await transaction.deleteFrom("session").where("account_id", "=", accountId).execute();
  });
}
