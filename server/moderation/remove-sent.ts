import { sql, type Transaction } from "kysely";
import type { SentCounts } from "#domain/moderation/moderation-queue.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import type { PermissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import {
  type AuditEntry,
  lockAccount,
  lockPlacesOf,
  recordAudit,
  writeAs,
} from "#server/accounts/write-as.ts";
import type { Schema } from "#server/database/schema.ts";
import { takeBackReports } from "#server/feedback/closures.ts";
import { withdrawPending } from "#server/personal-data/delete-account.ts";
import { namesAccount, personalColumns } from "#server/personal-data/personal-data.ts";
import type { Context } from "#server/use-case-context.ts";

export type RemoveSentResult =
  | { readonly ok: true; readonly removed: SentCounts }
  /**
   * `error.forbidden` also for the administrator's own account; `error.notfound` for an unknown
   * account.
   */
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" };

type RemoveSentDeps = Pick<Context, "database" | "now">;

/** Numbers of items that an account has sent and that the administrator can still remove. */
export async function countSent(
  { database }: Pick<Context, "database">,
  accountId: string,
): Promise<SentCounts> {
  const counts = personalColumns.flatMap(({ table, column, removedAs }) => {
    if (!removedAs) return [];
    const { kind, openWhileNull } = removedAs;
    const isOpen = openWhileNull === null ? sql`true` : sql`${sql.ref(openWhileNull)} is null`;
    return sql`
      select ${sql.lit(kind)} as kind, count(*) from ${sql.table(table)}
      where ${namesAccount({ column }, { id: accountId })} and ${isOpen}`;
  });
  const { rows } = await sql<{ counts: SentCounts }>`
    select json_object_agg(kind, total) as counts from (
      select kind, sum(count)::int as total from (${sql.join(counts, sql` union all `)}) as counted
      group by kind
    ) as summed`.execute(database);
  return rows[0].counts;
}

/**
 * Removes everything that an account has sent, for an account that sends spam
 * (docs/product#removal-of-all-that-an-account-sent): places are deleted (and can be restored one by one for
 * `restoreDays`), reviews and confirmations go for good, reports and corrections are resolved, and pending proposals
 * withdrawn. Only the administrator may; the account, each place and each review get a line in the audit trail.
 *
 * @param deps.database database of the primary
 */
export function removeSent(
  { database, now }: RemoveSentDeps,
  accountId: string,
  viewer: Viewer,
): Promise<RemoveSentResult> {
  return writeAs(database, { viewer, permission: "removeSent" }, async (act) => {
    const { transaction, userId } = act;
    if (accountId === userId) return { ok: false, code: "error.forbidden" };
    // The database throws on such a text, and no account has such an id.
    const isThere = isHarmlessText(accountId) && (await lockAccount(transaction, accountId));
    if (!isThere) return { ok: false, code: "error.notfound" };
    await lockPlacesOf(transaction, accountId);
    const removed = await countSent({ database: transaction }, accountId);
    const places = await transaction
      .updateTable("place")
      .set({ deleted_at: now(), deleted_by: userId })
      .where("added_by", "=", accountId)
      .where("deleted_at", "is", null)
      .returning("id")
      .execute();
    const reviews = await transaction
      .deleteFrom("review")
      .where("user_id", "=", accountId)
      .returning("place_id")
      .execute();
    await removeConfirmations(transaction, accountId);
    await takeBackReports(transaction, sql`account_id = ${accountId}`);
    await withdrawPending(transaction, accountId, { at: now(), by: userId });
    const about = (action: AuditEntry["action"], place_id: number) => {
      return { action, place_id, user_id: accountId };
    };
    await recordAudit(
      act,
      { action: "remove-sent", user_id: accountId, detail: removed },
      ...places.map(({ id }) => about("delete-place", id)),
      ...reviews.map(({ place_id }) => about("delete-review", place_id)),
    );
    return { ok: true, removed };
  });
}

/** For places that this account confirmed last, resets the last confirmation to another account's, or to none. */
async function removeConfirmations(
  transaction: Transaction<Schema>,
  accountId: string,
): Promise<void> {
  await sql`
    with removed as (
      delete from confirmation where account_id = ${accountId} returning place_id, at
    )
    update place set last_confirmed = (
      select max(other.at) from confirmation other
      where other.place_id = place.id and other.account_id <> ${accountId}
    )
    from removed where place.id = removed.place_id and place.last_confirmed = removed.at`.execute(
    transaction,
  );
}
