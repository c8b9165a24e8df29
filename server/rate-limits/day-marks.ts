import { createHmac, randomBytes } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";

/** Digest, by the key of the day, of who did what. */
export type DayMark = (...what: readonly (string | number)[]) => Buffer;

/**
 * Digests of the day (UTC) for one client or e-mail address (docs/decisions/030). Where the day has no key yet, it gets
 * one.
 */
export async function marksOfDay(transaction: Transaction<Schema>, who: string): Promise<DayMark> {
  const select = transaction.selectFrom("visitor_key").select("key");
  let found = await select.executeTakeFirst();
  if (!found) {
    const day = sql<string>`(statement_clock() at time zone 'utc')::date`;
    await insertKey(transaction, day);
    found = await select.executeTakeFirstOrThrow();
  }
  return markBy(found.key, who);
}

function markBy(key: Buffer, who: string): DayMark {
  return (...what) =>
    createHmac("sha256", key)
      .update(JSON.stringify([who, ...what]))
      .digest();
}

/** Whether the mark is new. */
export async function addMark(transaction: Transaction<Schema>, mark: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("visitor_mark")
    .values({ mark })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows !== 0n;
}

/** Adds to the mark's number of times, and returns that. */
export async function countMark(
  transaction: Transaction<Schema>,
  mark: Buffer,
  by = 1,
): Promise<number> {
  const { times } = await transaction
    .insertInto("visitor_mark")
    .values({ mark, times: by })
    .onConflict((conflict) =>
      conflict.column("mark").doUpdateSet({
        times: sql<number>`visitor_mark.times + excluded.times`,
      }),
    )
    .returning("times")
    .executeTakeFirstOrThrow();
  return times;
}

/** Kinds of contributions that are counted by day and e-mail address, and go on after the account's deletion. */
type CountedKind =
  | ("places" | "reports" | "corrections" | "reviews" | "texts" | "confirmations")
  | ("namings" | "observations");

/**
 * Adds to the number of contributions of a kind today by an account's e-mail address, and returns it. The number stays
 * when the account is deleted, so that who registers the address again goes on with it.
 */
export async function countOfDay(
  transaction: Transaction<Schema>,
  accountId: string,
  kind: CountedKind,
  by = 1,
): Promise<number> {
  const account = await transaction
    .selectFrom("account")
    .select("email")
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (!account) return 0;
  const mark = (await marksOfDay(transaction, account.email))(kind);
  return countMark(transaction, mark, by);
}

/** The number of {@link countOfDay}; writes nothing. */
export async function readCountOfDay(
  database: Database,
  accountId: string,
  kind: CountedKind,
): Promise<number> {
  const found = await database
    .selectFrom("account")
    .innerJoin("visitor_key", (join) => join.onTrue())
    .select(["email", "key"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (!found) return 0;
  const counted = await database
    .selectFrom("visitor_mark")
    .select("times")
    .where("mark", "=", markBy(found.key, found.email)(kind))
    .executeTakeFirst();
  return counted?.times ?? 0;
}

/** Ensures that a key of the day exists, or of a later one where the clock of another process is ahead. */
export async function beginDay(database: Database, day: string): Promise<void> {
  const current = database.selectFrom("visitor_key").select("day").where("day", ">=", day);
  if (await current.executeTakeFirst()) return;
  await endDaysBefore(database, day);
  await insertKey(database, day);
}

/** Removes the keys of earlier days, and all digests made with them, for good. */
export async function endDaysBefore(database: Database, day: string): Promise<void> {
  const old = (query: Database | Transaction<Schema>) =>
    query.selectFrom("visitor_key").select("day").where("day", "<", day).executeTakeFirst();
  if (!(await old(database))) return;
  await database.transaction().execute(async (transaction) => {
    // One process at a time, so that none clears the marks of another one's new day.
    await sql`lock table visitor_key, visitor_mark in access exclusive mode`.execute(transaction);
    if (!(await old(transaction))) return;
    // Truncated, since deleted rows stay in the file until a vacuum.
    await sql`truncate visitor_key, visitor_mark`.execute(transaction);
    await sql`update observation set mark = null where mark is not null`.execute(transaction);
  });
}

async function insertKey(database: Database, day: string | ReturnType<typeof sql<string>>) {
  await database
    .insertInto("visitor_key")
    .values({ day, key: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
