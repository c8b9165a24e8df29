import { type Selectable, sql } from "kysely";
import {
  changeBetween,
  changedFields,
  meetChange,
  type PlaceChange,
  pickFields,
} from "#domain/edits/place-change.ts";
import {
  maxPendingProposals,
  type Proposal,
  type ProposalDecision,
} from "#domain/edits/proposal.ts";
import { canUndo } from "#domain/moderation/decision.ts";
import type { Place } from "#domain/place/place.ts";
import type { ValidationError } from "#domain/validation/check-fields.ts";
import { accountIdOf, type PermissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type OwnWrite, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { takeBackMails } from "#server/mail/mail-queue.ts";
import type { NotifyContributor } from "#server/mail/mails-to-contributors.ts";
import { refusingDuplicates } from "#server/places/duplicate-places.ts";
import type { PlaceRow } from "#server/places/place-row.ts";
import {
  conflictSince,
  contentOfRow,
  type EditConflict,
  type EditDeps,
  isDuplicateAfter,
  lockPlace,
  readPlace,
  type SeenVersion,
  writeEdit,
} from "./write-edit.ts";

/** A proposal that is not sent: it would change nothing, repeat another place, or be one too many. */
export type ProposeFailure =
  | { readonly ok: false; readonly code: "invalid"; readonly errors: readonly ValidationError[] }
  | { readonly ok: false; readonly code: "error.duplicate" | "error.limit" };

const noChange = [{ field: "body", code: "error.parameter" }] as const;

/**
 * Keeps a change of a place that is held, to be judged (docs/product#proposal). It takes the place of an earlier
 * one of the same account that waits. Needs the account held alone, since its waiting proposals are counted.
 */
export async function proposeChange(
  { transaction, userId }: OwnWrite,
  place: PlaceRow,
  { change, note }: { change: PlaceChange; note: string },
): Promise<{ ok: true; made: "proposal"; proposal: Proposal } | ProposeFailure> {
  if (changedFields(change).length === 0) return { ok: false, code: "invalid", errors: noChange };
  if (await isDuplicateAfter(transaction, place, change)) {
    return { ok: false, code: "error.duplicate" };
  }
  const { waiting } = await pendingProposals(transaction)
    .where("account_id", "=", userId)
    .where("place_id", "<>", place.id)
    .select(sql<number>`count(*)`.as("waiting"))
    .executeTakeFirstOrThrow();
  if (waiting >= maxPendingProposals) return { ok: false, code: "error.limit" };
  await transaction
    .deleteFrom("place_proposal")
    .where("account_id", "=", userId)
    .where("place_id", "=", place.id)
    .where("outcome", "is", null)
    .execute();
  const proposal = await transaction
    .insertInto("place_proposal")
    .values({
      place_id: place.id,
      account_id: userId,
      version: place.version,
      changes: JSON.stringify(change),
      note,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ok: true, made: "proposal", proposal: toProposal(proposal) };
}

/** Proposals that are not decided, on places that are not deleted. */
export function pendingProposals(database: Database) {
  return database
    .selectFrom("place_proposal")
    .innerJoin("place", "place.id", "place_proposal.place_id")
    .where("outcome", "is", null)
    .where("deleted_at", "is", null);
}

type ProposalRow = Selectable<Schema["place_proposal"]>;

function toProposal(row: ProposalRow): Proposal {
  const { id, place_id, version, changes, note, outcome, accepted_fields, reason } = row;
  return {
    ...{ id, place_id, version, changes, note },
    at: row.at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    ...{ outcome, accepted_fields, reason },
  };
}

interface DecideDeps extends EditDeps {
  readonly notifyContributor: NotifyContributor;
}

export type DecideProposalResult =
  | { readonly ok: true; readonly proposal: Proposal; readonly place: Place }
  /** Also where it was decided or withdrawn meanwhile. */
  | EditConflict
  | { readonly ok: false; readonly code: "invalid"; readonly errors: readonly ValidationError[] }
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" | "error.duplicate" };

/**
 * Accepts a proposal, whole or in part, or declines it (docs/product#decision-on-a-proposal). A field that has
 * the proposed value already counts as accepted. One that was changed since the proposal is overwritten only
 * where the decision names the version of the place that it was made for; otherwise it is `error.conflict`.
 *
 * @param version of the place that the decision is made for; null where it names none
 */
export function decideProposal(
  { database, now, notifyContributor }: DecideDeps,
  request: { id: number; decision: ProposalDecision; version: SeenVersion | null },
  viewer: Viewer,
): Promise<DecideProposalResult> {
  const { id, decision, version } = request;
  return refusingDuplicates(() =>
    writeAs(database, { viewer, permission: "editPlace" }, async (act) => {
      const { transaction } = act;
      const locked = await lockProposal(act, id);
      if (locked === null) return { ok: false, code: "error.notfound" };
      const { proposal, place } = locked;
      const isStale = typeof version === "number" && version !== place.version;
      if (proposal.outcome !== null || isStale) {
        const seen = isStale ? version : place.version;
        return conflictSince({ transaction, now }, place, seen, viewer);
      }
      const answering = { now, viewer, notifyContributor };
      if (decision.outcome === "declined") {
        const { reason } = decision;
        return decide(act, locked, { outcome: "declined", reason }, answering);
      }
      const all = changedFields(proposal.changes);
      const fields = decision.fields ?? all;
      if (fields.some((field) => !all.includes(field)))
        return { ok: false, code: "invalid", errors: invalidFields };
      const accepted = pickFields(proposal.changes, fields);
      const states = meetChange(contentOfRow(place), accepted);
      if (version === null && [...states.values()].includes("changed")) {
        return conflictSince({ transaction, now }, place, proposal.version, viewer);
      }
      return accept(act, locked, { accepted, reason: decision.reason }, answering);
    }),
  );
}

const invalidFields = [{ field: "fields", code: "error.parameter" }] as const;

interface LockedProposal {
  readonly proposal: ProposalRow;
  readonly place: PlaceRow;
}

/** A proposal on a place that is not deleted, both held for changing; null where there is none. */
async function lockProposal({ transaction }: OwnWrite, id: number): Promise<LockedProposal | null> {
  const found = await transaction
    .selectFrom("place_proposal")
    .select("place_id")
    .where("id", "=", id)
    .executeTakeFirst();
  // Lock order: places before what refers to them.
  const place = found ? await lockPlace(transaction, found.place_id) : null;
  const proposal = await transaction
    .selectFrom("place_proposal")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return place && proposal ? { proposal, place } : null;
}

interface Answering extends Pick<DecideDeps, "now" | "notifyContributor"> {
  readonly viewer: Viewer;
}

async function accept(
  act: OwnWrite,
  { proposal, place }: LockedProposal,
  { accepted, reason }: { accepted: PlaceChange; reason: string },
  answering: Answering,
): Promise<DecideProposalResult> {
  const { transaction } = act;
  const fields = changedFields(accepted);
  const next = Object.fromEntries(fields.map((field) => [field, accepted[field]?.to]));
  const change = changeBetween(contentOfRow(place), next);
  if (changedFields(change).length > 0) {
    const { id: proposalId, account_id: accountId } = proposal;
    await writeEdit(transaction, place, change, { source: "contributor", accountId, proposalId });
  }
  const isComplete = fields.length === changedFields(proposal.changes).length;
  const outcome = isComplete ? "accepted" : "part";
  return decide(act, { proposal, place }, { outcome, reason, fields }, answering);
}

interface Decided {
  readonly outcome: "accepted" | "part" | "declined";
  readonly reason: string;
  /** Accepted ones. */
  readonly fields?: Proposal["accepted_fields"];
}

/** Stores a decision with a line in the audit trail, and notifies the proposer. */
async function decide(
  act: OwnWrite,
  { proposal: { id, account_id: accountId }, place }: LockedProposal,
  { outcome, reason, fields }: Decided,
  { now, viewer, notifyContributor }: Answering,
): Promise<DecideProposalResult> {
  const { transaction, userId } = act;
  const decided = await transaction
    .updateTable("place_proposal")
    .set({ outcome, reason, accepted_fields: [...(fields ?? [])] })
    .set({ decided_at: now(), decided_by: userId })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await notifyContributor(transaction, {
    ...{ outcome: `proposal.${outcome}`, accountId, placeIds: [place.id], reason },
    ...{ decision: `proposal ${id}`, decidedBy: userId },
  });
  await recordAudit(act, {
    action: outcome === "declined" ? "decline-proposal" : "accept-proposal",
    place_id: place.id,
    user_id: accountId,
    detail: { proposal_id: id, ...(fields && { fields }) },
  });
  const after = await readPlace({ transaction, now }, place.id, viewer);
  return { ok: true, proposal: toProposal(decided), place: after };
}

export type ReopenProposalResult =
  | { readonly ok: true }
  /** `error.conflict` where the viewer did not decline it in the last minutes, or its sender has proposed anew. */
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" | "error.conflict" };

/** Makes a proposal that the viewer declined a moment ago pending again (docs/product#moderation-page). */
export function reopenProposal(
  { database, now }: Pick<DecideDeps, "database" | "now">,
  id: number,
  viewer: Viewer,
): Promise<ReopenProposalResult> {
  return writeAs(database, { viewer, permission: "editPlace" }, async (act) => {
    const { transaction, userId } = act;
    const locked = await lockProposal(act, id);
    if (locked === null) return { ok: false, code: "error.notfound" };
    const { outcome, decided_at, decided_by, account_id, place_id } = locked.proposal;
    if (outcome === null) return { ok: true };
    const isOwn = outcome === "declined" && decided_by === userId && canUndo(decided_at, now());
    const newer = pendingProposals(transaction)
      .where("account_id", "=", account_id)
      .where("place_id", "=", place_id)
      .select("place_proposal.id");
    if (!isOwn || (await newer.executeTakeFirst())) return { ok: false, code: "error.conflict" };
    await transaction
      .updateTable("place_proposal")
      .set({ outcome: null, reason: "", decided_at: null, decided_by: null })
      .where("id", "=", id)
      .execute();
    await takeBackMails(transaction, `proposal ${id}`);
    await recordAudit(act, {
      action: "reopen-proposal",
      place_id,
      user_id: account_id,
      detail: { proposal_id: id },
    });
    return { ok: true };
  });
}

export type WithdrawProposalResult =
  | { readonly ok: true }
  /** `error.notfound` also for another account's, and for one that was decided. */
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" };

/** Withdraws a proposal of the viewer's own; one that was withdrawn stays as it is. */
export function withdrawProposal(
  { database, now }: EditDeps,
  id: number,
  viewer: Viewer,
): Promise<WithdrawProposalResult> {
  return writeAs(database, { viewer, permission: "proposeEdit" }, async (act) => {
    const { transaction, userId } = act;
    const proposal = await transaction
      .selectFrom("place_proposal")
      .select("outcome")
      .where("id", "=", id)
      .where("account_id", "=", userId)
      .forUpdate()
      .executeTakeFirst();
    if (proposal?.outcome === "withdrawn") return { ok: true };
    if (!proposal || proposal.outcome !== null) return { ok: false, code: "error.notfound" };
    await transaction
      .updateTable("place_proposal")
      .set({ outcome: "withdrawn", decided_at: now(), decided_by: userId })
      .where("id", "=", id)
      .execute();
    return { ok: true };
  });
}

/** The viewer's own proposal for a place that waits; null without one. */
export async function findOwnProposal(
  { database }: Pick<EditDeps, "database">,
  placeId: number,
  viewer: Viewer,
): Promise<Proposal | null> {
  const row = await database
    .selectFrom("place_proposal")
    .selectAll()
    .where("account_id", "=", accountIdOf(viewer))
    .where("place_id", "=", placeId)
    .where("outcome", "is", null)
    .executeTakeFirst();
  return row ? toProposal(row) : null;
}
