import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Context } from "#server/use-case-context.ts";

/** Result for an operator's command. */
export interface EnsuredAccount {
  readonly id: string;
  /** Whether it was created. */
  readonly isNew: boolean;
}

/**
 * Finds the account of an address for an operator; creates it where it is missing, and enables it
 * where it was disabled.
 *
 * @param email as `parseEmailAddress` returns it
 */
export async function ensureAccount(
  { database }: Pick<Context, "database">,
  email: string,
): Promise<EnsuredAccount> {
  const row = await database
    .insertInto("account")
    .values({ id: randomUUID(), email })
    .onConflict((conflict) => conflict.column("email").doUpdateSet({ disabled: false }))
    // A row that this statement has inserted was never updated.
    .returning(["id", sql<boolean>`xmax = 0`.as("is_new")])
    .executeTakeFirstOrThrow();
  return { id: row.id, isNew: row.is_new };
}

/**
 * Ends everything that a stranger can have set up who registered this e-mail address before its owner: the password,
 * the codes that set another one, and every session (docs/decisions/013). Sign-in by Google stays, since Google has
 * verified the address. The account's row is locked meanwhile.
 */
export function dropPassword({ database }: Pick<Context, "database">, accountId: string) {
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
