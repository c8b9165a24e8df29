import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { takeBackReports } from "#server/feedback/closures.ts";
import { dropMailsTo } from "#server/mail/mail-queue.ts";
import { holdPlacesOf } from "./write-as.ts";

/**
 * Removes a person: the account with its sessions, ways to sign in, pending codes and mails, the
 * reviews and the confirmations. The parts that other visitors rely on stay, without the name: places,
 * their history and dates of confirmation, reports, corrections, proposals and the audit trail
 * (docs/product#personal-data).
 *
 * The account's row is locked first. A use case that writes in someone's name locks it too (`for
 * share`), so that nothing is added in the name of a deleted account. The places that change with
 * it are locked next, in the order of their ids, so that two deletions never wait for each other.
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
    await holdPlacesOf(transaction, accountId);
    await transaction.deleteFrom("review").where("user_id", "=", accountId).execute();
    await transaction.deleteFrom("confirmation").where("account_id", "=", accountId).execute();
    // What a member of staff has closed stays: that was the operator's decision.
    const reports = sql<boolean>`account_id = ${accountId} and counted_as <> 'staff'`;
    await takeBackReports(transaction, reports);
    for (const table of ["report", "correction", "review_report"] as const) {
      const rows = transaction.updateTable(table);
      await rows.set({ account_id: null }).where("account_id", "=", accountId).execute();
      await rows.set({ resolved_by: null }).where("resolved_by", "=", accountId).execute();
    }
    // Before the edits: who accepts a proposal holds it, and takes its account for the edit.
    const proposals = transaction.updateTable("place_proposal");
    await proposals.set({ account_id: null }).where("account_id", "=", accountId).execute();
    await proposals.set({ decided_by: null }).where("decided_by", "=", accountId).execute();
    const edits = transaction.updateTable("place_edit");
    await edits.set({ account_id: null }).where("account_id", "=", accountId).execute();
    const places = transaction.updateTable("place");
    await places.set({ added_by: null }).where("added_by", "=", accountId).execute();
    await places.set({ deleted_by: null }).where("deleted_by", "=", accountId).execute();
    const removals = transaction.updateTable("removed_review");
    await removals.set({ account_id: null }).where("account_id", "=", accountId).execute();
    await removals.set({ removed_by: null }).where("removed_by", "=", accountId).execute();
    const audit = transaction.updateTable("audit");
    await audit.set({ actor: null }).where("actor", "=", accountId).execute();
    await audit.set({ user_id: null }).where("user_id", "=", accountId).execute();
    await transaction.deleteFrom("verification").where("value", "=", accountId).execute();
    await dropMailsTo(transaction, account.email);
    await transaction.deleteFrom("account").where("id", "=", accountId).execute();
    return true;
  });
}
