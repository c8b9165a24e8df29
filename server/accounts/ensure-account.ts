import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";

/** Account that an operator has asked for. */
export interface EnsuredAccount {
  readonly id: string;
  /** Made just now. */
  readonly isNew: boolean;
}

/**
 * Finds the account of an address for an operator; creates it where it is missing, and enables it
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
 * Ends everything that a stranger can have set up who registered this address before its owner: the
 * password, the codes that set another one, and every session (docs/decisions/013). Ways in by
 * Google stay: Google itself vouched for those. The account's row is locked meanwhile.
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
