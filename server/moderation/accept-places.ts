import { sql, type Transaction } from "kysely";
import { undoMinutes } from "#domain/moderation/decision.ts";
import type { PermissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type AuditEntry, type OwnWrite, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Schema } from "#server/database/schema.ts";
import { conflictSince, type EditConflict } from "#server/edits/write-edit.ts";
import type { Context } from "#server/use-case-context.ts";

export type AcceptResult =
  | {
      readonly ok: true;
      /** Ids of the places that are accepted now, including those that were accepted before. */
      readonly accepted: readonly number[];
      /** Ids of places that do not exist or were deleted. */
      readonly unknown: readonly number[];
      /** Places that stay pending, since they have been changed after the version that was read. */
      readonly changed: readonly EditConflict[];
    }
  | { readonly ok: false; readonly code: PermissionFailure };

export type UndoAcceptanceResult =
  | {
      readonly ok: true;
      /** Ids of the places that are pending now. */
      readonly pending: readonly number[];
      /** Ids of places that do not exist or were deleted. */
      readonly unknown: readonly number[];
      /** Places that stay accepted. */
      readonly changed: readonly EditConflict[];
    }
  | { readonly ok: false; readonly code: PermissionFailure };

type AcceptPlacesDeps = Pick<Context, "database" | "now" | "notifyContributor">;

export interface PlacesToAccept {
  /** Distinct, at most `maxPlacesAtOnce`. */
  readonly ids: readonly number[];
  /** Versions that staff have read, by id; a place without one is accepted as it is. */
  readonly versions?: Readonly<Record<number, number>>;
}

/**
 * Accepts places: from now on everyone sees them (docs/product#acceptance, docs/product#what-staff-have-read). Only
 * staff may; each place that was pending gets a line in the audit trail, and its contributor a mail. Places that are
 * unknown, or were changed since they were read, do not stop the others.
 */
export function acceptPlaces(
  { database, now, notifyContributor }: AcceptPlacesDeps,
  { ids, versions = {} }: PlacesToAccept,
  viewer: Viewer,
): Promise<AcceptResult> {
  return writeAs(database, { viewer, permission: "acceptPlace" }, async (act) => {
    const undeleted = await lockUndeleted(act.transaction, ids);
    const { updated, done, unknown, changed } = await setAccepted(act, true, {
      ...{ ids, versions, undeleted, now, viewer },
      isChanged: ({ id, version, accepted }) =>
        !accepted && id in versions && versions[id] !== version,
    });
    for (const [accountId, placeIds] of placesByAdder(updated)) {
      const decision = { accountId, placeIds, decidedBy: act.userId };
      await notifyContributor(act.transaction, { outcome: "place.accepted", ...decision });
    }
    return { ok: true, accepted: done, unknown, changed };
  });
}

/**
 * Makes places that the viewer accepted a moment ago pending again (docs/product#acceptance). One that was changed
 * after the version that was read, or that the viewer did not accept in the last minutes, stays accepted, and is among
 * `changed`; one that is pending already is left as it is. Each leaves a line in the audit trail.
 */
export function undoAcceptance(
  { database, now }: Pick<AcceptPlacesDeps, "database" | "now">,
  { ids, versions = {} }: PlacesToAccept,
  viewer: Viewer,
): Promise<UndoAcceptanceResult> {
  return writeAs(database, { viewer, permission: "acceptPlace" }, async (act) => {
    const undeleted = await lockUndeleted(act.transaction, ids);
    const ownIds = await findOwnAcceptances(act, ids);
    const { done, unknown, changed } = await setAccepted(act, false, {
      ...{ ids, versions, undeleted, now, viewer },
      isChanged: ({ id, version, accepted }) =>
        accepted && (!ownIds.has(id) || (id in versions && versions[id] !== version)),
    });
    return { ok: true, pending: done, unknown, changed };
  });
}

interface AcceptanceChange extends Required<PlacesToAccept> {
  readonly undeleted: readonly LockedPlace[];
  /** Whether a place is left as it is, since it was changed. */
  readonly isChanged: (place: LockedPlace) => boolean;
  readonly now: () => Date;
  readonly viewer: Viewer;
}

/** Makes places accepted, or pending again, each with a line in the audit trail. */
async function setAccepted(
  act: OwnWrite,
  accepted: boolean,
  { ids, versions, undeleted, isChanged, now, viewer }: AcceptanceChange,
) {
  const { transaction } = act;
  const changed: EditConflict[] = [];
  for (const place of undeleted.filter(isChanged)) {
    const seen = versions[place.id] ?? place.version;
    changed.push(await conflictSince({ transaction, now }, place, seen, viewer));
  }
  const done = undeleted.filter((place) => !isChanged(place)).map(({ id }) => id);
  const updated = await transaction
    .updateTable("place")
    .set({ accepted })
    .where("id", "=", sql<number>`any(${done}::int[])`)
    .where("accepted", "=", !accepted)
    .returning(["id", "added_by"])
    .execute();
  const action = accepted ? "accept-place" : "undo-accept-place";
  const entries = updated.map(({ id, added_by }): AuditEntry => {
    return { action, place_id: id, user_id: added_by };
  });
  await recordAudit(act, ...entries);
  const unknown = ids.filter((id) => !undeleted.some((place) => place.id === id));
  return { updated, done, unknown, changed };
}

/** Places that this account accepted last, a moment ago. */
async function findOwnAcceptances(
  { transaction, userId }: OwnWrite,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ place_id: number }>`
    select place_id from (
      select distinct on (place_id) place_id, actor, at from audit
      where place_id = any(${ids}::int[]) and action = 'accept-place'
      order by place_id, at desc
    ) as last
    where actor = ${userId}
      and at > database_clock() - make_interval(mins => ${undoMinutes})`.execute(transaction);
  return new Set(rows.map(({ place_id }) => place_id));
}

function placesByAdder(places: readonly { id: number; added_by: string | null }[]) {
  const byAdder = new Map<string | null, number[]>();
  for (const { id, added_by } of places)
    byAdder.set(added_by, [...(byAdder.get(added_by) ?? []), id]);
  return byAdder;
}

interface LockedPlace {
  readonly id: number;
  readonly version: number;
  readonly accepted: boolean;
}

/** Locks the places in the order of their ids, so that two calls never deadlock. */
function lockUndeleted(
  transaction: Transaction<Schema>,
  ids: readonly number[],
): Promise<LockedPlace[]> {
  return transaction
    .selectFrom("place")
    .select(["id", "version", "accepted"])
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}
