import { type RawBuilder, type Selectable, sql } from "kysely";
import { changeBetween, type PlaceChange } from "#domain/edits/place-change.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import type { NamedPlace } from "#domain/moderation/moderation-queue.ts";
import {
  type EntryKind,
  type EntryPage,
  entriesPerPage,
  entryKinds,
  type ImportEntry,
  type ImportState,
  type ImportSummary,
  type ImportView,
  type ListSource,
  type SourceSummary,
  undoableUntil,
} from "#domain/source-list/import-view.ts";
import type {
  HoursReading,
  RowDoubt,
  RowRefusal,
  SourceRow,
} from "#domain/source-list/source-list.ts";
import { recordOf } from "#domain/validation/record-of.ts";
import { type PermissionFailure, permissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { coordinateSystems } from "#server/import/source-list/read-source-list.ts";
import {
  mergeListed,
  type RowUndo,
  readListedRows,
} from "#server/import/toilets/import-toilets.ts";
import { type ImportedFields, importedContent } from "#server/places/import-record.ts";
import { type PlaceRow, selectPlaces } from "#server/places/place-row.ts";
import type { Context } from "#server/use-case-context.ts";
import { hasLaterImport } from "./list-imports.ts";
import { listedRowOf } from "./listed-row.ts";

type ReadDeps = Pick<Context, "database" | "now">;

type Failed<Code extends string = never> = {
  readonly ok: false;
  readonly code: PermissionFailure | Code;
};

/** Maximum number of missing places that an import names, and of imports in their list. */
const maxMissing = 50;
const maxImports = 20;

interface ImportRow {
  readonly id: number;
  readonly list: string | null;
  readonly file_name: string;
  readonly state: ImportState;
  readonly read: Pick<ImportView, "columns" | "firstRows" | "asksWinter"> | null;
  readonly mapping: ImportView["mapping"] | null;
  readonly failure: ImportView["failure"];
  readonly at: Date;
  readonly ended_at: Date | null;
  readonly is_followed: boolean;
}

interface RowCounts {
  readonly import_id: number;
  readonly kind: EntryKind;
  readonly hours: HoursReading["kind"];
  readonly count: number;
  readonly changing: number;
  readonly done: number;
  readonly undone: number;
}

/** An import with a page of its entries of a kind; by default the first kind that has any. */
export async function readImport(
  deps: ReadDeps,
  query: { readonly id: number; readonly kind?: EntryKind | undefined; readonly page?: number },
  viewer: Viewer,
): Promise<
  | { readonly ok: true; readonly view: ImportView; readonly entries: EntryPage }
  | Failed<"error.notfound">
> {
  const code = permissionFailure(viewer, "importLists");
  if (code) return { ok: false, code };
  const { database, now } = deps;
  const { id, page = 1 } = query;
  const [row] = await readImportRows(database, sql`list_import.id = ${id}`);
  if (!row) return { ok: false, code: "error.notfound" };
  const counted = await countRows(database, [id]);
  const source = row.list === null ? undefined : await findSource(database, row.list);
  const { ids: missing, count: missingCount } = await findMissing(database, row);
  const named = await findPlaces(database, missing, viewer);
  const view: ImportView = {
    ...summaryOf(row, counted, now()),
    columns: row.read?.columns ?? [],
    mapping: row.mapping ?? { columns: {} },
    firstRows: row.read?.firstRows ?? [],
    asksWinter: row.read?.asksWinter ?? false,
    coordinateSystems: row.read ? coordinateSystems : [],
    changing: sum(counted, ({ changing }) => changing),
    hours: recordOf(["read", "asks-winter", "unknown", "none"] as const, (kind) =>
      sum(counted, ({ hours, count }) => (hours === kind ? count : 0)),
    ),
    missing: missing.flatMap((place) => toNamed(named.get(place))),
    missingCount,
    source: source ? toListSource(source) : null,
    failure: row.failure,
  };
  const kind = query.kind ?? entryKinds.find((some) => view.counts[some] > 0) ?? "new";
  const entries = await readEntries(deps, { id, list: row.list, kind, page }, viewer);
  return { ok: true, view, entries: { kind, page, entries } };
}

async function readImportRows(database: Database, isWanted: RawBuilder<unknown>) {
  const { rows } = await sql<ImportRow>`
    select id, list, file_name, state, read, mapping, failure, at, ended_at,
      ${hasLaterImport} as is_followed from list_import
    where ${isWanted} order by id desc limit ${maxImports}`.execute(database);
  return rows;
}

/** Numbers of the rows of imports, by kind and hours. */
async function countRows(database: Database, ids: readonly number[]): Promise<RowCounts[]> {
  const { rows } = await sql<RowCounts>`
    select import_id, kind, row -> 'hours' ->> 'kind' as hours, count(*)::int as count,
      count(*) filter (where is_changing)::int as changing,
      count(outcome)::int as done, count(*) filter (where outcome = 'undone')::int as undone
    from list_row where import_id = any(${[...ids]}::int[])
    group by import_id, kind, hours`.execute(database);
  return rows;
}

function summaryOf(row: ImportRow, all: readonly RowCounts[], now: Date) {
  const { id, file_name: fileName, state, at, ended_at } = row;
  const counted = all.filter(({ import_id }) => import_id === id);
  const until = ended_at && undoableUntil(ended_at);
  const isUndoable = state === "done" && !row.is_followed && until !== null && until >= now;
  return {
    ...{ id, fileName, state, at: at.toISOString(), endedAt: ended_at?.toISOString() ?? null },
    counts: recordOf(entryKinds, (kind) =>
      sum(counted, (row) => (row.kind === kind ? row.count : 0)),
    ),
    progress: progressOf(state, counted),
    undoableUntil: isUndoable ? until.toISOString() : null,
  };
}

function progressOf(state: ImportState, counted: readonly RowCounts[]): number {
  if (state !== "running" && state !== "undoing") return state === "reading" ? 0 : 1;
  const taken = counted.filter(({ kind }) => kind !== "look");
  const done = sum(taken, (row) => (state === "running" ? row.done : row.undone));
  return (
    done /
    Math.max(
      1,
      sum(taken, ({ count }) => count),
    )
  );
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

async function findSource(database: Database, name: string) {
  const [source] = await database
    .selectFrom("source_list")
    .selectAll()
    .where("name", "=", name)
    .execute();
  return source;
}

function toListSource(source: Selectable<Schema["source_list"]>): ListSource {
  const { name, title, licence, attribution, link, allows_passing_on, address } = source;
  return {
    ...{ name, title, licence, attribution, link, address: address ?? "" },
    allowsPassingOn: allows_passing_on,
  };
}

/** Places that the list had before and that an import lacks. */
export async function findMissing(
  database: Database,
  { id, list }: Pick<ImportRow, "id" | "list">,
) {
  // `not exists` would compare each with each: for the planner a list that has just come has one row.
  const { rows } = await sql<{ id: number }>`
    select place_id as id from listed_place join place on place.id = place_id
    where list = ${list} and last_import <= ${id} and deleted_at is null and key not in (
      select list_row.key from list_row where import_id = ${id} and kind <> 'left-out'
    ) order by place_id`.execute(database);
  const ids = rows.map((row) => row.id);
  return { ids: ids.slice(0, maxMissing), count: ids.length };
}

interface EntryRow {
  readonly id: number;
  readonly import_id: number;
  readonly list: string | null;
  readonly kind: EntryKind;
  readonly reason: RowRefusal | RowDoubt | null;
  readonly place_id: number | null;
  readonly near: readonly number[];
  readonly row: SourceRow;
  readonly fields: ImportedFields | null;
  readonly undo: RowUndo | null;
  readonly outcome: string | null;
  readonly last: Partial<ImportedFields> | null;
}

async function readEntries(
  deps: ReadDeps,
  query: { id: number; list: string | null; kind: EntryKind; page: number },
  viewer: Viewer,
): Promise<ImportEntry[]> {
  const { id, kind, page } = query;
  const { rows } = await sql<{ id: number }>`
    select id from list_row where import_id = ${id} and kind = ${kind}
    order by is_changing desc, line offset ${(page - 1) * entriesPerPage} limit ${entriesPerPage}`.execute(
    deps.database,
  );
  const entries = await readRowEntries(
    deps,
    rows.map((row) => row.id),
    viewer,
  );
  return rows.flatMap((row) => entries.get(row.id)?.entry ?? []);
}

/** Entries of rows by their ids. */
export async function readRowEntries(
  deps: ReadDeps,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Map<number, { readonly list: string; readonly at: Date; readonly entry: ImportEntry }>> {
  const { rows } = await sql<EntryRow & { title: string | null; file_name: string; at: Date }>`
    select list_row.*, list_import.list, title, list_import.file_name,
      coalesce(ended_at, at) as at, listed_place.fields as last
    from list_row join list_import on list_import.id = import_id
      left join source_list on source_list.name = list_import.list
      left join listed_place on listed_place.list = list_import.list
        and listed_place.key = list_row.key
    where list_row.id = any(${[...ids]}::int[])`.execute(deps.database);
  const placeIds = rows.flatMap(({ place_id, near }) => [...(place_id ? [place_id] : []), ...near]);
  const places = await findPlaces(deps.database, placeIds, viewer);
  const present = await readListedRows(
    deps.database,
    rows.flatMap(({ place_id }) => place_id ?? []),
  );
  return new Map(
    rows.map((row) => {
      const merged = changesOf(row, present);
      const entry = toEntry(row, places, merged);
      return [row.id, { list: row.title ?? row.file_name, at: row.at, entry }];
    }),
  );
}

type Changes = Pick<ImportEntry, "change" | "kept">;

/** Changes of a row's place: those made where it is taken over, else those that it would make now. */
function changesOf(
  { row, fields, last, list, place_id, kind, undo, outcome }: EntryRow,
  present: Awaited<ReturnType<typeof readListedRows>>,
): Changes {
  const place = present.get(place_id ?? 0);
  if (kind !== "here" || !place || !fields) return { change: {}, kept: {} };
  const merge = mergeListed(listedRowOf({ row, fields, placeId: place_id, last }, list), place);
  if (outcome === null) return merge;
  const content = (of: Partial<ImportedFields>) => importedContent(of, place.position_approximate);
  const change: PlaceChange = undo ? changeBetween(content(undo.before), content(undo.after)) : {};
  return { change, kept: merge.kept };
}

function toEntry(
  { kind, reason, place_id, near, row, fields }: EntryRow,
  places: ReadonlyMap<number, PlaceRow>,
  { change, kept }: Changes,
): ImportEntry {
  const { line, key, tags, hours } = row;
  const position = fields && ([fields.location.longitude, fields.location.latitude] as const);
  const { name, "addr:street": street, "addr:city": city } = tags;
  return {
    ...{ kind, line, key, position, hours, change, kept },
    title: name ?? ([street, city].filter(Boolean).join(", ") || (row.address ?? "")),
    country: fields?.country ?? null,
    says: fields ? importedContent(fields, false) : {},
    place: place_id === null ? null : (toNamed(places.get(place_id))[0] ?? null),
    doubt: kind === "look" ? (reason as RowDoubt) : null,
    refusal: kind === "left-out" ? (reason as RowRefusal) : null,
    near: near.flatMap((id) => {
      const place = places.get(id);
      if (!place || !position) return [];
      const distance = distanceMeters(position, [place.longitude, place.latitude]);
      return toNamed(place).map((named) => ({ ...named, distance }));
    }),
  };
}

async function findPlaces(database: Database, ids: readonly number[], viewer: Viewer) {
  const rows = await selectPlaces(database, ids, viewer);
  return new Map(rows.map((row) => [row.id, row]));
}

function toNamed(row: PlaceRow | undefined): NamedPlace[] {
  if (!row) return [];
  const { id, country, city, address, comments, accepted } = row;
  return [{ id, country, city, address, comments, accepted }];
}

/** The latest imports, and the sources. */
export async function listSources(
  { database, now }: ReadDeps,
  viewer: Viewer,
): Promise<
  | {
      readonly ok: true;
      readonly imports: readonly ImportSummary[];
      readonly sources: readonly SourceSummary[];
    }
  | Failed
> {
  const code = permissionFailure(viewer, "importLists");
  if (code) return { ok: false, code };
  const rows = await readImportRows(database, sql`true`);
  const counted = await countRows(
    database,
    rows.map(({ id }) => id),
  );
  const sources = await database
    .selectFrom("source_list")
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom("listed_place")
        .select(({ fn }) => fn.count<number>("place_id").as("places"))
        .whereRef("list", "=", "source_list.name")
        .as("places"),
    )
    .orderBy("title")
    .execute();
  const titles = new Map(sources.map(({ name, title }) => [name, title]));
  return {
    ok: true,
    imports: rows.map((row) => ({
      ...summaryOf(row, counted, now()),
      title: titles.get(row.list ?? "") ?? null,
    })),
    sources: sources.map((source) => ({
      ...toListSource(source),
      places: Number(source.places),
      checkedAt: source.checked_at?.toISOString() ?? null,
      failure: source.failure,
    })),
  };
}
