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

/**
 * Locks the places that an account reviewed, confirmed, added or deleted, in the order of their ids, as
 * every write does that locks several: of two such writes one waits for the other, and never both. Each
 * of the four has its index; asked for together, they would be looked for in the whole table.
 */
export async function holdPlacesOf(
  transaction: Transaction<Schema>,
  accountId: string,
): Promise<void> {
  await transaction
    .selectFrom("place")
    .select("id")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("review")
        .select("place_id as id")
        .where("user_id", "=", accountId)
        .union(
          selectFrom("confirmation").select("place_id as id").where("account_id", "=", accountId),
        )
        .union(selectFrom("place").select("id").where("added_by", "=", accountId))
        .union(selectFrom("place").select("id").where("deleted_by", "=", accountId)),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}
