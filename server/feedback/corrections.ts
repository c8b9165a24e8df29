import { sql, type Transaction } from "kysely";
import { addLimitWindowMs, correctionLimit, isLimited } from "#domain/account/daily-limits.ts";
import type { Correction } from "#domain/feedback/correction.ts";
import { type Coordinates, formatCoordinates } from "#domain/geography/coordinates.ts";
import { canUndo } from "#domain/moderation/decision.ts";
import { type PermissionFailure, permissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type OwnWrite, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { takeBackMails } from "#server/mail/mail-queue.ts";
import { readCountOfDay } from "#server/rate-limits/day-marks.ts";
import type { Context } from "#server/use-case-context.ts";
import type { SettleDeps, Settlement, SettlingDeps } from "./reports.ts";

export interface SendCorrectionDeps {
  /** Database of the primary, for writes. */
  readonly database: Database;
  readonly now: () => Date;
  /**
   * Forwards a correction to the source of the address (docs/product#correction); absent where the source accepts none.
   * The correction is stored already: the function logs a failure and does not throw.
   */
  readonly forward?: (correction: Correction, senderEmail: string | null) => Promise<unknown>;
}

export type SendCorrectionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: PermissionFailure | "error.limit" };

/**
 * Stores a correction of an address for staff, and forwards it. `error.limit` beyond `correctionLimit` within any 24
 * hours, also for simultaneous corrections: those of one account are serialized. The administrator's are not counted.
 */
export async function sendCorrection(
  { database, now, forward }: SendCorrectionDeps,
  correction: Correction,
  viewer: Viewer,
): Promise<SendCorrectionResult> {
  const { action, reason, location, changes, placeName } = correction;
  const counts = isLimited(viewer);
  const allowed = { viewer, permission: "correctAddress", alone: counts } as const;
  const stored = await writeAs(database, allowed, async ({ transaction, userId }) => {
    if (counts && (await countRecent(transaction, userId, now())) >= correctionLimit) {
      return { ok: false, code: "error.limit" } as const;
    }
    await transaction
      .insertInto("correction")
      .values({
        account_id: userId,
        action,
        reason,
        ...location,
        changes: JSON.stringify(changes),
        place_name: placeName,
        at: now(),
      })
      .execute();
    return { ok: true } as const;
  });
  if (stored.ok) await forward?.(correction, viewer.email);
  return stored;
}

/**
 * Corrections in the last 24 hours; resolved ones count too, and today those of a deleted account with its address.
 */
async function countRecent(transaction: Transaction<Schema>, accountId: string, now: Date) {
  const former = await readCountOfDay(transaction, accountId, "corrections");
  const { sent } = await transaction
    .selectFrom("correction")
    .select(sql<number>`count(*)`.as("sent"))
    .where("account_id", "=", accountId)
    .where("at", ">", new Date(now.getTime() - addLimitWindowMs))
    .executeTakeFirstOrThrow();
  return former + sent;
}

/** A pending correction, for the page that edits its place. */
export interface FoundCorrection {
  readonly reason: string;
  /** Null where it gives no other point than the place's own. */
  readonly position: Coordinates | null;
  readonly changes: { readonly city?: string; readonly address?: string };
}

/** A pending correction; null without one, and for viewers other than staff. */
export async function findPendingCorrection(
  { database }: Pick<Context, "database">,
  { correctionId, placeId }: { readonly correctionId: number; readonly placeId: number },
  viewer: Viewer,
): Promise<FoundCorrection | null> {
  if (permissionFailure(viewer, "moderate") !== null) return null;
  const found = await database
    .selectFrom("correction")
    .select(["reason", "longitude", "latitude", "changes"])
    .where("id", "=", correctionId)
    .where("resolved_at", "is", null)
    .executeTakeFirst();
  if (!found) return null;
  const { reason, longitude, latitude } = found;
  const isOwn = await hasBeenAt(database, placeId, [longitude, latitude]);
  // A client of the API may have sent other changes too.
  const { city, address } = (found.changes ?? {}) as Readonly<Record<string, unknown>>;
  return {
    reason,
    position: isOwn ? null : [longitude, latitude],
    changes: {
      ...(typeof city === "string" && { city }),
      ...(typeof address === "string" && { address }),
    },
  };
}

/**
 * Whether a point is the place's position, or was once. A correction always has a point: the position on the sender's
 * page, unless the sender gives another one (docs/product#correction).
 */
async function hasBeenAt(
  database: Database,
  placeId: number,
  point: Coordinates,
): Promise<boolean> {
  const place = await database
    .selectFrom("place")
    .select(["longitude", "latitude"])
    .where("id", "=", placeId)
    .executeTakeFirst();
  const edits = await database
    .selectFrom("place_edit")
    .select("changes")
    .where("place_id", "=", placeId)
    .where(sql<boolean>`changes ? 'position'`)
    .execute();
  const moves = edits.flatMap(({ changes: { position } }) => position ?? []);
  const points = [...(place ? [place] : []), ...moves.flatMap(({ from, to }) => [from, to])];
  const written = formatCoordinates(point);
  return points.some((at) => formatCoordinates([at.longitude, at.latitude]) === written);
}

export type ResolveCorrectionResult =
  /** `count` is 0 where it was resolved before. */
  | { readonly ok: true; readonly count: number }
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" };

/**
 * Removes a correction from the moderation page, with a line in the audit trail, and notifies its sender. Only staff
 * may; a resolved correction stays as it is.
 */
export function resolveCorrection(
  deps: SettleDeps,
  settlement: Settlement,
  viewer: Viewer,
): Promise<ResolveCorrectionResult> {
  return writeAs(deps.database, { viewer, permission: "moderate" }, (act) =>
    settleCorrection(act, deps, settlement),
  );
}

/** The same within an open transaction of staff. */
export async function settleCorrection(
  act: OwnWrite,
  { now, notifyContributor }: SettlingDeps,
  { id: correctionId, outcome, reason: answer }: Settlement,
): Promise<ResolveCorrectionResult> {
  const { transaction, userId } = act;
  const correction = await lockCorrection(transaction, correctionId);
  if (!correction) return { ok: false, code: "error.notfound" };
  if (correction.resolved_at !== null) return { ok: true, count: 0 };
  await transaction
    .updateTable("correction")
    .set({ resolved_at: now(), resolved_by: userId, outcome, answer })
    .where("id", "=", correctionId)
    .execute();
  const { place_name: name, account_id: accountId } = correction;
  const detail = { correction_id: correctionId, name, outcome };
  await recordAudit(act, { action: "resolve-correction", detail });
  await notifyContributor(transaction, {
    outcome: `correction.${outcome}`,
    accountId,
    placeIds: [],
    placeName: name,
    reason: answer,
    decision: decisionOn(correctionId),
    decidedBy: userId,
  });
  return { ok: true, count: 1 };
}

/** Name of a decision in the queue of mails. */
function decisionOn(correctionId: number): string {
  return `correction ${correctionId}`;
}

function lockCorrection(transaction: Transaction<Schema>, correctionId: number) {
  return transaction
    .selectFrom("correction")
    .select(["place_name", "account_id", "resolved_at", "resolved_by"])
    .where("id", "=", correctionId)
    .forUpdate()
    .executeTakeFirst();
}

export type ReopenCorrectionResult =
  | { readonly ok: true }
  /** `error.conflict` where the viewer did not resolve it in the last minutes. */
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" | "error.conflict" };

/** Makes a correction that the viewer resolved a moment ago pending again (docs/product#moderation-page). */
export function reopenCorrection(
  { database, now }: Pick<SettleDeps, "database" | "now">,
  correctionId: number,
  viewer: Viewer,
): Promise<ReopenCorrectionResult> {
  return writeAs(database, { viewer, permission: "moderate" }, async (act) => {
    const { transaction, userId } = act;
    const correction = await lockCorrection(transaction, correctionId);
    if (!correction) return { ok: false, code: "error.notfound" };
    const { resolved_at, resolved_by, place_name: name } = correction;
    if (resolved_at === null) return { ok: true };
    if (resolved_by !== userId || !canUndo(resolved_at, now())) {
      return { ok: false, code: "error.conflict" };
    }
    await transaction
      .updateTable("correction")
      .set({ resolved_at: null, resolved_by: null, outcome: null, answer: "" })
      .where("id", "=", correctionId)
      .execute();
    await takeBackMails(transaction, decisionOn(correctionId));
    const detail = { correction_id: correctionId, name };
    await recordAudit(act, { action: "reopen-correction", detail });
    return { ok: true };
  });
}
