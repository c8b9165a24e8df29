import {
  changeBetween,
  changedFields,
  type PlaceChange,
  type PlaceContent,
} from "#domain/edits/place-change.ts";
import {
  changeByEdit,
  type PlaceEdit,
  placeEditSchemaWith,
  type ReadWeek,
} from "#domain/edits/place-edit.ts";
import type { EditSource } from "#domain/edits/place-history.ts";
import type { Proposal } from "#domain/edits/proposal.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { SeenReports } from "#domain/moderation/moderation-query.ts";
import type { Place } from "#domain/place/place.ts";
import type { ValidationError } from "#domain/validation/check-fields.ts";
import {
  hasPermission,
  type PermissionFailure,
  permissionFailure,
} from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type OwnWrite, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import { acceptedAndPendingPlaces } from "#server/database/place-visibility.ts";
import { findPendingCorrection, settleCorrection } from "#server/feedback/corrections.ts";
import {
  filterFailure,
  findPendingReport,
  type SettleDeps,
  settleReport,
} from "#server/feedback/reports.ts";
import { findHoursError, openingTimesOf } from "#server/opening/opening-hours.ts";
import { refusingDuplicates } from "#server/places/duplicate-places.ts";
import { type PlaceRow, selectPlaces, toPlace } from "#server/places/place-row.ts";
import { type ProposeFailure, proposeChange } from "./proposals.ts";
import {
  conflictSince,
  contentOfRow,
  type EditConflict,
  type EditDeps,
  lockPlace,
  readPlace,
  type SeenVersion,
  writeEdit,
} from "./write-edit.ts";

/** An edit as the server reads it, its text of opening hours included (docs/product#refused-hours). */
export const placeEditSchema = placeEditSchemaWith(findHoursError);

const readWeek: ReadWeek = (text, site) => openingTimesOf(text, site).times;

/** Faults of an edit that only show beside what the place says. */
interface InvalidEdit {
  readonly ok: false;
  readonly code: "invalid";
  readonly errors: readonly ValidationError[];
}

export type EditPlaceResult =
  /** The place as it is now; unchanged where the edit names nothing that was otherwise. */
  | {
      readonly ok: true;
      readonly made: "edit";
      readonly place: Place;
      /** Whether it has settled the entry that was named. */
      readonly settled: boolean;
    }
  /** The edit waits for staff. */
  | { readonly ok: true; readonly made: "proposal"; readonly proposal: Proposal }
  | EditConflict
  | InvalidEdit
  | ProposeFailure
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" | "error.duplicate" };

/**
 * Way in which a viewer edits a place (docs/product#edit): staff, and a contributor whose own place still
 * waits for acceptance, at once; any other account by a proposal. Null where the viewer may see no
 * such place.
 */
function wayToEdit(
  place: Pick<PlaceRow, "accepted" | "added_by">,
  viewer: Viewer,
): EditSource | "proposal" | null {
  if (permissionFailure(viewer, "proposeEdit") !== null) return null;
  if (hasPermission(viewer, "editPlace")) return "staff";
  if (place.accepted) return "proposal";
  return place.added_by === viewer.userId ? "contributor" : null;
}

/** Report or correction for which an edit is made. */
interface AppliedEntry {
  readonly kind: "report" | "correction";
  readonly id: number;
  /** Reports of the place that were read with that one, and are settled with it. */
  readonly all?: SeenReports | undefined;
}

interface EditRequest {
  readonly placeId: number;
  readonly edit: PlaceEdit;
  readonly version: SeenVersion;
  /** Entry that the edit settles (docs/product#applying-a-report-or-a-correction); null for none. */
  readonly applied?: AppliedEntry | null;
}

/**
 * Edits a place, or proposes the edit (docs/product#edit). Nothing is overwritten that the caller has not seen:
 * where the place was changed since the version given, `error.conflict` has it and the changes. The entry that
 * staff apply is settled in the same transaction.
 */
export function editPlace(
  { database, now, notifyContributor }: SettleDeps,
  { placeId, edit, version, applied = null }: EditRequest,
  viewer: Viewer,
): Promise<EditPlaceResult> {
  const own = { viewer, permission: "proposeEdit", alone: true } as const;
  return refusingDuplicates(() =>
    writeAs(database, own, async (act): Promise<EditPlaceResult> => {
      const { transaction, userId } = act;
      const place = await lockPlace(transaction, placeId);
      const way = place && wayToEdit(place, viewer);
      if (place === null || way === null) return { ok: false, code: "error.notfound" };
      if (version !== "any" && version !== place.version) {
        return conflictSince({ transaction, now }, place, version, viewer);
      }
      const change = changeByEdit(edit, contentOfRow(place), readWeek);
      if (!change.ok) return { ok: false, code: "invalid", errors: change.errors };
      if (way === "proposal") {
        return proposeChange({ transaction, userId }, place, {
          change: change.value,
          note: edit.note,
        });
      }
      await editAtOnce(act, place, change.value, way);
      const settled =
        applied !== null &&
        (await settleApplied(act, { now, notifyContributor }, { applied, placeId, viewer }));
      return {
        ok: true,
        made: "edit",
        place: await readPlace({ transaction, now }, placeId, viewer),
        settled,
      };
    }),
  );
}

/** Settles the entry of an edit; false where the viewer has no such entry that waits and is about the place. */
async function settleApplied(
  act: OwnWrite,
  deps: Pick<SettleDeps, "now" | "notifyContributor">,
  request: { readonly applied: AppliedEntry; readonly placeId: number; readonly viewer: Viewer },
): Promise<boolean> {
  const { applied, placeId, viewer } = request;
  const settlement = { id: applied.id, outcome: "done", reason: "" } as const;
  const database = act.transaction;
  if (applied.kind === "report") {
    const report = await findPendingReport({ database }, applied.id, viewer);
    if (report?.place_id !== placeId) return false;
    const { all } = applied;
    if (all && filterFailure(viewer, all.filter)) return false;
    return (await settleReport(act, deps, { ...settlement, all })).ok;
  }
  const named = { correctionId: applied.id, placeId };
  const correction = await findPendingCorrection({ database }, named, viewer);
  if (correction === null) return false;
  return (await settleCorrection(act, deps, settlement)).ok;
}

async function editAtOnce(act: OwnWrite, place: PlaceRow, change: PlaceChange, source: EditSource) {
  const fields = changedFields(change);
  if (fields.length === 0) return;
  const { transaction, userId } = act;
  const edit_id = await writeEdit(transaction, place, change, { source, accountId: userId });
  if (source !== "staff") return;
  const about = { place_id: place.id, user_id: place.added_by };
  await recordAudit(act, { action: "edit-place", ...about, detail: { edit_id, fields } });
}

/** A place for the page that edits it. */
export interface EditablePlace {
  readonly place: Place;
  /** All that can be edited, also the text of opening hours that `place` leaves out. */
  readonly content: PlaceContent;
  /** Whether an edit of the viewer is made at once; it waits as a proposal otherwise. */
  readonly isAtOnce: boolean;
}

/**
 * A place that the viewer may edit; null where there is none. It may be a contributor's own that waits for
 * acceptance.
 */
export async function findEditablePlace(
  { database, now }: EditDeps,
  placeId: number,
  viewer: Viewer,
): Promise<EditablePlace | null> {
  const [row] = await selectPlaces(database, [placeId], viewer, acceptedAndPendingPlaces);
  const way = row === undefined ? null : wayToEdit(row, viewer);
  if (way === null) return null;
  return {
    // What visitors said is no base of an edit: it stays theirs.
    place: toPlace({ ...row, visitor_facts: null }, now(), viewer),
    content: contentOfRow(row),
    isAtOnce: way !== "proposal",
  };
}

export type SetPlacePositionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" };

/**
 * Sets the position of a place (docs/product#position-of-a-place). From now on it is not
 * approximate, also where the point is the same: they have confirmed it. Only staff may; a line in the audit trail has the old and the new point. `error.notfound` for
 * an unknown or deleted place.
 */
export function setPlacePosition(
  { database }: Pick<EditDeps, "database">,
  { id, position: [longitude, latitude] }: { id: number; position: Coordinates },
  viewer: Viewer,
): Promise<SetPlacePositionResult> {
  return writeAs(database, { viewer, permission: "setPlacePosition" }, async (act) => {
    const place = await lockPlace(act.transaction, id);
    if (!place) return { ok: false, code: "error.notfound" };
    const position = { latitude, longitude, approximate: false };
    const change = changeBetween(contentOfRow(place), { position });
    if (change.position) {
      const made = { source: "staff", accountId: act.userId } as const;
      await writeEdit(act.transaction, place, change, made);
    }
    await recordAudit(act, {
      action: "set-position",
      place_id: id,
      user_id: place.added_by,
      detail: {
        from: [place.longitude, place.latitude],
        to: [longitude, latitude],
        was_approximate: place.position_approximate,
      },
    });
    return { ok: true };
  });
}
