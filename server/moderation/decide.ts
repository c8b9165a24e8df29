import type { DecisionRequest } from "#domain/moderation/moderation-request.ts";
import type {
  DecisionResult,
  ModerationFailureCode,
} from "#domain/moderation/moderation-result.ts";
import type { DecidedAs } from "#domain/moderation/task-kinds.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { decideProposal, reopenProposal } from "#server/edits/proposals.ts";
import type { EditConflict } from "#server/edits/write-edit.ts";
import { reopenCorrection, resolveCorrection } from "#server/feedback/corrections.ts";
import { reopenReport, resolveReport, type SettleDeps } from "#server/feedback/reports.ts";
import { reopenReview, settleReview } from "#server/reviews/review-reports.ts";
import { decideRow, undoRow } from "#server/source-lists/row-tasks.ts";
import { acceptPlaces, undoAcceptance } from "./accept-places.ts";
import { openPlaces } from "./closed-places.ts";
import { deletePlace, restorePlace } from "./deleted-places.ts";

type WriteResult =
  /** `count` is the number of what was decided on; 1 where it is absent. */
  | { readonly ok: true; readonly count?: number }
  | EditConflict
  | { readonly ok: false; readonly code: ModerationFailureCode | "invalid" };

/**
 * Staff's decision on entries of one kind, as they were seen. Of several, those that are gone, or were changed since they
 * were read, do not stop the others.
 */
export function decide(
  deps: SettleDeps,
  request: DecisionRequest,
  viewer: Viewer,
): Promise<DecisionResult> {
  const { ids, versions, reason, filter, fields } = request;
  const each = (write: (id: number, seen: number | undefined) => Promise<WriteResult>) =>
    decideOnEach(request, (id) => write(id, versions[id]));
  const { kind, outcome } = request;
  switch (kind) {
    case "waiting":
      if (outcome === "accept") {
        return atOnce(request, "accepted", acceptPlaces(deps, { ids, versions }, viewer));
      }
      return each((id, version) =>
        deletePlace(deps, { id, version, isPending: true, reason }, viewer),
      );
    case "places":
      if (outcome === "open") return atOnce(request, "opened", openPlaces(deps, ids, viewer));
      if (outcome === "restore") return each((id) => restorePlace(deps, id, viewer));
      return each((id, version) => deletePlace(deps, { id, version, reason }, viewer));
    case "proposals":
      return each((id, version) => {
        const accepted = outcome === "accepted" && fields !== null && { fields };
        const decision = { outcome, reason, ...accepted };
        return decideProposal(deps, { id, decision, version: version ?? null }, viewer);
      });
    case "reports":
      return each((id, newest) => {
        const all = newest === undefined ? undefined : { newest, filter };
        return resolveReport(deps, { id, outcome, reason, all }, viewer);
      });
    case "corrections":
      return each((id) => resolveCorrection(deps, { id, outcome, reason }, viewer));
    case "reviews":
      return each((id, seen) => {
        const added = seen === undefined ? undefined : new Date(seen).toISOString();
        return settleReview(deps, id, { decision: outcome, added, reason }, viewer);
      });
    case "rows":
      return each(async (id, placeId) => {
        if (outcome !== "same") return decideRow(deps, { id, decision: { outcome } }, viewer);
        if (placeId === undefined) return { ok: false, code: "error.parameter" };
        return decideRow(deps, { id, decision: { outcome, placeId } }, viewer);
      });
  }
}

const reopenings = {
  proposals: reopenProposal,
  reports: reopenReport,
  corrections: reopenCorrection,
  reviews: reopenReview,
  rows: undoRow,
};

/** Undoes the viewer's decision on entries of one kind; those that cannot be undone any more are left. */
export function undo(
  deps: SettleDeps,
  request: DecisionRequest,
  viewer: Viewer,
): Promise<DecisionResult> {
  const { kind, outcome, ids, versions } = request;
  if (outcome === "accept") {
    return atOnce(request, "pending", undoAcceptance(deps, { ids, versions }, viewer));
  }
  const reopen = kind === "waiting" || kind === "places" ? restorePlace : reopenings[kind];
  return decideOnEach(request, (id) => reopen(deps, id, viewer));
}

/** Result of a write that takes all entries at once; a conflict where its one entry was changed. */
async function atOnce<Name extends "accepted" | "opened" | "pending">(
  request: DecisionRequest,
  name: Name,
  write: Promise<
    | (Readonly<Record<Name | "unknown", readonly number[]>> & {
        readonly ok: true;
        readonly changed?: readonly EditConflict[];
      })
    | { readonly ok: false; readonly code: ModerationFailureCode }
  >,
): Promise<DecisionResult> {
  const result = await write;
  if (!result.ok) return failed(request, result);
  const { unknown, changed = [], [name]: done } = result;
  if (changed.length > 0 && request.ids.length === 1) return failed(request, changed[0]);
  return succeeded(request, { done, unknown, changed: changed.length });
}

async function decideOnEach(
  request: DecisionRequest,
  write: (id: number) => Promise<WriteResult>,
): Promise<DecisionResult> {
  const { intent, kind, ids } = request;
  const isOfPlaces = kind === "waiting" || kind === "places";
  const done: number[] = [];
  const unknown: number[] = [];
  let count = 0;
  for (const id of ids) {
    const result = await write(id);
    if (result.ok) {
      const decided = result.count ?? 1;
      if (decided > 0) done.push(id);
      count += decided;
      continue;
    }
    const isRefused = result.code === "error.signin" || result.code === "error.forbidden";
    const isAlone = ids.length === 1 && (isOfPlaces || intent === "decide");
    if (isRefused || isAlone) return failed(request, result);
    if (isOfPlaces && result.code === "error.notfound") unknown.push(id);
  }
  return succeeded(request, { done, unknown, count });
}

function succeeded(
  request: DecisionRequest,
  decided: {
    readonly done: readonly number[];
    readonly unknown: readonly number[];
    readonly changed?: number;
    readonly count?: number;
  },
): DecisionResult {
  const { intent, ids, versions } = request;
  const { done, unknown, changed, count = done.length } = decided;
  const changedCount = changed ?? ids.length - done.length - unknown.length;
  const counts = { ids: done, unknownIds: unknown, changedCount, count };
  return { ok: true, intent, ...asDecided(request), ...counts, versions };
}

function failed(
  request: DecisionRequest,
  result: EditConflict | { readonly code: ModerationFailureCode | "invalid" },
): DecisionResult {
  const code = result.code === "invalid" ? "error.parameter" : result.code;
  const failure = { ok: false, intent: request.intent, ...asDecided(request), code } as const;
  if (!("changes" in result) || request.kind === "proposals") return failure;
  const { country, accepted } = result.place;
  return { ...failure, conflict: { country, accepted, changes: result.changes } };
}

function asDecided({ kind, outcome }: DecisionRequest) {
  return { kind, outcome } as DecidedAs;
}
