import { sql, type Transaction } from "kysely";
import type { SentCounts } from "#domain/moderation/moderation-queue.ts";
import type { PermissionFailure } from "#server/accounts/permission.ts";
import { keepForUndo, takeForUndo } from "#server/accounts/undo-copies.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type AuditEntry, type OwnWrite, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Schema } from "#server/database/schema.ts";
import { type SettledEffect, takeBackReports } from "#server/feedback/closures.ts";
import {
  type RemovedObservation,
  removeObservations,
  restoreObservations,
} from "#server/feedback/observations.ts";
import { reopenReports } from "#server/feedback/reports.ts";
import { lockPlacesOf, withdrawPending } from "#server/personal-data/delete-account.ts";
import { refusingDuplicates } from "#server/places/duplicate-places.ts";
import { copyReviews, type ReviewCopies, restoreReviews } from "#server/reviews/review-copies.ts";
import type { Context } from "#server/use-case-context.ts";
import { countSent, type FormerAccount, switchAccount } from "./accounts.ts";

export type RemoveSentResult =
  | { readonly ok: true; readonly removed: SentCounts }
  /**
   * `error.forbidden` also for the administrator's own account; `error.notfound` for an unknown
   * account.
   */
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" };

type RemoveSentDeps = Pick<Context, "database" | "now">;

/** What an undo needs beside the rows that are still there. */
interface SentCopy {
  readonly account: FormerAccount;
  /** Ids of the deleted places. */
  readonly places: readonly number[];
  readonly reviews: ReviewCopies;
  /** Rows of confirmations. */
  readonly confirmations: readonly { readonly place_id: number }[];
  /** Absent in a copy of an earlier version. */
  readonly observations?: readonly RemovedObservation[];
  readonly reports: readonly PlaceReports[];
}

/** Reports of a place that were pending, or that closed it or raised doubt. */
interface PlaceReports extends SettledEffect {
  readonly place_id: number;
  /** Ids of the pending ones. */
  readonly waited: readonly number[];
}

/**
 * Removes everything that an account has sent and disables it, for an account that sends spam
 * (docs/product#removal-of-all-that-an-account-sent): places are deleted (and can be restored one by one for
 * `restoreDays`), reviews and confirmations go, reports and corrections are resolved, and pending proposals withdrawn.
 * Only the administrator may; the account, each place and each review get a line in the audit trail.
 *
 * @param deps.database database of the primary
 */
export function removeSent(
  { database, now }: RemoveSentDeps,
  accountId: string,
  viewer: Viewer,
): Promise<RemoveSentResult> {
  return writeAs(database, { viewer, permission: "removeSent" }, async (act) => {
    const { transaction, userId } = act;
    const at = now();
    const disabled = await switchAccount(act, { accountId, disabled: true });
    if (!disabled.ok) return disabled;
    await lockPlacesOf(transaction, accountId);
    const removed = (await countSent({ database: transaction }, [accountId])).get(accountId)!;
    const reviews = await copyReviews(
      transaction,
      sql<boolean>`user_id = ${accountId}`,
      sql<boolean>`account_id = ${accountId} and resolved_at is null`,
    );
    const reports = await readEffects(transaction, accountId);
    const places = await transaction
      .updateTable("place")
      .set({ deleted_at: at, deleted_by: userId })
      .where("added_by", "=", accountId)
      .where("deleted_at", "is", null)
      .returning("id")
      .execute();
    await transaction.deleteFrom("review").where("user_id", "=", accountId).execute();
    const confirmations = await removeConfirmations(transaction, accountId);
    const observations = await removeObservations(transaction, accountId, at);
    const closures = await takeBackReports(transaction, sql`account_id = ${accountId}`);
    await withdrawPending(transaction, accountId, { at, by: userId });
    const since = new Map(closures.map(({ placeId, since }) => [placeId, since.toISOString()]));
    const copy: SentCopy = {
      ...{ account: disabled.former, places: places.map(({ id }) => id), reviews, confirmations },
      observations,
      reports: reports.map((report) => {
        return { ...report, closed_since: since.get(report.place_id) ?? null };
      }),
    };
    await keepForUndo(act, { decision: decisionOn(accountId), accountId, at }, copy);
    await recordAudit(
      act,
      { action: "remove-sent", user_id: accountId, detail: removed },
      ...linesAbout(accountId, "delete-place", copy.places),
      ...linesAbout(accountId, "delete-review", placesOf(reviews.reviews)),
    );
    return { ok: true, removed };
  });
}

/** Name of a decision among those that can be undone. */
function decisionOn(accountId: string): string {
  return `account ${accountId}`;
}

function linesAbout(
  user_id: string,
  action: AuditEntry["action"],
  placeIds: readonly number[],
): AuditEntry[] {
  return placeIds.map((place_id) => ({ action, place_id, user_id }));
}

function placesOf(rows: readonly { readonly place_id: number }[]): number[] {
  return rows.map(({ place_id }) => place_id);
}

/** The account's reports that are pending or in effect, by place, before they are taken back. */
async function readEffects(transaction: Transaction<Schema>, accountId: string) {
  const { rows } = await sql<Omit<PlaceReports, "closed_since">>`
    select place_id, closed_reported is not null as was_doubted,
      json_agg(json_build_object('id', report.id, 'counted_as', counted_as)) as reports,
      coalesce(json_agg(report.id) filter (where resolved_at is null), '[]') as waited
    from report join place on place.id = place_id
    where account_id = ${accountId} and (resolved_at is null or counted_as is not null)
    group by place_id, closed_reported`.execute(transaction);
  return rows;
}

/**
 * For places that this account confirmed last, resets the last confirmation to another account's, or to none.
 *
 * @returns the removed confirmations
 */
async function removeConfirmations(
  transaction: Transaction<Schema>,
  accountId: string,
): Promise<SentCopy["confirmations"]> {
  const { rows } = await sql<{ row: SentCopy["confirmations"][number] }>`
    with removed as (
      delete from confirmation where account_id = ${accountId} returning *
    ), changed as (
      update place set last_confirmed = (
        select max(other.at) from confirmation other
        where other.place_id = place.id and other.account_id <> ${accountId}
      )
      from removed where place.id = removed.place_id and place.last_confirmed = removed.at
    )
    select to_json(removed) as row from removed`.execute(transaction);
  return rows.map(({ row }) => row);
}

export type RestoreSentResult =
  /** With the number of places and reviews that could not be restored. */
  | { readonly ok: true; readonly left: number }
  /** `error.notfound` where the viewer has not removed it in the last minutes. */
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" | "error.duplicate" };

/**
 * Undoes {@link removeSent}: all is as it was, and so is the account, but for its sessions. Left are a place that was
 * added again, a review beside a newer one, and the effects of reports on a place that was confirmed since.
 */
export function restoreSent(
  { database, now }: RemoveSentDeps,
  accountId: string,
  viewer: Viewer,
): Promise<RestoreSentResult> {
  return refusingDuplicates(() =>
    writeAs<RestoreSentResult>(database, { viewer, permission: "removeSent" }, async (act) => {
      const { transaction } = act;
      const taken = await takeForUndo<SentCopy>(act, decisionOn(accountId), now());
      if (taken === null) return { ok: false, code: "error.notfound" };
      const { content: copy, at } = taken;
      const { observations = [] } = copy;
      const { disabled, moderator_since } = copy.account;
      await switchAccount(act, { accountId, disabled });
      await transaction
        .updateTable("account")
        .set({ moderator_since: moderator_since && new Date(moderator_since) })
        .where("id", "=", accountId)
        .execute();
      const reviewed = copy.reviews.reviews;
      const changed = await lockPlaces(transaction, [
        ...copy.places,
        ...[reviewed, copy.confirmations, observations, copy.reports].flatMap(placesOf),
      ]);
      const places = await restorePlaces(act, copy.places, at);
      const restored = await restoreReviews(act, copy.reviews, at);
      await restoreConfirmations(transaction, copy.confirmations);
      await restoreObservations(transaction, observations, now());
      for (const { place_id, waited, ...effect } of copy.reports) {
        const place = changed.find(({ id }) => id === place_id);
        if (place) await reopenReports(act, place, { at, waited, effect });
      }
      await reopenOthers(act, accountId, at);
      const written = reviewed.filter(({ id }) => restored.includes(id));
      await recordAudit(
        act,
        { action: "restore-sent", user_id: accountId },
        ...linesAbout(accountId, "restore-place", places),
        ...linesAbout(accountId, "reopen-review", placesOf(written)),
      );
      const left = copy.places.length - places.length + reviewed.length - written.length;
      return { ok: true, left };
    }),
  );
}

/** Locks places in the order of their ids, as every write does that locks several. */
function lockPlaces(transaction: Transaction<Schema>, ids: readonly number[]) {
  return transaction
    .selectFrom("place")
    .innerJoin("schedule", "schedule.id", "schedule_id")
    .select(["place.id", "time_zone", "last_confirmed", "visitor_confirmed"])
    .where("place.id", "=", sql<number>`any(${ids}::int[])`)
    .orderBy("place.id")
    .forNoKeyUpdate("place")
    .execute();
}

/** Restores places that the viewer deleted then; returns their ids, without those of places that were added again. */
async function restorePlaces(
  { transaction, userId }: OwnWrite,
  ids: readonly number[],
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update place set deleted_at = null, deleted_by = null
      where id = any(${ids}::int[]) and deleted_at = ${at} and deleted_by = ${userId}
        and not exists (
          select from place as again
          where again.deleted_at is null
            and (left(again.dup_key, 200), hashtextextended(again.dup_key, 0))
              = (left(place.dup_key, 200), hashtextextended(place.dup_key, 0))
        )
      returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}

async function restoreConfirmations(
  transaction: Transaction<Schema>,
  confirmations: SentCopy["confirmations"],
): Promise<void> {
  await sql`
    with restored as (
      insert into confirmation
        select copied.* from jsonb_populate_recordset(null::confirmation, ${JSON.stringify(confirmations)}) as copied
        where exists (select from place where id = copied.place_id)
      on conflict do nothing
      returning place_id, at
    )
    update place set last_confirmed = greatest(last_confirmed, restored.at)
      from (select place_id, max(at) as at from restored group by place_id) as restored
      where place.id = restored.place_id`.execute(transaction);
}

/** Makes corrections and proposals of an account pending again that the viewer withdrew then. */
async function reopenOthers(
  { transaction, userId }: OwnWrite,
  accountId: string,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable("correction")
    .set({ resolved_at: null, resolved_by: null })
    .where("account_id", "=", accountId)
    .where("outcome", "is", null)
    .where("resolved_at", "=", at)
    .where("resolved_by", "=", userId)
    .execute();
  await transaction
    .updateTable("place_proposal as proposal")
    .set({ outcome: null, decided_at: null, decided_by: null })
    .where("account_id", "=", accountId)
    .where("outcome", "=", "withdrawn")
    .where("decided_at", "=", at)
    .where("decided_by", "=", userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("place_proposal as newer")
            .select("newer.id")
            .whereRef("newer.account_id", "=", "proposal.account_id")
            .whereRef("newer.place_id", "=", "proposal.place_id")
            .where("newer.outcome", "is", null),
        ),
      ),
    )
    .execute();
}
