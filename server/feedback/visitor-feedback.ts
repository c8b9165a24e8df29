import { sql, type Transaction } from "kysely";
import { confirmationLimit, visitorReportLimit } from "#domain/account/daily-limits.ts";
import type { Report } from "#domain/feedback/report.ts";
import { localDateAt } from "#domain/opening/local-time.ts";
import { type RequestClient, type Viewer, visitor } from "#server/accounts/viewer.ts";
import type { Config } from "#server/config/config.ts";
import type { Schema } from "#server/database/schema.ts";
import { type PlaceRow, selectPlaces } from "#server/places/place-row.ts";
import { clientKey } from "#server/rate-limits/client-key.ts";
import {
  addMark,
  beginDay,
  countMark,
  type DayMark,
  endDaysBefore,
  marksOfDay,
} from "#server/rate-limits/day-marks.ts";
import type { Context } from "#server/use-case-context.ts";
import {
  applyReport,
  lastReportedClosed,
  lockReportedPlace,
  openByConfirmation,
} from "./closures.ts";

export interface VisitorFeedbackDeps extends Pick<Context, "database" | "now"> {
  /** Whether the reports of an IP address are limited by day (`RATE_LIMITS`). */
  readonly config: Pick<Config, "rateLimits">;
}

/** Whether a viewer confirms and reports without an account; false for an unread session, whose viewer may have one. */
export function isReportingVisitor(
  { userId, isUnread }: Viewer,
  { visitorReports }: Pick<Config, "visitorReports">,
): boolean {
  return userId === null && !isUnread && visitorReports;
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
 * since. `error.limit` beyond `confirmationLimit` a day.
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
        limits: { confirmations: confirmationLimit },
        what: ["confirmation", place.id, ...(since ? [since] : [])],
      },
    );
    if (count === "limit") return { ok: false, code: "error.limit" };
    if (count === "repeated") {
      return { ok: true, lastConfirmed, visitorConfirmed: visitor_confirmed ?? at };
    }
    await openByConfirmation({ transaction, place, by: "visitor", at });
    const isDaysFirst = sql<number>`(visitor_confirmed is null
      or (visitor_confirmed at time zone 'utc')::date < ${dayOf(at)}::date)::int`;
    await transaction
      .updateTable("place")
      .set({
        visitor_confirmed: sql<Date>`greatest(visitor_confirmed, ${at})`,
        // One person may have many addresses: the number is of days.
        visitor_confirmations: sql<number>`visitor_confirmations + ${isDaysFirst}`,
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
    const limits = { reports: visitorReportLimit };
    const count = await countOnce(deps, write, { limits, what: ["report", place.id] });
    if (count === "limit") return { ok: false, code: "error.limit" };
    if (count === "repeated") return { ok: true };
    const at = deps.now();
    const on_day = localDateAt(at, place.time_zone);
    await lockReportedPlace(transaction, place.id);
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

/** What became of an act that counts. */
export type Count = "counted" | "repeated" | "limit";

interface Counted {
  /** Maximum number of a day of each counter that it adds to. */
  readonly limits: Readonly<Record<string, number>>;
  /** Content, which counts once. */
  readonly what: readonly (string | number)[];
}

/** Counts an act of a visitor's IP address: whether it is the day's first of its content, and within the limits. */
export async function countOnce(
  { config }: Pick<VisitorFeedbackDeps, "config">,
  { transaction, mark }: Pick<VisitorWrite, "transaction" | "mark">,
  { limits, what }: Counted,
): Promise<Count> {
  const digest = mark(...what);
  if (!(await addMark(transaction, digest))) return "repeated";
  for (const [counter, limit] of Object.entries(limits)) {
    const times = await countMark(transaction, mark(counter));
    if (!config.rateLimits || times <= limit) continue;
    await transaction.deleteFrom("visitor_mark").where("mark", "=", digest).execute();
    return "limit";
  }
  return "counted";
}

interface VisitorWrite {
  readonly transaction: Transaction<Schema>;
  readonly place: PlaceRow;
  /** Digest of an action of the visitor's IP address, with the key of the day. */
  readonly mark: DayMark;
}

/** Write of a visitor without an account about a public place, in one transaction. */
export async function writeAsVisitor<Done>(
  { database, now }: VisitorFeedbackDeps,
  { placeId, client }: Visit,
  write: (given: VisitorWrite) => Promise<Done | Unfound>,
): Promise<Done | Unfound> {
  await beginDay(database, dayOf(now()));
  return database.transaction().execute(async (transaction) => {
    const mark = await marksOfDay(transaction, clientKey(client.clientAddress));
    const [place] = await selectPlaces(transaction, [placeId], visitor);
    if (!place) return { ok: false, code: "error.notfound" } as const;
    return write({ transaction, place, mark });
  });
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

/** ISO 8601 date, UTC. */
function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
