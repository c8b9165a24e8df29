import { sql } from "kysely";
import { lockPlacesOf } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";
import { takeBackReports } from "#server/feedback/closures.ts";
import { namesAccount, type PersonalColumn, personalColumns } from "./personal-data.ts";

/**
 * Removes a person, as {@link personalData} defines for each table: the account with its sessions, ways to sign in,
 * pending codes and mails, the reviews and the confirmations. The data that other visitors rely on stays, without the
 * name: places, their history and dates of confirmation, reports, corrections, proposals and the audit trail
 * (docs/product#personal-data).
 *
 * The account's row is locked first. A use case that writes in an account's name locks it too (`for share`), so that
 * nothing is added in the name of a deleted account. The places that change with it are locked next, in the order of
 * their ids, so that two deletions never deadlock.
 *
 * @returns whether there was such an account
 */
export function deleteAccount({ database }: { database: Database }, accountId: string) {
  return database.transaction().execute(async (transaction): Promise<boolean> => {
    const account = await transaction
      .selectFrom("account")
      .select("email")
      .where("id", "=", accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return false;
    await lockPlacesOf(transaction, accountId);
    for (const found of columnsWith("delete")) {
      if (found.table === "account") continue;
      const condition = namesAccount(found, { id: accountId, ...account });
      await sql`delete from ${sql.table(found.table)} where ${condition}`.execute(transaction);
    }
    // Closures by a member of staff stay: they were the operator's decision.
    const reports = sql<boolean>`account_id = ${accountId} and counted_as <> 'staff'`;
    await takeBackReports(transaction, reports);
    for (const found of columnsWith("clear")) {
      const condition = namesAccount(found, { id: accountId });
      await sql`
        update ${sql.table(found.table)} set ${sql.ref(found.column)} = null
        where ${condition}`.execute(transaction);
    }
    await transaction.deleteFrom("account").where("id", "=", accountId).execute();
    return true;
  });
}

function columnsWith(onDeletion: PersonalColumn["onDeletion"]) {
  return personalColumns.filter((column) => column.onDeletion === onDeletion);
}
