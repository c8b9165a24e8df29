import { type RawBuilder, sql, type Transaction } from "kysely";
import { addLimitWindowMs, namingLimit } from "#domain/account/daily-limits.ts";
import type { Schema } from "#server/database/schema.ts";
import { doubtByPendingReports, takeBackReports } from "#server/feedback/closures.ts";
import { countOfDay } from "#server/rate-limits/day-marks.ts";
import type { Context } from "#server/use-case-context.ts";
import {
  namesAccount,
  type PersonalColumn,
  personalColumns,
  settledTables,
} from "./personal-data.ts";

/**
 * Removes a person, as {@link personalData} defines for each table: the account with its sessions, ways to sign in,
 * pending codes and mails, the reviews and the confirmations. What waits for staff is withdrawn. The data that other
 * visitors rely on stays, without the name: places, their history and dates of confirmation, reports, corrections,
 * proposals and the audit trail (docs/product#personal-data). The limits of the day go on by a digest of the address.
 *
 * The account's row is locked first. A use case that writes in an account's name locks it too (`for share`), so that
 * nothing is added in the name of a deleted account. The places that change with it are locked next, in the order of
 * their ids, so that two deletions never deadlock.
 *
 * @param sayFarewell called at the end of the transaction with the address of the deleted account
 * @returns whether there was such an account
 */
export function deleteAccount(
  { database }: Pick<Context, "database">,
  accountId: string,
  sayFarewell?: (transaction: Transaction<Schema>, email: string) => Promise<void>,
) {
  return database.transaction().execute(async (transaction): Promise<boolean> => {
    const account = await transaction
      .selectFrom("account")
      .select("email")
      .where("id", "=", accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return false;
    await lockPlacesOf(transaction, accountId);
    await keepCounts(transaction, accountId);
    for (const found of columnsWith("delete")) {
      if (found.table === "account") continue;
      const condition = namesAccount(found, { id: accountId, ...account });
      await sql`delete from ${sql.table(found.table)} where ${condition}`.execute(transaction);
    }
    // Closures by a member of staff stay: they were the operator's decision.
    const reports = sql<boolean>`account_id = ${accountId} and counted_as <> 'staff'`;
    await takeBackReports(transaction, reports);
    await withdrawPending(transaction, accountId, { at: sql`statement_clock()`, by: null });
    await transaction
      .updateTable("place")
      .set({ deleted_at: sql`statement_clock()` })
      .where("added_by", "=", accountId)
      .where("accepted", "=", false)
      .where("deleted_at", "is", null)
      .execute();
    for (const found of columnsWith("clear")) {
      const condition = namesAccount(found, { id: accountId });
      await sql`
        update ${sql.table(found.table)} set ${sql.ref(found.column)} = null
        where ${condition}`.execute(transaction);
    }
    await transaction.deleteFrom("account").where("id", "=", accountId).execute();
    await sayFarewell?.(transaction, account.email);
    return true;
  });
}

/**
 * Locks the places that change when what an account sent goes, in the order of their ids, as every write does, so that
 * there is no deadlock. A query for each column, since each uses an index; one with all conditions would read the whole
 * table.
 */
export async function lockPlacesOf(
  transaction: Transaction<Schema>,
  accountId: string,
): Promise<void> {
  const places = personalColumns.flatMap(({ changedPlaces, ...found }) => {
    if (!changedPlaces) return [];
    const { id, where = sql`true` } = changedPlaces;
    return sql`select ${sql.ref(id)} from ${sql.table(found.table)}
      where ${namesAccount(found, { id: accountId })} and ${where}`;
  });
  await sql`
    select from place where id in (${sql.join(places, sql` union `)})
    order by id for no key update`.execute(transaction);
}

/**
 * Withdraws the reports, corrections and proposals of an account that wait for staff.
 *
 * @param by null where its owner does so by deleting it
 */
export async function withdrawPending(
  transaction: Transaction<Schema>,
  accountId: string,
  { at, by }: { readonly at: Date | RawBuilder<Date>; readonly by: string | null },
): Promise<void> {
  const reports = await transaction
    .selectFrom("report")
    .select("place_id")
    .where("account_id", "=", accountId)
    .where("resolved_at", "is", null)
    .execute();
  for (const table of settledTables) {
    await transaction
      .updateTable(table)
      .set({ resolved_at: at, resolved_by: by })
      .$if(table === "review_report", (update) => update.set({ said: null }))
      .where("account_id", "=", accountId)
      .where("resolved_at", "is", null)
      .execute();
  }
  await doubtByPendingReports(
    transaction,
    reports.map(({ place_id }) => place_id),
  );
  await transaction
    .updateTable("place_proposal")
    .set({ outcome: "withdrawn", decided_at: at, decided_by: by })
    .where("account_id", "=", accountId)
    .where("outcome", "is", null)
    .execute();
}

/** Rows that the limits of 24 hours count: their kind, table, and columns of account and time. */
const countedRows = [
  ["places", "place", "added_by", "added"],
  ["reports", "report", "account_id", "at"],
  ["corrections", "correction", "account_id", "at"],
] as const;

/**
 * Keeps the numbers that the limits of 24 hours count, for the rest of the day (docs/decisions/030); after a refuted
 * report none is left of those that hide a text.
 */
async function keepCounts(transaction: Transaction<Schema>, accountId: string): Promise<void> {
  for (const [kind, table, account, at] of countedRows) {
    const { rows } = await sql<{ sent: number }>`
      select count(*)::int as sent from ${sql.table(table)}
      where ${sql.ref(account)} = ${accountId}
        and ${sql.ref(at)} > statement_clock() - make_interval(secs => ${addLimitWindowMs / 1000})`.execute(
      transaction,
    );
    if (rows[0].sent > 0) await countOfDay(transaction, accountId, kind, rows[0].sent);
  }
  const refuted = await transaction
    .selectFrom("review_report")
    .select("id")
    .where("account_id", "=", accountId)
    .where("refuted", "=", true)
    .executeTakeFirst();
  if (refuted) await countOfDay(transaction, accountId, "namings", namingLimit);
}

function columnsWith(onDeletion: PersonalColumn["onDeletion"]) {
  return personalColumns.filter((column) => column.onDeletion === onDeletion);
}
