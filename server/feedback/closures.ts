import type { Transaction } from "kysely";
import { isStaff } from "#domain/account/role.ts";
import {
  type Closure,
  type ClosureSource,
  closureAfterConfirmation,
  closureAfterReport,
  closureReasons,
} from "#domain/feedback/closed-for-now.ts";
import type { Report } from "#domain/feedback/report.ts";
import { ZoneClock } from "#domain/opening/zone-clock.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
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
  const { place, by, at } = write;
  const opensOn = report.opens_on ?? null;
  const opensAt = opensOn === null ? null : startOfDay(opensOn, place.time_zone);
  await changeClosure(write, (current) =>
    closureAfterReport(current, { reason, by, at, opensOn, opensAt }),
  );
}

/** Ends the closure of a place where the confirmation does. */
export function openByConfirmation(write: ClosureWrite): Promise<void> {
  return changeClosure(write, (current) => closureAfterConfirmation(current, write));
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
