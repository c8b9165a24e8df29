import { isDeepStrictEqual } from "node:util";
import { sql, type Transaction } from "kysely";
import { changeBetween, changedFields, type PlaceChange } from "#domain/edits/place-change.ts";
import { placeFacts } from "#domain/place/place-facts.ts";
import type { RowRefusal } from "#domain/source-list/source-list.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { recordEdits } from "#server/edits/write-edit.ts";
import type { OsmElement, OsmTags } from "#server/import/osm-element.ts";
import { KeyClaims, keyAt } from "#server/places/duplicate-places.ts";
import {
  columnsOfFields,
  type ImportedFields,
  type ImportRecord,
  importedContent,
  importedFieldsOf,
} from "#server/places/import-record.ts";
import type { PlaceRow } from "#server/places/place-row.ts";
import {
  ensureReferred,
  groupsOf,
  type ImportedRow,
  importedRowColumns,
  isFact,
  isTransaction,
  isUnknown,
  mergeImportedFields,
  type PlaceUpdate,
  retryWhenTaken,
  toPlaces,
  updatePlaces,
  valueIn,
  withGroups,
} from "./import-places.ts";
import { ImportReport } from "./import-report.ts";
import type { FieldGroup } from "./imported-place.ts";
import { deletePlaces, findUntouched } from "./remove-gone-places.ts";
import { TownFinder } from "./surroundings.ts";

/** A row of a source list with the fields of its place. */
export interface ListedRow {
  /** `list/vienna/17`: id of a place that the list brings. */
  readonly osmId: string;
  readonly tags: OsmTags;
  /** As an import of the row alone would bring them. */
  readonly fields: ImportedFields;
  /** The place that it is; null for a new one. */
  readonly placeId: number | null;
  /** What the list said of it last; null where it is new to the list. */
  readonly last: Partial<ImportedFields> | null;
  /** Whether the row itself says where it is: else the position of its fields is that of its address. */
  readonly isPlaced: boolean;
  /** The list's own words of opening hours that could not be read; null where there are none. */
  readonly words: string | null;
}

/** What a row changes of its place. */
export interface ListedMerge {
  /** The groups of fields that the row states. */
  readonly stated: Partial<ImportedFields>;
  readonly current: ImportedFields;
  /** The place after the import. */
  readonly fields: ImportedFields;
  readonly changed: readonly FieldGroup[];
  readonly change: PlaceChange;
  /** Fields that stay as people set them, each with what the row says. */
  readonly kept: PlaceChange;
}

/** What an undo of a row writes back. */
export interface RowUndo {
  /** Changed groups of fields; null where the import added the place. */
  readonly changed: readonly FieldGroup[] | null;
  readonly before: Partial<ImportedFields>;
  readonly after: Partial<ImportedFields>;
  readonly record: ImportRecord | null;
  readonly listed: PlaceRow["listed"];
}

/** Result of a row's import. */
export type ListedResult =
  | {
      readonly outcome: "added" | "changed" | "same";
      readonly placeId: number;
      readonly stated: Partial<ImportedFields>;
      readonly undo: RowUndo;
    }
  | { readonly outcome: "left-out"; readonly reason: RowRefusal };

interface ListedImport {
  readonly database: Database;
  /** Name of the list. */
  readonly list: string;
  readonly now: Date;
}

/** Fields of rows' places by the rows' ids, or why a row cannot be a place. */
type ReadListedFields = (
  elements: readonly OsmElement[],
) => Promise<Map<string, ImportedFields | RowRefusal>>;

/** @param homeCountry ISO 3166-1 alpha-2, to detect swapped coordinates */
export async function openListedFields(
  database: Database,
  { homeCountry, now }: { readonly homeCountry: string | null; readonly now: Date },
): Promise<ReadListedFields> {
  const towns = await TownFinder.load(database, null);
  return async (elements) => {
    const report = new ImportReport();
    const places = await toPlaces({ database, towns, homeCountry, now, report }, elements);
    const swapped = report.remarks.flatMap((remark) =>
      remark.kind === "swapped" ? [remark.osmId] : [],
    );
    return new Map<string, ImportedFields | RowRefusal>([
      ...elements.map(({ osmId }) => [osmId, "no-country"] as const),
      ...swapped.map((osmId) => [osmId, "swapped"] as const),
      ...places.map(({ osmId, fields }) => [osmId, fields] as const),
    ]);
  };
}

/**
 * Imports some hundred rows of a source list, in one short transaction: adds places and changes those that are here
 * (docs/product#source-lists). A second import of the same rows changes nothing. Given a transaction, it is part of that.
 *
 * @param store writes what the list said, in the same transaction
 * @returns the results in the order of the rows
 */
export function importListed(
  job: ListedImport,
  rows: readonly ListedRow[],
  store: (transaction: Transaction<Schema>, results: readonly ListedResult[]) => Promise<void>,
): Promise<ListedResult[]> {
  return retryWhenTaken(async () => {
    // Before the transaction: other writers of a new schedule or set wait until it is committed.
    await ensureReferred(job.database, rows);
    const write = async (transaction: Transaction<Schema>) => {
      const results = await writeRows(transaction, rows, job);
      await store(transaction, results);
      return results;
    };
    const { database } = job;
    return isTransaction(database) ? write(database) : database.transaction().execute(write);
  });
}

async function writeRows(
  transaction: Transaction<Schema>,
  rows: readonly ListedRow[],
  { list, now }: ListedImport,
): Promise<ListedResult[]> {
  const results = new Map<ListedRow, ListedResult>();
  const stored = await lockRows(transaction, rows);
  const { rows: deleted } = await sql<{ osm_id: string }>`
    select osm_id from left_out_element
    where osm_id = any(${rows.map(({ osmId }) => osmId)}::text[])`.execute(transaction);
  const unwanted = new Set(deleted.map(({ osm_id }) => osm_id));
  const claims = await KeyClaims.open(transaction, [
    ...rows.map(({ fields }) => keyAt(fields.named, fields.location)),
    ...[...stored.values()].map((row) => keyAt(row, row)),
  ]);
  const added: { row: ListedRow; key: string }[] = [];
  const updates: { row: ListedRow; update: PlaceUpdate; merge: ListedMerge }[] = [];
  for (const row of rows) {
    const before = stored.get(row);
    const isDeletedHere = before?.deleted_at && !before.deleted_by_import;
    const isGone = before === undefined && row.placeId !== null;
    if (isDeletedHere || isGone || unwanted.has(row.osmId)) {
      results.set(row, { outcome: "left-out", reason: "deleted-here" });
    } else if (before) {
      const merge = mergeListed(row, before);
      updates.push({ row, merge, update: toUpdate(row, { before, merge, claims, list }) });
    } else {
      const claim = claims.claim(row.fields, row.osmId, null);
      if (claim.ok) added.push({ row, key: claim.key });
      else results.set(row, { outcome: "left-out", reason: "double" });
    }
  }
  const edits = await updatePlaces(
    transaction,
    updates.map(({ update }) => update),
    now,
    list,
  );
  await recordEdits(transaction, edits);
  for (const { row, merge, update } of updates) {
    const { before, isReturning, isChanged } = update;
    const { changed, stated, current, fields } = merge;
    const undo: RowUndo = {
      changed: isReturning ? null : changed,
      before: pickGroups(current, changed),
      after: pickGroups(fields, changed),
      record: before.imported,
      listed: before.listed,
    };
    const outcome = isReturning ? "added" : isChanged ? "changed" : "same";
    results.set(row, { outcome, placeId: before.id, stated, undo });
  }
  const ids = await addPlaces(transaction, added, list);
  for (const [index, { row }] of added.entries()) {
    const undo = { changed: null, before: {}, after: {}, record: null, listed: null };
    const stated = statedFields(row, null);
    results.set(row, { outcome: "added", placeId: ids[index], stated, undo });
  }
  return rows.map((row) => results.get(row)!);
}

async function addPlaces(
  transaction: Transaction<Schema>,
  added: readonly { row: ListedRow; key: string }[],
  list: string,
): Promise<number[]> {
  if (added.length === 0) return [];
  const referred = await ensureReferred(
    transaction,
    added.map(({ row }) => row),
  );
  const columns = added.map(({ row, key }, index) => ({
    ...columnsOfFields(row.fields),
    ...referred[index],
    osm_id: row.osmId,
    dup_key: key,
    // The operator is responsible for imported places.
    accepted: true,
    position_approximate: !row.isPlaced,
    imported: JSON.stringify(recordOf(row, list)),
    listed: JSON.stringify(withList(null, list, row.words)),
  }));
  const inserted = await transaction
    .insertInto("place")
    .values(columns)
    .returning(["id", "osm_id"])
    .execute();
  const idOf = new Map(inserted.map(({ id, osm_id }) => [osm_id, id]));
  return added.map(({ row }) => idOf.get(row.osmId)!);
}

const recordOf = ({ fields }: ListedRow, list: string): ImportRecord => ({
  source: `list/${list}`,
  fields,
});

function withList(
  listed: PlaceRow["listed"],
  list: string,
  words: string | null,
): NonNullable<PlaceRow["listed"]> {
  return { ...listed, [list]: words === null ? {} : { hours: words } };
}

function toUpdate(
  row: ListedRow,
  given: { before: ImportedRow; merge: ListedMerge; claims: KeyClaims; list: string },
): PlaceUpdate {
  const { before, merge, claims, list } = given;
  const { current, changed } = merge;
  const isReturning = before.deleted_at !== null;
  const isElsewhere = changed.some((group) => group === "named" || group === "location");
  const claim =
    isElsewhere || isReturning
      ? claims.claim(merge.fields, row.osmId, before.id)
      : ({ ok: true, key: before.dup_key } as const);
  // Another place has these words: this one keeps its own.
  const fields = claim.ok ? merge.fields : withGroups(merge.fields, ["named", "location"], current);
  return {
    ...{ before, current, fields, isReturning, confirmed: null },
    isChanged: groupsOf(current).some(
      (group) => !isDeepStrictEqual(valueIn(current, group), valueIn(fields, group)),
    ),
    record: isOwn(row, before) ? recordOf(row, list) : null,
    listed: withList(before.listed, list, row.words),
    key: claim.ok ? claim.key : before.dup_key,
  };
}

const isOwn = ({ osmId }: ListedRow, before: ImportedRow) => before.osm_id === osmId;

/** The rows' places, by id or by the row's own element, locked until the transaction ends. */
async function lockRows(
  transaction: Database,
  rows: readonly ListedRow[],
): Promise<Map<ListedRow, ImportedRow>> {
  const ids = rows.flatMap(({ placeId }) => placeId ?? []);
  const osmIds = rows.flatMap(({ placeId, osmId }) => (placeId === null ? [osmId] : []));
  // By itself: a row that is joined and was changed during the wait would be missed.
  const { rows: locked } = await sql<{ id: number }>`
    select id from place where id = any(${ids}::int[]) or osm_id = any(${osmIds}::text[])
    order by id for update`.execute(transaction);
  const places = await readListedRows(
    transaction,
    locked.map(({ id }) => id),
  );
  const byOsmId = new Map([...places.values()].map((place) => [place.osm_id, place]));
  return new Map(
    rows.flatMap((row) => {
      const place = row.placeId === null ? byOsmId.get(row.osmId) : places.get(row.placeId);
      return place ? [[row, place]] : [];
    }),
  );
}

/** Places by their ids, deleted ones included. */
export async function readListedRows(
  database: Database,
  ids: readonly number[],
): Promise<Map<number, ImportedRow>> {
  const { rows } = await sql<ImportedRow>`
    select ${importedRowColumns} from place join schedule on schedule.id = schedule_id
    where place.id = any(${[...ids]}::int[])`.execute(database);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Merge of a row with the place that it is. What the row states replaces what is unknown, what the list said last, and
 * what OpenStreetMap's file says; what people set here stays. What the list no longer states is as without it.
 */
export function mergeListed(row: ListedRow, before: ImportedRow): ListedMerge {
  const current = importedFieldsOf(before);
  const stated = statedFields(row, isOwn(row, before) ? null : current);
  const elsewhere = isOwn(row, before) ? row.fields : before.imported?.fields;
  const { last } = row;
  const groups = groupsOf(current);
  const next = withGroups(
    withGroups(
      current,
      groups.filter((group) => group !== "location" && isStated(group, last ?? {})),
      elsewhere ?? unknownFields(current),
    ),
    groups.filter((group) => isStated(group, stated)),
    stated,
  );
  const lastValue = (group: FieldGroup) => {
    if (isUnknown(group, current)) return valueIn(current, group);
    if (last && isStated(group, last)) return valueIn(last, group);
    return before.imported ? valueIn(before.imported.fields, group) : undefined;
  };
  const former = fieldsOfGroups(groups, lastValue);
  const { fields, changed, kept } = mergeImportedFields(current, former, next);
  const { position_approximate } = before;
  const changeTo = (to: ImportedFields) =>
    changeBetween(
      importedContent(current, position_approximate),
      importedContent(to, position_approximate),
    );
  return {
    ...{ stated, current, fields, changed },
    change: changeTo(fields),
    kept: changeTo(withGroups(current, kept, next)),
  };
}

/** Whether a merge changes what people see of the place. */
export function isChanging({ change }: ListedMerge): boolean {
  return changedFields(change).length > 0;
}

/** The groups that a row states. @param current the place that it is, of another source; null for the list's own */
function statedFields(
  { tags, fields, isPlaced }: Pick<ListedRow, "tags" | "fields" | "isPlaced">,
  current: ImportedFields | null,
): Partial<ImportedFields> {
  const { location, price, opening, named } = fields;
  const statesPrice = price.isKnown || price.costs === true;
  const hasStreet = (tags["addr:street"] ?? tags["addr:place"]) !== undefined;
  const hasName = (tags.name ?? tags.description) !== undefined;
  const statesNamed = current === null || hasStreet || hasName || tags["addr:city"] !== undefined;
  return {
    ...(isPlaced && { location }),
    ...(statesNamed && {
      named: {
        city: current && !tags["addr:city"] ? current.named.city : named.city,
        address: current && !hasStreet ? current.named.address : named.address,
        comments: current && !hasName ? current.named.comments : named.comments,
      },
    }),
    ...(statesPrice && { price }),
    ...(opening.text !== null && { opening }),
    facts: fields.facts,
    ...(current === null && { country: fields.country, attributes: fields.attributes }),
  };
}

function isStated(group: FieldGroup, stated: Partial<ImportedFields>): boolean {
  // A price states the charge too.
  if (group === "charge" && stated.price) return true;
  return isFact(group) ? stated.facts?.[group] !== undefined : group in stated;
}

/** A place without any known fact. */
function unknownFields({ country, location, named, attributes }: ImportedFields): ImportedFields {
  return {
    ...{ country, location, named, attributes, facts: {} },
    price: { price: null, isKnown: false },
    opening: { times: Array<string>(7).fill("-"), text: null, isComplete: null },
  };
}

function fieldsOfGroups(
  groups: readonly FieldGroup[],
  value: (group: FieldGroup) => unknown,
): ImportedFields {
  const entries = (some: readonly FieldGroup[]) =>
    Object.fromEntries(some.map((group) => [group, value(group)]));
  return {
    ...entries(groups.filter((group) => !isFact(group))),
    facts: entries(placeFacts.filter((fact) => groups.includes(fact))),
  } as unknown as ImportedFields;
}

function pickGroups(
  fields: ImportedFields,
  groups: readonly FieldGroup[],
): Partial<ImportedFields> {
  return fieldsOfGroups(groups, (group) => valueIn(fields, group));
}

/** A row of an import that is undone. */
export interface UndoneRow {
  readonly placeId: number;
  readonly undo: RowUndo;
}

/**
 * Undoes rows of an import, in the transaction given: places that it added go where people have contributed nothing
 * since, and fields that it changed get their former value where they are still as it left them.
 *
 * @returns the ids of the places that stay as they are, since people have contributed to them
 */
export async function undoListed(
  transaction: Transaction<Schema>,
  rows: readonly UndoneRow[],
  { list, now }: Omit<ListedImport, "database">,
): Promise<Set<number>> {
  const ids = rows.map(({ placeId }) => placeId);
  await sql`select from place where id = any(${ids}::int[]) order by id for update`.execute(
    transaction,
  );
  const places = await readListedRows(transaction, ids);
  const living = (placeId: number) => {
    const place = places.get(placeId);
    return place?.deleted_at === null ? place : undefined;
  };
  const added = rows.flatMap(({ placeId, undo }) =>
    undo.changed === null ? (living(placeId) ?? []) : [],
  );
  const untouched = await findUntouched(transaction, added);
  await deletePlaces(transaction, [...untouched], now, "undo-list-import");
  const changed = rows.flatMap(({ placeId, undo }) => {
    const place = living(placeId);
    return undo.changed === null || !place ? [] : [{ place, undo, groups: undo.changed }];
  });
  const claims = await KeyClaims.open(
    transaction,
    changed.flatMap(({ place, undo: { before } }) => [
      keyAt(before.named ?? place, before.location ?? place),
      keyAt(place, place),
    ]),
  );
  const updates = changed.map(({ place, undo, groups }): PlaceUpdate => {
    const current = importedFieldsOf(place);
    const open = groups.filter((group) =>
      isDeepStrictEqual(valueIn(current, group), valueIn(undo.after, group)),
    );
    const fields = withGroups(current, open, undo.before);
    const claim = claims.claim(fields, place.osm_id ?? `place/${place.id}`, place.id);
    const written = claim.ok ? fields : withGroups(fields, ["named", "location"], current);
    return {
      ...{ before: place, current, fields: written, isReturning: false, confirmed: null },
      isChanged: open.length > 0,
      record: place.osm_id?.startsWith("list/") ? undo.record : null,
      listed: undo.listed,
      key: claim.ok ? claim.key : place.dup_key,
    };
  });
  await recordEdits(transaction, await updatePlaces(transaction, updates, now, list));
  return new Set(added.flatMap(({ id }) => (untouched.has(id) ? [] : [id])));
}
