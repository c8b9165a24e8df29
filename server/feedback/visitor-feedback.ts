import { createHmac, randomBytes } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { visitorConfirmationLimit, visitorReportLimit } from "#domain/account/daily-limits.ts";
import type { Report } from "#domain/feedback/report.ts";
import { localDateAt } from "#domain/opening/local-time.ts";
import { type RequestClient, visitor } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { type PlaceRow, selectPlaces } from "#server/places/place-row.ts";
import { clientKey } from "#server/rate-limits/client-key.ts";
import { applyReport, lastReportedClosed, openByConfirmation } from "./closures.ts";

export interface VisitorFeedbackDeps {
  /** Database of the primary, for writes. */
  readonly database: Database;
  readonly now: () => Date;
  /** Whether the reports of an IP address are limited by day (`RATE_LIMITS`). */
  readonly isLimited: boolean;
}

/** Place and client of a visitor's write. */
interface Visit {
  readonly placeId: number;
  readonly client: Pick<RequestClient, "clientAddress">;
}

interface Unfound {
  readonly ok: false;
  readonly code: "error.notfound";
}

export type VisitorConfirmation =
  | { readonly ok: true; readonly lastConfirmed: Date | null; readonly visitorConfirmed: Date }
  | { readonly ok: false; readonly code: "error.notfound" | "error.limit" };

/**
 * Counts a confirmation by a visitor without an account (docs/product#confirmation). It leaves `last_confirmed` as it
 * is, and counts once for each IP address, place and day (UTC), and once more where the place has been reported closed
 * since. `error.limit` beyond `visitorConfirmationLimit` a day.
 */
export function confirmAsVisitor(
  deps: VisitorFeedbackDeps,
  visit: Visit,
): Promise<VisitorConfirmation> {
  return writeAsVisitor<VisitorConfirmation>(deps, visit, async ({ transaction, place, mark }) => {
    const at = deps.now();
    const { last_confirmed: lastConfirmed, visitor_confirmed } = place;
    const since = (await lastReportedClosed(transaction, place, at))?.getTime();
    const count = await countOnce(
      deps,
      { transaction, mark },
      {
        limit: visitorConfirmationLimit,
        all: "confirmations",
        what: ["confirmation", place.id, ...(since ? [since] : [])],
      },
    );
    if (count === "limit") return { ok: false, code: "error.limit" };
    if (count === "repeated") {
      return { ok: true, lastConfirmed, visitorConfirmed: visitor_confirmed ?? at };
    }
    await openByConfirmation({ transaction, place, by: "visitor", at });
    await transaction
      .updateTable("place")
      .set({
        visitor_confirmed: sql<Date>`greatest(visitor_confirmed, ${at})`,
        visitor_confirmations: sql<number>`visitor_confirmations + 1`,
      })
      .where("id", "=", place.id)
      .execute();
    return { ok: true, lastConfirmed, visitorConfirmed: at };
  });
}

export type VisitorReport =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: "error.notfound" | "error.limit" };

/**
 * Stores a report by a visitor without an account (docs/product#report). It counts once for each IP address, place and
 * day (UTC); a second one that day changes nothing. `error.limit` beyond `visitorReportLimit` places a day.
 */
export function reportAsVisitor(
  deps: VisitorFeedbackDeps,
  visit: Visit,
  report: Report,
): Promise<VisitorReport> {
  return writeAsVisitor<VisitorReport>(deps, visit, async (write) => {
    const { transaction, place } = write;
    const count = await countReport(deps, write, "report", place.id);
    if (count === "limit") return { ok: false, code: "error.limit" };
    if (count === "repeated") return { ok: true };
    const at = deps.now();
    const on_day = localDateAt(at, place.time_zone);
    const { id: reportId } = await transaction
      .insertInto("report")
      .values({
        ...{ place_id: place.id, account_id: null, by_visitor: true, on_day, at },
        ...{ reason: report.reason, text: report.text, opens_on: report.opens_on },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await applyReport({ transaction, place, by: "visitor", at, reportId }, report);
    return { ok: true };
  });
}

/**
 * Counts a report of a visitor's IP address: whether it is the day's first on its subject, and within
 * `visitorReportLimit`.
 *
 * @param what kind and id of the subject
 */
export function countReport(
  deps: Pick<VisitorFeedbackDeps, "isLimited">,
  write: Pick<VisitorWrite, "transaction" | "mark">,
  ...what: readonly [kind: string, id: number]
): Promise<Count> {
  return countOnce(deps, write, { limit: visitorReportLimit, all: "reports", what });
}

type Count = "counted" | "repeated" | "limit";

interface Counted {
  /** Maximum number of a day. */
  readonly limit: number;
  /** Name of the counter. */
  readonly all: string;
  /** Content, which counts once. */
  readonly what: readonly (string | number)[];
}

async function countOnce(
  { isLimited }: Pick<VisitorFeedbackDeps, "isLimited">,
  { transaction, mark }: Pick<VisitorWrite, "transaction" | "mark">,
  { limit, all, what }: Counted,
): Promise<Count> {
  const digest = mark(...what);
  if (!(await addMark(transaction, digest))) return "repeated";
  const times = await countMark(transaction, mark(all));
  if (!isLimited || times <= limit) return "counted";
  await transaction.deleteFrom("visitor_mark").where("mark", "=", digest).execute();
  return "limit";
}

interface VisitorWrite {
  readonly transaction: Transaction<Schema>;
  readonly place: PlaceRow;
  /** Digest of an action of the visitor's IP address, with the key of the day. */
  readonly mark: (...what: readonly (string | number)[]) => Buffer;
}

/** Write of a visitor without an account about a public place, in one transaction. */
export async function writeAsVisitor<Done>(
  { database, now }: VisitorFeedbackDeps,
  { placeId, client }: Visit,
  write: (given: VisitorWrite) => Promise<Done | Unfound>,
): Promise<Done | Unfound> {
  const clientId = clientKey(client.clientAddress);
  const day = dayOf(now());
  for (;;) {
    await renewKey(database, day);
    const done = await database.transaction().execute(async (transaction) => {
      const dayKey = await transaction.selectFrom("visitor_key").select("key").executeTakeFirst();
      // Another process has just begun its day, and its key is not stored yet.
      if (!dayKey) return null;
      const [place] = await selectPlaces(transaction, [placeId], visitor);
      if (!place) return { ok: false, code: "error.notfound" } as const;
      const mark: VisitorWrite["mark"] = (...what) =>
        createHmac("sha256", dayKey.key)
          .update(JSON.stringify([clientId, ...what]))
          .digest();
      return write({ transaction, place, mark });
    });
    if (done !== null) return done;
  }
}

/**
 * Ends the days before that of `now`: removes their key and all digests made with it for good. Each process does it at
 * midnight (UTC), and a visitor's write does it before.
 */
export async function forgetVisitors({
  database,
  now,
}: Pick<VisitorFeedbackDeps, "database" | "now">): Promise<void> {
  await endDaysBefore(database, dayOf(now()));
}

/** Ensures that a key of the day exists, or of a later one where the clock of another process is ahead. */
async function renewKey(database: Database, day: string): Promise<void> {
  const current = database.selectFrom("visitor_key").select("day").where("day", ">=", day);
  if (await current.executeTakeFirst()) return;
  await endDaysBefore(database, day);
  await database
    .insertInto("visitor_key")
    .values({ day, key: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function endDaysBefore(database: Database, day: string): Promise<void> {
  const old = (query: Database | Transaction<Schema>) =>
    query.selectFrom("visitor_key").select("day").where("day", "<", day).executeTakeFirst();
  if (!(await old(database))) return;
  await database.transaction().execute(async (transaction) => {
    // One process at a time, so that none clears the marks of another one's new day.
    await sql`lock table visitor_key, visitor_mark in access exclusive mode`.execute(transaction);
    if (!(await old(transaction))) return;
    // Truncated, since deleted rows stay in the file until a vacuum.
    await sql`truncate visitor_key, visitor_mark`.execute(transaction);
  });
}

/** ISO 8601 date, UTC. */
function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Whether the mark is new. */
async function addMark(transaction: Transaction<Schema>, mark: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("visitor_mark")
    .values({ mark })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows !== 0n;
}

/** Adds one to the mark's number of times, and returns that. */
async function countMark(transaction: Transaction<Schema>, mark: Buffer): Promise<number> {
  const { times } = await transaction
    .insertInto("visitor_mark")
    .values({ mark })
    .onConflict((conflict) =>
      conflict.column("mark").doUpdateSet({ times: sql<number>`visitor_mark.times + 1` }),
    )
    .returning("times")
    .executeTakeFirstOrThrow();
  return times;
}
