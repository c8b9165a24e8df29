import { sql } from "kysely";
import type { Retention } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import { deleteAccount } from "#server/personal-data/delete-account.ts";
import { personalColumns, settledTables } from "#server/personal-data/personal-data.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Maximum number of accounts that a run removes; the next run removes others. */
const accountsOfRun = 200;

interface RetentionDeps {
  /** Database of the primary, for writes. */
  readonly database: Database;
  readonly now: () => Date;
  readonly retention: Retention;
  readonly administratorUserId: string | null;
}

/**
 * Removes data at the end of its retention time (docs/product#retention): settled reports and corrections, the persons
 * in lines of the audit trail, and accounts that were never confirmed nor used. Data of exactly that age is removed.
 */
export async function removeExpired(deps: RetentionDeps): Promise<void> {
  const { database, now, retention } = deps;
  const since = (days: number) => new Date(now().getTime() - days * dayMs);
  const { reportDays, auditDays, accountDays } = retention;
  if (reportDays !== null) {
    for (const table of settledTables) {
      await database.deleteFrom(table).where("resolved_at", "<=", since(reportDays)).execute();
    }
  }
  if (auditDays !== null) {
    await database
      .updateTable("audit")
      .set({ actor: null, user_id: null })
      .where("at", "<=", since(auditDays))
      .where(({ or, eb }) => or([eb("actor", "is not", null), eb("user_id", "is not", null)]))
      .execute();
  }
  if (accountDays !== null) {
    for (const id of await findUnusedAccounts(deps, since(accountDays))) {
      await deleteAccount({ database }, id);
    }
  }
}

/** Conditions on an account without contributions. */
const hasSentNothing = personalColumns
  .filter(({ role }) => role === "sender")
  .map(
    ({ table, column }) =>
      sql`not exists (select from ${sql.table(table)} where ${sql.ref(column)} = account.id)`,
  );

/** Ids of accounts that were registered by an instant and never confirmed nor used. */
async function findUnusedAccounts(
  { database, administratorUserId }: RetentionDeps,
  registeredBy: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account
    where not email_verified and created_at <= ${registeredBy}
      and not disabled and moderator_since is null
      and id is distinct from ${administratorUserId}
      and not exists (
        select from session where account_id = account.id and expires_at > statement_clock()
      )
      and not exists (
        select from moved_in
        where account_id = account.id and kind = 'account' and at > ${registeredBy}
      )
      and ${sql.join(hasSentNothing, sql` and `)}
    order by created_at
    limit ${accountsOfRun}`.execute(database);
  return rows.map(({ id }) => id);
}
