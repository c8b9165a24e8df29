import { canUndo, undoMinutes } from "#domain/moderation/decision.ts";
import type { Database } from "#server/database/connect.ts";
import { lockAccount, type OwnWrite } from "./write-as.ts";

interface UndoDeps {
  readonly database: Database;
  readonly now: () => Date;
}

interface UndoableDecision {
  /** Its name, also in the queue of mails. */
  readonly decision: string;
  /** Account whose contributions it removes; null where there is none. Its deletion removes the copy. */
  readonly accountId: string | null;
  readonly at: Date;
}

/** Keeps what a decision removes for good, until it cannot be undone any more (docs/decisions/062). */
export async function keepForUndo(
  { transaction, userId }: OwnWrite,
  { decision, accountId, at }: UndoableDecision,
  content: object,
): Promise<void> {
  const copy = { account_id: accountId, decided_by: userId, at, content: JSON.stringify(content) };
  await transaction
    .insertInto("undo_copy")
    .values({ decision, ...copy })
    .onConflict((conflict) => conflict.column("decision").doUpdateSet(copy))
    .execute();
}

/**
 * Takes away the copy of a decision that is to be undone.
 *
 * @returns null where the viewer has not made the decision in the last `undoMinutes`
 */
export async function takeForUndo<Content>(
  { transaction, userId }: OwnWrite,
  decision: string,
  now: Date,
): Promise<{ readonly content: Content; readonly at: Date } | null> {
  const found = await transaction
    .selectFrom("undo_copy")
    .select("account_id")
    .where("decision", "=", decision)
    .executeTakeFirst();
  // Its deletion would remove the copy: the account first, as every write locks them.
  if (found?.account_id) await lockAccount(transaction, found.account_id);
  const copy = await transaction
    .deleteFrom("undo_copy")
    .where("decision", "=", decision)
    .where("decided_by", "=", userId)
    .returning(["content", "at"])
    .executeTakeFirst();
  if (!copy || !canUndo(copy.at, now)) return null;
  return { content: copy.content as Content, at: copy.at };
}

/** Removes the copies for decisions that cannot be undone any more. */
export async function forgetUndone({ database, now }: UndoDeps): Promise<void> {
  const since = new Date(now().getTime() - undoMinutes * 60_000);
  await database.deleteFrom("undo_copy").where("at", "<=", since).execute();
}
