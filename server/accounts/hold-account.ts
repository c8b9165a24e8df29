import type { Transaction } from "kysely";
import type { Schema } from "#server/database/schema.ts";

/**
 * Keeps an account from being deleted until the transaction ends: the first thing that a write in
 * someone's name does, so that nothing is left in the name of someone who is already gone.
 *
 * @returns false where there is no such account any more
 */
export async function holdAccount(
  transaction: Transaction<Schema>,
  accountId: string,
): Promise<boolean> {
  const account = await transaction
    .selectFrom("account")
    .select("id")
    .where("id", "=", accountId)
    .forShare()
    .executeTakeFirst();
  return account !== undefined;
}
