import type { Transaction } from "kysely";
import type { AuditAction } from "#domain/moderation/moderation-queue.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { type Capability, type Refusal, refusalOf } from "./permission.ts";
import type { Viewer } from "./viewer.ts";

/** A write in someone's name, while it is under way. */
export interface OwnWrite {
  readonly transaction: Transaction<Schema>;
  /** Whose name it is in; the account stays until the transaction ends. */
  readonly userId: string;
}

/**
 * The frame of every write in someone's name: who may not is refused, and who may keeps their account
 * until the one transaction that the write happens in has ended. The account is locked before
 * anything that the write locks, so that nobody waits for each other.
 *
 * @param database the one that takes writes
 * @param alone also keeps other writes in this name waiting, for a rule that counts them
 * @returns what the write returns, or why it never began: `error.signin` also where the account has
 * just been deleted
 */
export async function writeAs<Result>(
  database: Database,
  { viewer, capability, alone }: { viewer: Viewer; capability: Capability; alone?: boolean },
  write: (given: OwnWrite) => Promise<Result>,
): Promise<Result | { readonly ok: false; readonly code: Refusal }> {
  const refusal = refusalOf(viewer, capability);
  const { userId } = viewer;
  if (refusal || userId === null) return { ok: false, code: refusal ?? "error.signin" };
  return database.transaction().execute(async (transaction) => {
    if (!(await holdAccount(transaction, userId, { alone })))
      return { ok: false, code: "error.signin" };
    return write({ transaction, userId });
  });
}

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

/** What was done, and to what. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly place_id?: number;
  /** Account that it was done to or about. */
  readonly user_id?: string | null;
  /** What else there is to know of it. */
  readonly detail?: object;
}

/** Writes lines in the audit trail, in the transaction of what they speak of and in the name of who did it. */
export async function noteInAudit(
  { transaction, userId }: OwnWrite,
  ...entries: readonly AuditEntry[]
): Promise<void> {
  if (entries.length === 0) return;
  const lines = entries.map(({ detail, ...entry }) => {
    return { ...entry, actor: userId, detail: detail && JSON.stringify(detail) };
  });
  await transaction.insertInto("audit").values(lines).execute();
}
