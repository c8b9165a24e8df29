import type { Transaction } from "kysely";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { holdAccount } from "./hold-account.ts";
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
