import type { Transaction } from "kysely";
import type { AuditAction } from "#domain/moderation/moderation-queue.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { type Permission, type PermissionFailure, permissionFailure } from "./permission.ts";
import type { Viewer } from "./viewer.ts";

/** Open transaction in the name of an account. */
export interface OwnWrite {
  readonly transaction: Transaction<Schema>;
  /** Account that writes; it cannot be deleted until the transaction ends. */
  readonly userId: string;
}

/**
 * Transaction of every write in the name of an account: it refuses a viewer without the permission, and keeps the
 * account from being deleted meanwhile. The account is locked before the rows of the write, so that two writes never
 * wait for each other.
 *
 * @param alone also excludes other writes in this name, for a rule that counts them
 * @returns what the write returns, or why it has not begun: `error.signin` also where the account has just been deleted
 */
export async function writeAs<Result>(
  database: Database,
  { viewer, permission, alone }: { viewer: Viewer; permission: Permission; alone?: boolean },
  write: (given: OwnWrite) => Promise<Result>,
): Promise<Result | { readonly ok: false; readonly code: PermissionFailure }> {
  const failure = permissionFailure(viewer, permission);
  const { userId } = viewer;
  if (failure || userId === null) return { ok: false, code: failure ?? "error.signin" };
  return database.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, userId, { alone })))
      return { ok: false, code: "error.signin" };
    return write({ transaction, userId });
  });
}

/**
 * Keeps an account from being deleted until the transaction ends. Every write in the name of an account does this
 * first, so that nothing is stored in the name of a deleted account.
 *
 * @param alone also excludes other writes in this name, for a rule that counts them
 * @returns false where the account has been deleted
 */
export async function lockAccount(
  transaction: Transaction<Schema>,
  accountId: string,
  { alone = false } = {},
): Promise<boolean> {
  const query = transaction.selectFrom("account").select("id").where("id", "=", accountId);
  const locked = alone ? query.forNoKeyUpdate() : query.forShare();
  return (await locked.executeTakeFirst()) !== undefined;
}

/** Line of the audit trail: an action, and the place or account that it concerns. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly place_id?: number;
  /** Account that the action concerns. */
  readonly user_id?: string | null;
  /** Further details of the action. */
  readonly detail?: object;
}

/** Writes lines in the audit trail, in the transaction of the actions that they record and in the name of the actor. */
export async function recordAudit(
  { transaction, userId }: OwnWrite,
  ...entries: readonly AuditEntry[]
): Promise<void> {
  if (entries.length === 0) return;
  const lines = entries.map(({ detail, ...entry }) => {
    return { ...entry, actor: userId, detail: detail && JSON.stringify(detail) };
  });
  await transaction.insertInto("audit").values(lines).execute();
}
