import { type RawBuilder, sql } from "kysely";
import {
  changeBetween,
  changedFields,
  type EditField,
  type FieldState,
  meetChange,
  type PlaceChange,
  type PlaceContent,
  pickFields,
  reverseChange,
} from "#domain/edits/place-change.ts";
import type {
  EditSource,
  HistoryKind,
  HistoryLine,
  PlaceHistory,
} from "#domain/edits/place-history.ts";
import { editsPerPage } from "#domain/edits/proposal.ts";
import type { AuditAction } from "#domain/moderation/moderation-queue.ts";
import type { Place } from "#domain/place/place.ts";
import type { ValidationError } from "#domain/validation/check-fields.ts";
import { hasPermission, type PermissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { recordAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";
import { acceptedAndPendingPlaces, visibleTo } from "#server/database/place-visibility.ts";
import { refusingDuplicates } from "#server/places/duplicate-places.ts";
import { differingSource, type ImportRecord } from "#server/places/import-record.ts";
import { type PlaceRow, selectPlaces } from "#server/places/place-row.ts";
import {
  contentOfRow,
  type EditConflict,
  type EditDeps,
  lockPlace,
  readPlace,
  writeEdit,
} from "./write-edit.ts";

interface LineRow {
  readonly kind: HistoryKind;
  readonly at: Date;
  readonly by: EditSource;
  readonly account: string | null;
  readonly edit_id: number | null;
  readonly version: number;
  readonly changes: PlaceChange;
  readonly takes_back: number | null;
  readonly proposed: boolean;
  readonly list: HistoryLine["list"] | null;
}

/**
 * History of a place, newest first (docs/product#history); null where the viewer may see no such place. The
 * contributor of a place that waits for acceptance sees its history as well.
 */
export async function readPlaceHistory(
  { database }: Pick<EditDeps, "database">,
  { placeId, page }: { placeId: number; page: number },
  viewer: Viewer,
): Promise<PlaceHistory | null> {
  const [row] = await selectPlaces(database, [placeId], viewer, acceptedAndPendingPlaces);
  if (row === undefined || !maySee(row, viewer)) return null;
  const lines = historyLines(placeId, {
    includesPending: isOwn(row, viewer) || seesPending(viewer),
  });
  const { rows } = await sql<LineRow>`
    select line.*, account.email as account,
      case when title is not null then jsonb_build_object('title', title, 'link', link) end as list
    from (${lines}) as line left join account on account.id = account_id
      left join source_list on source_list.name = line.list_name
    order by at desc, kind = 'added', edit_id desc
    offset ${(page - 1) * editsPerPage} limit ${editsPerPage}`.execute(database);
  const { total, imported } = await readAround(database, placeId, lines);
  const content = contentOfRow(row);
  const isOfList = row.osm_id?.startsWith("list/") ?? false;
  const differing = imported === null || isOfList ? {} : differingSource(imported, content);
  const seesNames = hasPermission(viewer, "seeContributors");
  return {
    place_id: placeId,
    version: row.version,
    page,
    per_page: editsPerPage,
    total,
    lines: rows.map((line) => toHistoryLine(line, content, seesNames)),
    ...(row.osm_id !== null && { osm_id: row.osm_id }),
    ...(Object.keys(differing).length > 0 && { imported: differing }),
  };
}

function maySee(row: PlaceRow, viewer: Viewer): boolean {
  return row.accepted || isOwn(row, viewer) || seesPending(viewer);
}

const isOwn = ({ added_by }: PlaceRow, { userId }: Viewer) =>
  userId !== null && added_by === userId;

const seesPending = (viewer: Viewer) => visibleTo(viewer).includeUnaccepted;

/** Acts of moderation that the history tells, by the words of the audit trail. */
const shownActs: Partial<Record<AuditAction, HistoryKind>> = {
  "accept-place": "accepted",
  "undo-accept-place": "unaccepted",
  "delete-place": "deleted",
  "restore-place": "restored",
  "import-delete-place": "deleted",
  "import-restore-place": "restored",
  "undo-list-import": "deleted",
};

const actsOfImports: readonly AuditAction[] = [
  ...(["import-delete-place", "import-restore-place"] as const),
  "undo-list-import",
];

/**
 * Lines of a place. One that needed no acceptance was added by staff.
 *
 * @param includesPending whether edits from before its acceptance are in it: what staff removed then was never public
 */
function historyLines(
  placeId: number,
  { includesPending }: { includesPending: boolean },
): RawBuilder<unknown> {
  const isShown = includesPending
    ? sql`true`
    : sql`not exists (
        select from audit
        where place_id = ${placeId} and action = 'accept-place' and audit.at > place_edit.at
      )`;
  const kinds = Object.entries(shownActs).map(
    ([action, kind]) => sql`when action = ${action} then ${kind}`,
  );
  return sql`
    select 'edited' as kind, at, source as by, account_id, id as edit_id, version, changes, takes_back,
      proposal_id is not null as proposed, list as list_name
    from place_edit where place_id = ${placeId} and ${isShown}
    union all
    select case ${sql.join(kinds, sql` `)} end, at,
      case when action = any(${actsOfImports}::text[]) then 'import' else 'staff' end,
      actor, null, null, null, null, false, null
    from audit where place_id = ${placeId} and action = any(${Object.keys(shownActs)}::text[])
    union all
    select 'added', added, case
        when osm_id is not null or imported is not null or sample then 'import'
        when accepted and not exists (
          select from audit where place_id = place.id and action = 'accept-place'
        ) then 'staff'
        else 'contributor' end,
      added_by, null, null, null, null, false,
      case when imported ->> 'source' like 'list/%' then substr(imported ->> 'source', 6) end
    from place where id = ${placeId}`;
}

async function readAround(database: Database, placeId: number, lines: RawBuilder<unknown>) {
  const { rows } = await sql<{ total: number; imported: ImportRecord | null }>`
    select (select count(*) from (${lines}) as line) as total, imported
    from place where id = ${placeId}`.execute(database);
  return rows[0];
}

function toHistoryLine(row: LineRow, content: PlaceContent, seesNames: boolean): HistoryLine {
  const { kind, by, edit_id, version, changes, takes_back, proposed, list } = row;
  return {
    ...{ kind, at: row.at.toISOString(), by },
    ...(list && { list }),
    ...(seesNames && { account: row.account }),
    ...(edit_id !== null && {
      edit: {
        ...{ id: edit_id, version, changes, proposed },
        standing: currentFields(content, changes),
        ...(takes_back !== null && { takes_back }),
      },
    }),
  };
}

/** Fields of an edit that are still as it left them. */
function currentFields(content: PlaceContent, changes: PlaceChange): EditField[] {
  const states = meetChange(content, reverseChange(changes));
  return [...states].filter(([, state]) => state === "open").map(([field]) => field);
}

export type TakeBackResult =
  | { readonly ok: true; readonly place: Place }
  /** With the fields that were changed again since, from the value of the edit to that of now. */
  | EditConflict
  | { readonly ok: false; readonly code: "invalid"; readonly errors: readonly ValidationError[] }
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" | "error.duplicate" };

/**
 * Takes an edit back, in all its fields or in those that are named (docs/product#taking-back): each gets the
 * value that it had before. Where one of them was changed again since, nothing is taken back. A field that has
 * the value from before already stays as it is.
 *
 * @param request.fields null for all
 */
export function takeBackEdit(
  { database, now }: EditDeps,
  request: { placeId: number; editId: number; fields: readonly EditField[] | null },
  viewer: Viewer,
): Promise<TakeBackResult> {
  const { placeId, editId, fields } = request;
  return refusingDuplicates(() =>
    writeAs(
      database,
      { viewer, permission: "takeBackEdit" },
      async (act): Promise<TakeBackResult> => {
        const { transaction, userId } = act;
        const place = await lockPlace(transaction, placeId);
        const edit = await transaction
          .selectFrom("place_edit")
          .select("changes")
          .where("id", "=", editId)
          .where("place_id", "=", placeId)
          .executeTakeFirst();
        if (!place || !edit) return { ok: false, code: "error.notfound" };
        const all = changedFields(edit.changes);
        if (fields?.some((field) => !all.includes(field)))
          return { ok: false, code: "invalid", errors: invalidFields };
        const content = contentOfRow(place);
        const change = reverseChange(pickFields(edit.changes, fields ?? all));
        const states = meetChange(content, change);
        const inState = (wanted: FieldState) =>
          [...states].filter(([, state]) => state === wanted).map(([field]) => field);
        const changed = inState("changed");
        if (changed.length > 0) {
          const left = Object.fromEntries(changed.map((field) => [field, edit.changes[field]?.to]));
          const changes = reverseChange(changeBetween(content, left));
          const now_ = await readPlace({ transaction, now }, placeId, viewer);
          return { ok: false, code: "error.conflict", place: now_, changes };
        }
        const open = pickFields(change, inState("open"));
        if (changedFields(open).length > 0) {
          const made = { source: "staff", accountId: userId, takesBack: editId } as const;
          await writeEdit(transaction, place, open, made);
          const detail = { edit_id: editId, fields: changedFields(open) };
          await recordAudit(act, {
            ...{ action: "take-back", place_id: placeId, user_id: place.added_by, detail },
          });
        }
        return { ok: true, place: await readPlace({ transaction, now }, placeId, viewer) };
      },
    ),
  );
}

export type EmptyEditResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" };

/**
 * Takes what an edit says out of the history for good, such as a person's name: its line stays, with who and when
 * (docs/product#emptied-lines). The place keeps what it says now. Staff's right, with a line in the audit trail.
 */
export function emptyEdit(
  { database }: Pick<EditDeps, "database">,
  { placeId, editId }: { readonly placeId: number; readonly editId: number },
  viewer: Viewer,
): Promise<EmptyEditResult> {
  return writeAs<EmptyEditResult>(database, { viewer, permission: "takeBackEdit" }, async (act) => {
    const { transaction } = act;
    // Nothing else changes what an edit says.
    const { numAffectedRows } = await sql`
      update place_edit set changes = '{}' where id = ${editId} and place_id = ${placeId}`.execute(
      transaction,
    );
    if (numAffectedRows !== 1n) return { ok: false, code: "error.notfound" };
    const detail = { edit_id: editId };
    await recordAudit(act, { action: "empty-edit", place_id: placeId, detail });
    return { ok: true };
  });
}

const invalidFields = [{ field: "fields", code: "error.parameter" }] as const;
