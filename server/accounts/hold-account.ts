import type { Transaction } from "kysely";
import type { Schema } from "#server/database/schema.ts";

/**
 * Keeps an account from being deleted until the transaction ends: the first thing that a write in
 * someone's name does, so that nothing is left in the name of someone who is already gone.
 *
 * @param alone also keeps other writes in this name waiting, for a rule that counts them
 * @returns false where there is no such account any more
 */
export async function holdAccount(
  transaction: Transaction<Schema>,
  accountId: string,
  { alone = false } = {},
): Promise<boolean> {
  const query = transaction.selectFrom("account").select("id").where("id", "=", accountId);
  const held = alone ? query.forNoKeyUpdate() : query.forShare();
  return (await held.executeTakeFirst()) !== undefined;
}
