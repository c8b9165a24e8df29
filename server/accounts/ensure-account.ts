import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";

/** An account as an operator meets it. */
export interface EnsuredAccount {
  readonly id: string;
  /** Made just now. */
  readonly isNew: boolean;
}

/**
 * The account of an address for an operator to build on: made where there is none, enabled again
 * where it was disabled.
 *
 * @param email as `parseEmailAddress` returns it
 */
export async function ensureAccount(
  { database }: { database: Database },
  email: string,
): Promise<EnsuredAccount> {
  const row = await database
    .insertInto("account")
    .values({ id: randomUUID(), email })
    .onConflict((conflict) => conflict.column("email").doUpdateSet({ disabled: false }))
    // A row that this statement has made, and not found, was never updated.
    .returning(["id", sql<boolean>`xmax = 0`.as("is_new")])
    .executeTakeFirstOrThrow();
  return { id: row.id, isNew: row.is_new };
}

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
