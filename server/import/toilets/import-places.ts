import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { sql, type Transaction } from "kysely";
import { changeBetween, changedFields } from "#domain/edits/place-change.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { hasOpeningTimes } from "#domain/opening/seven-entries.ts";
import { factsOf, type PlaceFact, type PlaceFacts, placeFacts } from "#domain/place/place-facts.ts";
import { type Matched, matchRows } from "#domain/source-list/match-rows.ts";
import { sameWithinMeters } from "#domain/source-list/source-list.ts";
import { clipText } from "#domain/text/entered-text.ts";
import { maxAddressLength } from "#domain/text/text-limits.ts";
import type { Database } from "#server/database/connect.ts";
import { isUniqueViolation } from "#server/database/database-errors.ts";
import { ensureFactColumns } from "#server/database/fact-sets.ts";
import type { NewPlaceRow, Schema } from "#server/database/schema.ts";
import { type RecordedEdit, recordEdits } from "#server/edits/write-edit.ts";
import { settleGoneReports } from "#server/feedback/reports.ts";
import { boundsAround, formatBox } from "#server/geometry/bounds.ts";
import type { OsmElement } from "#server/import/osm-element.ts";
import { ensureSchedules } from "#server/opening/opening-hours.ts";
import { KeyClaims, keyAt } from "#server/places/duplicate-places.ts";
import {
  columnsOfFields,
  type ImportedFields,
  type ImportRecord,
  importedContent,
  importedFieldsOf,
  scheduleOfFields,
} from "#server/places/import-record.ts";
import { type PlaceRow, placeRowColumns } from "#server/places/place-row.ts";
import { ImportReport } from "./import-report.ts";
import {
  confirmedOn,
  type FieldGroup,
  type ImportedPlace,
  toImportedFields,
} from "./imported-place.ts";
import { nearestStreets, type TownFinder } from "./surroundings.ts";

export interface PlaceImport {
  readonly database: Database;
  readonly towns: Pick<TownFinder, "find" | "isLikelySwapped">;
  /** ISO 3166-1 alpha-2; null where it does not matter. */
  readonly homeCountry: string | null;
  readonly report: ImportReport;
  /** Name of the file without date and ending. */
  readonly source: string;
  readonly now: Date;
  /** Columns of a new place that differ from those of an import, by its element. */
  readonly columnsOf?: (osmId: string) => Partial<NewPlaceRow>;
}

/**
 * Import of some hundred toilets into the places, in one short transaction: a server that follows the
 * changes of places must get it within seconds. A second import of the same toilets changes nothing.
 * Given a transaction, it is part of that.
 */
export async function importPlaces(
  job: PlaceImport,
  elements: readonly OsmElement[],
): Promise<void> {
  const { database } = job;
  const places = await toPlaces(job, elements);
  // Before the transaction: other writers of a new schedule or set wait until it is committed.
  await ensureReferred(database, places);
  const write = (transaction: Transaction<Schema>) => writePlaceBatch(transaction, places, job);
  const writeAll = () =>
    isTransaction(database) ? write(database) : database.transaction().execute(write);
  job.report.include(await retryWhenTaken(writeAll));
}

export function isTransaction(database: Database): database is Transaction<Schema> {
  return database.isTransaction;
}

/** Columns of the places that name rows of other tables, which are made where they are missing. */
export async function ensureReferred(
  database: Database,
  places: readonly { readonly fields: ImportedFields }[],
) {
  const fields = places.map((place) => place.fields);
  const scheduleIds = await ensureSchedules(database, fields.map(scheduleOfFields));
  const factColumns = await ensureFactColumns(
    database,
    fields.map(({ facts }) => facts),
  );
  return scheduleIds.map((schedule_id, index) => ({ schedule_id, ...factColumns[index] }));
}

/** Elements as places, by their surroundings; the report has those that cannot be one. */
export async function toPlaces(
  { database, towns, homeCountry, report, now }: Omit<PlaceImport, "source" | "columnsOf">,
  elements: readonly OsmElement[],
): Promise<ImportedPlace[]> {
  const streets = await nearestStreets(
    database,
    elements.map(({ longitude, latitude }) => [longitude, latitude]),
  );
  return elements.flatMap((element, index) => {
    if (homeCountry !== null && towns.isLikelySwapped(element, homeCountry)) {
      report.leaveOut("swapped");
      report.remark({ kind: "swapped", osmId: element.osmId });
      return [];
    }
    const town = towns.find([element.longitude, element.latitude]);
    if (town === null) {
      report.leaveOut("no-country");
      return [];
    }
    const fields = toImportedFields(element, { ...town, street: streets[index] });
    return [{ osmId: element.osmId, fields, confirmed: confirmedOn(element.tags, now) }];
  });
}

const maxAttempts = 5;

/** Once more where another transaction has added the same place in the same moment. */
export async function retryWhenTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === maxAttempts) throw error;
    }
  }
}

/** A place that an import brought, as it is now. */
export interface ImportedRow extends PlaceRow {
  /** Null where the operator has set the origin by hand. */
  readonly imported: ImportRecord | null;
  readonly deleted_at: Date | null;
  /** Whether an import deleted it, since it was gone in OpenStreetMap. */
  readonly deleted_by_import: boolean;
  /** Time at which an import first found it gone; null where OpenStreetMap has it. */
  readonly gone_since: Date | null;
  readonly dup_key: string;
}

/** The columns of an `ImportedRow`, of `place join schedule`. */
export const importedRowColumns = sql`${placeRowColumns}, imported, deleted_at, deleted_by_import,
  gone_since, dup_key`;

/** The places of some elements by `osm_id`, locked for update until the transaction ends. */
export async function lockImportedRows(
  transaction: Database,
  osmIds: readonly string[],
): Promise<Map<string, ImportedRow & { readonly osm_id: string }>> {
  const { rows } = await sql<ImportedRow & { readonly osm_id: string }>`
    select ${importedRowColumns}
    from place join schedule on schedule.id = schedule_id
    where osm_id = any(${osmIds}::text[]) order by place.id for update of place`.execute(
    transaction,
  );
  return new Map(rows.map((row) => [row.osm_id, row]));
}

/** Writes some imported places in the transaction given; returns the result of each. */
async function writePlaceBatch(
  transaction: Transaction<Schema>,
  read: readonly ImportedPlace[],
  { source, now, columnsOf }: Pick<PlaceImport, "source" | "now" | "columnsOf">,
): Promise<ImportReport> {
  const report = new ImportReport();
  const osmIds = read.map(({ osmId }) => osmId);
  const stored = await lockImportedRows(transaction, osmIds);
  const places = await retainStreets(transaction, read, stored);
  const { rows: deleted } = await sql<{ osm_id: string }>`
    select osm_id from left_out_element where osm_id = any(${osmIds}::text[])`.execute(transaction);
  const unwanted = new Set(deleted.map(({ osm_id }) => osm_id));
  const unknown = places.filter(({ osmId }) => !stored.has(osmId) && !unwanted.has(osmId));
  for (const [osmId, row] of await lockListedPlaces(transaction, unknown)) stored.set(osmId, row);
  const claims = await KeyClaims.open(transaction, [
    ...places.map(({ fields }) => keyAt(fields.named, fields.location)),
    ...[...stored.values()].map((row) => keyAt(row, row)),
  ]);
  /** New places with the key that tells each from others (docs/product#duplicate-place). */
  const added: (ImportedPlace & { readonly key: string })[] = [];
  const updates: PlaceUpdate[] = [];
  for (const place of places) {
    const before = stored.get(place.osmId);
    const isDeletedHere = before?.deleted_at && !before.deleted_by_import;
    if (isDeletedHere || unwanted.has(place.osmId)) report.leaveOut("deleted-here");
    else if (before) {
      const update = mergePlace({ claims, report, source }, before, place);
      if (update) updates.push(update);
    } else {
      const claim = claims.claim(place.fields, place.osmId, null);
      if (claim.ok) added.push({ ...place, key: claim.key });
      else {
        report.leaveOut("duplicate");
        report.remark({ kind: "duplicate", osmId: place.osmId, placeId: claim.placeId });
      }
    }
  }
  const edits = await updatePlaces(transaction, updates, now);
  if (added.length > 0) {
    const referred = await ensureReferred(transaction, added);
    const rows = added.map(({ osmId, fields, confirmed, key }, index) => ({
      ...columnsOfFields(fields),
      ...referred[index],
      osm_id: osmId,
      dup_key: key,
      // The operator is responsible for imported places.
      accepted: true,
      last_confirmed: confirmed,
      imported: JSON.stringify({ source, fields } satisfies ImportRecord),
      ...columnsOf?.(osmId),
    }));
    await transaction.insertInto("place").values(rows).execute();
  }
  // OpenStreetMap has these again.
  const back = [...stored.values()].filter(({ gone_since }) => gone_since !== null);
  if (back.length > 0) {
    const ids = back.map(({ id }) => id);
    await sql`update place set gone_since = null where id = any(${ids}::int[])`.execute(
      transaction,
    );
    await settleGoneReports(transaction, ids, now);
  }
  await recordEdits(transaction, edits);
  report.added += added.length;
  return report;
}

/**
 * Places that came by a source list alone and are one of these elements (docs/product#same-place), by its id: the element
 * adopts them. What the list says stays as if people had set it; the rest follows the element.
 */
async function lockListedPlaces(
  transaction: Database,
  places: readonly ImportedPlace[],
): Promise<Map<string, ImportedRow & { readonly osm_id: string }>> {
  if (places.length === 0) return new Map();
  const boxes = places.map(({ fields }) => {
    return formatBox(boundsAround(toCoordinates(fields.location), sameWithinMeters));
  });
  const { rows } = await sql<ImportedRow>`
    select ${importedRowColumns} from place join schedule on schedule.id = schedule_id
    where listed is not null and osm_id like 'list/%' and deleted_at is null and exists (
      select from unnest(${boxes}::text[]) as near where near::box @> point(longitude, latitude)
    )
    order by place.id for update of place`.execute(transaction);
  const listed = rows.map((row) => ({ row, fields: importedFieldsOf(row) }));
  const matches = await matchRows(
    places.map((place) => ({ ...toMatched(place), place: null })),
    listed.map(toMatched),
    nextTurn,
  );
  return new Map(
    places.flatMap(({ osmId, fields: next }, index) => {
      const match = matches[index];
      if (match.kind !== "here") return [];
      const { row, fields } = listed[match.place];
      const said = groupsOf(fields).filter((group) => !isUnknown(group, fields));
      const last = withGroups(fields, said, next);
      // Of no file so far.
      const imported: ImportRecord = { source: "", fields: last, isInNoFile: true };
      return [[osmId, { ...row, osm_id: osmId, imported }] as const];
    }),
  );
}

/** A place as the rule of the same place compares it. */
export function toMatched({ fields }: { readonly fields: ImportedFields }): Matched {
  const { location, named, facts } = fields;
  const words = [named.comments, named.address, facts.name, facts.operator, facts.inside];
  return { position: toCoordinates(location), facts, words: words.join(" ") };
}

/** Maximum distance of the former position whose street stays the address of a place, in metres. */
const maxMetersMoved = 200;

/** Retains the street of the former position of places that were moved away from it, and to no other one. */
async function retainStreets(
  database: Database,
  places: readonly ImportedPlace[],
  stored: ReadonlyMap<string, ImportedRow>,
): Promise<ImportedPlace[]> {
  const formerOf = ({ osmId, fields }: ImportedPlace): ImportedFields["location"] | null => {
    const record = stored.get(osmId)?.imported;
    if (!record || fields.named.address !== "") return null;
    const former = record.streetAt ?? record.fields.location;
    const meters = distanceMeters(toCoordinates(former), toCoordinates(fields.location));
    return meters > 0 && meters <= maxMetersMoved ? former : null;
  };
  const moved = places.flatMap((place) => {
    const streetAt = formerOf(place);
    return streetAt ? [{ place, streetAt }] : [];
  });
  if (moved.length === 0) return [...places];
  const streets = await nearestStreets(
    database,
    moved.map(({ streetAt }) => toCoordinates(streetAt)),
  );
  const retained = new Map(
    moved.flatMap(({ place, streetAt }, index) => {
      if (streets[index] === "") return [];
      const { fields } = place;
      const named = { ...fields.named, address: clipText(streets[index], maxAddressLength) };
      return [[place, { ...place, streetAt, fields: { ...fields, named } }] as const];
    }),
  );
  return places.map((place) => retained.get(place) ?? place);
}

function toCoordinates({ longitude, latitude }: ImportedFields["location"]): Coordinates {
  return [longitude, latitude];
}

/** Change of a place by an import. */
export interface PlaceUpdate {
  readonly before: ImportedRow;
  readonly current: ImportedFields;
  /** The place after the import. */
  readonly fields: ImportedFields;
  /** Whether any of them changes. */
  readonly isChanged: boolean;
  /** Null where it stays as it is. */
  readonly record: ImportRecord | null;
  /** Column `listed`; absent where it stays as it is. */
  readonly listed?: PlaceRow["listed"];
  readonly key: string;
  /** Later confirmation; null without. */
  readonly confirmed: Date | null;
  /** Whether it was gone in OpenStreetMap, and is there again. */
  readonly isReturning: boolean;
  /** Element that adopts it; absent elsewhere. */
  readonly osmId?: string;
}

/** Merges a place with its element; null where nothing is to be written. */
function mergePlace(
  { claims, report, source }: { claims: KeyClaims; report: ImportReport; source: string },
  before: ImportedRow,
  { osmId, fields: next, streetAt, confirmed }: ImportedPlace,
): PlaceUpdate | null {
  const current = importedFieldsOf(before);
  const last = before.imported?.fields;
  // Without a record the writer of a field is not known: all fields count as changed here.
  const { fields, changed, conflicts } = mergeImportedFields(current, last ?? next, next);
  if (conflicts.length > 0) {
    report.remark({ kind: "conflict", osmId, placeId: before.id, fields: conflicts });
  }
  const { last_confirmed } = before;
  const isNewer = confirmed !== null && (last_confirmed === null || confirmed > last_confirmed);
  const isAdopted = before.imported?.isInNoFile === true;
  const isRecorded = isDeepStrictEqual(last, next) && !isAdopted;
  const isReturning = before.deleted_at !== null;
  const isUnchanged = changed.length === 0 && !isNewer && !isReturning;
  if (isUnchanged) report.unchanged++;
  if (isUnchanged && isRecorded) return null;

  const isElsewhere = changed.some((group) => group === "named" || group === "location");
  const claim =
    isElsewhere || isReturning
      ? claims.claim(fields, osmId, before.id)
      : ({ ok: true, key: before.dup_key } as const);
  if (!claim.ok) {
    report.leaveOut("duplicate");
    report.remark({ kind: "duplicate", osmId, placeId: claim.placeId });
    return null;
  }
  if (isReturning) report.added++;
  else if (!isUnchanged) report.updated++;
  const owner = isReturning || isAdopted ? source : (before.imported?.source ?? source);
  const record: ImportRecord = { source: owner, fields: next, ...(streetAt && { streetAt }) };
  return {
    ...{ before, current, fields, record, isReturning, osmId },
    isChanged: changed.length > 0,
    key: claim.key,
    confirmed: isNewer ? confirmed : null,
  };
}

/**
 * Writes changes of locked places.
 *
 * @param list name of the source list that makes them; absent for any other import
 * @returns the edits of the changes
 */
export async function updatePlaces(
  transaction: Transaction<Schema>,
  updates: readonly PlaceUpdate[],
  now: Date,
  list?: string,
): Promise<RecordedEdit[]> {
  const edits: RecordedEdit[] = [];
  const referred = await ensureReferred(transaction, updates);
  for (const [index, update] of updates.entries()) {
    const { before, current, fields, isChanged, record, key, confirmed, isReturning } = update;
    const { listed, osmId } = update;
    const { id: placeId, position_approximate } = before;
    const { schedule_id, ...factColumns } = referred[index];
    const { version } = await transaction
      .updateTable("place")
      .set({
        ...(isChanged && { ...columnsOfFields(fields), ...factColumns }),
        schedule_id,
        dup_key: key,
        ...(osmId !== undefined && { osm_id: osmId }),
        ...(record && {
          imported: JSON.stringify(record),
          ...privateReport(before.imported?.fields.facts, record.fields.facts, fields.facts, now),
        }),
        ...(listed !== undefined && { listed: listed && JSON.stringify(listed) }),
        ...(confirmed && { last_confirmed: confirmed }),
        ...(isReturning && { deleted_at: null }),
      })
      .where("id", "=", placeId)
      .returning("version")
      .executeTakeFirstOrThrow();
    const changes = changeBetween(
      importedContent(current, position_approximate),
      importedContent(fields, position_approximate),
    );
    // An attribute alone is not an edit.
    if (changedFields(changes).length > 0) {
      const edit = { placeId, version, changes, source: "import", accountId: null } as const;
      edits.push(list === undefined ? edit : { ...edit, list });
    }
    if (isReturning) {
      const line = { action: "import-restore-place", place_id: placeId } as const;
      await transaction.insertInto("audit").values(line).execute();
    }
  }
  return edits;
}

/** Doubt of a place that an import begins or ceases to call private, where it stays otherwise (docs/product#doubt). */
function privateReport(
  last: PlaceFacts | undefined,
  next: PlaceFacts,
  merged: PlaceFacts,
  now: Date,
): { private_reported?: Date | null } {
  if (next.access !== "private" || merged.access === "private") return { private_reported: null };
  return last?.access === "private" ? {} : { private_reported: now };
}

/**
 * Merge of a new import with a place, group by group. Where a group was not changed here since the last
 * import, the new import's holds (`changed`); else ours does, and if the import has changed it too, it is a conflict.
 * A conflict is reported once: `last` is to become `next`.
 */
export function mergeImportedFields(
  current: ImportedFields,
  last: ImportedFields,
  next: ImportedFields,
) {
  const differs = groupsOf(next).filter(
    (group) => !isDeepStrictEqual(valueIn(current, group), valueIn(next, group)),
  );
  const isOurs = (group: FieldGroup) => isGroupChangedHere(group, current, last);
  const changed = differs.filter((group) => !isOurs(group));
  const conflicts = differs.filter(
    (group) => isOurs(group) && !isDeepStrictEqual(valueIn(last, group), valueIn(next, group)),
  );
  const kept = differs.filter(isOurs);
  return { fields: withGroups(current, changed, next), changed, kept, conflicts };
}

/** The fields with some groups of another place's. */
export function withGroups(
  fields: ImportedFields,
  groups: readonly FieldGroup[],
  from: Partial<ImportedFields>,
): ImportedFields {
  const taken = (some: readonly FieldGroup[]) =>
    Object.fromEntries(some.map((group) => [group, valueIn(from, group)]));
  return {
    ...fields,
    ...taken(groups.filter((group) => !isFact(group))),
    facts: factsOf({ ...fields.facts, ...taken(groups.filter(isFact)) }),
  };
}

/** Whether nothing is known of a group. */
export function isUnknown(group: FieldGroup, fields: ImportedFields): boolean {
  if (isFact(group)) return fields.facts[group] === undefined;
  if (group === "price") return !fields.price.isKnown && !fields.price.costs;
  if (group === "opening") {
    return fields.opening.text === null && !hasOpeningTimes(fields.opening.times);
  }
  return false;
}

export const isFact = (group: string): group is PlaceFact =>
  placeFacts.some((fact) => fact === group);

export function valueIn({ facts = {}, ...others }: Partial<ImportedFields>, group: FieldGroup) {
  return isFact(group) ? facts[group] : others[group];
}

/** A group that no import knew when the place was last imported has not been touched since. */
function isGroupChangedHere(
  group: FieldGroup,
  current: ImportedFields,
  last: ImportedFields,
): boolean {
  const isKnown = (isFact(group) ? "facts" : group) in last;
  return isKnown && !isDeepStrictEqual(valueIn(current, group), valueIn(last, group));
}

/** Whether people have changed a place since an import last wrote it. */
export function isChangedHere(current: ImportedFields, last: ImportedFields): boolean {
  return groupsOf(current).some((group) => isGroupChangedHere(group, current, last));
}

export function groupsOf({ facts: _, ...others }: ImportedFields): FieldGroup[] {
  return [...(Object.keys(others) as (keyof typeof others)[]), ...placeFacts];
}
