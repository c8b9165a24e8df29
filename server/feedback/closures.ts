import { sql, type Transaction } from "kysely";
import { isStaff } from "#domain/account/role.ts";
import {
  type Closing,
  type Closure,
  type ClosureSource,
  closureAfterConfirmation,
  closureAfterReport,
  closureReasons,
} from "#domain/feedback/closed-for-now.ts";
import type { Report } from "#domain/feedback/report.ts";
import { ZoneClock } from "#domain/opening/zone-clock.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { closureOf, type SelectedPlace } from "#server/places/place-row.ts";

/** Report or confirmation that may begin or end a closure, in the transaction that stores it. */
interface ClosureWrite {
  readonly transaction: Transaction<Schema>;
  readonly place: Pick<SelectedPlace, "id" | "time_zone">;
  readonly by: ClosureSource;
  readonly at: Date;
}

/** Source of a closure that an account's report begins. */
export function closureSourceOf(viewer: Pick<Viewer, "role">): ClosureSource {
  return isStaff(viewer) ? "staff" : "account";
}

/** Closes a place for now where the report says so (docs/product#closed-for-now). */
export async function closeByReport(write: ClosureWrite, report: Report): Promise<void> {
  const reason = closureReasons.find((known) => known === report.reason);
  if (reason === undefined) return;
  await closePlace(write, { reason, opensOn: report.opens_on ?? null });
}

/** Closes a place for now. */
export async function closePlace(write: ClosureWrite, { reason, opensOn }: Closing): Promise<void> {
  const { place, by, at } = write;
  const opensAt = opensOn === null ? null : startOfDay(opensOn, place.time_zone);
  await changeClosure(write, (current) =>
    closureAfterReport(current, { reason, by, at, opensOn, opensAt }),
  );
}

/**
 * Ends the closure of a place where the confirmation does, and the doubt by reports that it is closed for good
 * (docs/product#fresh-places-first).
 */
export async function openByConfirmation(write: ClosureWrite): Promise<void> {
  await changeClosure(write, (current) => closureAfterConfirmation(current, write));
  await write.transaction
    .updateTable("place")
    .set({ closed_reported: null })
    .where("id", "=", write.place.id)
    .where("closed_reported", "is not", null)
    .execute();
}

/** Raises doubt of a place by a stored report that it is closed for good (docs/product#fresh-places-first). */
export async function doubtByReport(
  { transaction, place, at }: ClosureWrite,
  { reason }: Report,
): Promise<void> {
  if (reason !== "closed") return;
  await transaction
    .updateTable("place")
    .set({ closed_reported: sql<Date>`greatest(closed_reported, ${at})` })
    .where("id", "=", place.id)
    .execute();
}

/**
 * Ends the doubt of places by reports that have been settled; others that wait go on. The places are locked
 * before the reports, so that no report is stored unseen meanwhile.
 */
export async function doubtByWaitingReports(
  transaction: Database,
  placeIds: readonly number[],
): Promise<void> {
  await sql`
    update place set closed_reported = (
      select max(at) from report
      where place_id = place.id and reason = 'closed' and resolved_at is null
    )
    where id = any(${placeIds}::int[]) and closed_reported is not null`.execute(transaction);
}

async function changeClosure(
  { transaction, place: { id } }: ClosureWrite,
  change: (current: Closure | null) => Closure | null,
): Promise<void> {
  const row = await transaction
    .selectFrom("place")
    .select(["closed_reason", "closed_since", "closed_until", "closed_by", "closed_opens_on"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return;
  const current = closureOf(row);
  const next = change(current);
  if (next === current) return;
  await transaction
    .updateTable("place")
    .set({
      closed_reason: next?.reason ?? null,
      closed_since: next?.since ?? null,
      closed_until: next?.until ?? null,
      closed_by: next?.by ?? null,
      closed_opens_on: next?.opensOn ?? null,
    })
    .where("id", "=", id)
    .execute();
}

/** First instant of a day in a zone. @param day ISO 8601 date */
function startOfDay(day: string, timeZone: string): Date {
  return new Date(ZoneClock.of(timeZone).instantOf(Date.parse(day)));
}
