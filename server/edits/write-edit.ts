import { sql, type Transaction } from "kysely";
import {
  applyChange,
  contentOf,
  type EditField,
  joinChanges,
  type PlaceChange,
  type PlaceContent,
} from "#domain/edits/place-change.ts";
import type { EditSource } from "#domain/edits/place-history.ts";
import { weekOf } from "#domain/opening/seven-entries.ts";
import type { Place } from "#domain/place/place.ts";
import {
  factsOf,
  type PlaceFacts,
  placeFacts,
  storedPlainFacts,
} from "#domain/place/place-facts.ts";
import { priceColumns } from "#domain/place/place-fee.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { ensureFactColumns } from "#server/database/fact-sets.ts";
import { acceptedAndPendingPlaces } from "#server/database/place-visibility.ts";
import type { Schema } from "#server/database/schema.ts";
import { ensureSchedules, knownHoursToStore } from "#server/opening/opening-hours.ts";
import { findKeyHolders, keyAt, keyBeside } from "#server/places/duplicate-places.ts";
import {
  contentFieldsOf,
  derivePlaceColumns,
  type PlaceRow,
  placeRowColumns,
  selectPlaces,
  toPlace,
} from "#server/places/place-row.ts";
import type { Context } from "#server/use-case-context.ts";

export type EditDeps = Pick<Context, "database" | "now">;

/** Content of a place, by its row. */
export function contentOfRow(row: PlaceRow): PlaceContent {
  return contentOf({ ...contentFieldsOf(row), opening_hours: row.opening_hours });
}

/** A place that is not deleted, locked until the transaction ends; null where there is none. */
export async function lockPlace(
  transaction: Transaction<Schema>,
  id: number,
): Promise<PlaceRow | null> {
  // By itself: a row that is joined and was changed during the wait would be missed.
  const locked = await transaction
    .selectFrom("place")
    .select("id")
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!locked) return null;
  const { rows } = await sql<PlaceRow>`
    select ${placeRowColumns} from place join schedule on schedule.id = schedule_id
    where place.id = ${id}`.execute(transaction);
  return rows[0];
}

/** An edit as the history keeps it. */
export interface RecordedEdit {
  readonly placeId: number;
  /** Of the place, after the edit. */
  readonly version: number;
  readonly changes: PlaceChange;
  readonly source: EditSource;
  /** Null for an import, and where the account is gone. */
  readonly accountId: string | null;
  /** Proposal that it accepts. */
  readonly proposalId?: number;
  /** Edit that it takes back. */
  readonly takesBack?: number;
  /** Name of the source list whose import made it. */
  readonly list?: string;
}

/** Adds edits to the history; returns their ids. */
export async function recordEdits(
  transaction: Database,
  edits: readonly RecordedEdit[],
): Promise<number[]> {
  if (edits.length === 0) return [];
  const rows = edits.map(({ placeId, version, changes, source, accountId, ...edit }) => ({
    place_id: placeId,
    version,
    changes: JSON.stringify(changes),
    source,
    account_id: accountId,
    proposal_id: edit.proposalId ?? null,
    takes_back: edit.takesBack ?? null,
    list: edit.list ?? null,
  }));
  const recorded = await transaction
    .insertInto("place_edit")
    .values(rows)
    .returning("id")
    .execute();
  return recorded.map(({ id }) => id);
}

/**
 * Makes a change of a place that is locked, and adds it to the history: the one way in which people change
 * the content of a place. Returns the id of the edit.
 *
 * @throws a violation of `place_dup_key` where another place says the same (see `refusingDuplicates`)
 */
export async function writeEdit(
  transaction: Transaction<Schema>,
  place: PlaceRow,
  change: PlaceChange,
  made: Pick<RecordedEdit, "source" | "accountId" | "proposalId" | "takesBack">,
): Promise<number> {
  const columns = await columnsAfter(transaction, place, change);
  const { version } = await transaction
    .updateTable("place")
    .set(columns)
    .where("id", "=", place.id)
    .returning("version")
    .executeTakeFirstOrThrow();
  const [id] = await recordEdits(transaction, [
    { placeId: place.id, version, changes: change, ...made },
  ]);
  return id;
}

/** The columns that a change sets. */
async function columnsAfter(database: Database, place: PlaceRow, change: PlaceChange) {
  const content = applyChange(contentOfRow(place), change);
  const isChanged = (...fields: readonly EditField[]) => fields.some((field) => change[field]);
  const { country, county, postcode, position } = content;
  const { latitude, longitude, approximate } = position;
  return {
    ...(isChanged("country") && { country }),
    ...(isChanged("access") && { private_reported: null }),
    ...(isChanged("city", "address", "comments") && (await nameColumns(database, place, content))),
    ...(isChanged("county") && { county: county ?? "" }),
    ...(isChanged("postcode") && { postcode: postcode ?? "" }),
    ...(isChanged("fee") && priceColumns(content.fee)),
    ...(isChanged("position") && { latitude, longitude, position_approximate: approximate }),
    // The clock and the sun of the hours are those of the place.
    ...(isChanged("country", "position", "hours") && (await hoursColumns(database, content))),
    ...(isChanged(...placeFacts) && (await factColumns(database, content))),
  };
}

async function factColumns(database: Database, content: PlaceContent) {
  const known = placeFacts.filter((fact) => content[fact] !== null);
  const facts = factsOf(
    Object.fromEntries(known.map((fact) => [fact, content[fact]])) as PlaceFacts,
  );
  const [columns] = await ensureFactColumns(database, [facts]);
  return { ...columns, ...storedPlainFacts(facts) };
}

async function hoursColumns(database: Database, { country, position, hours }: PlaceContent) {
  const given = { times: weekOf(hours), text: hours.opening_hours };
  const { schedule, columns } = knownHoursToStore(given, { country, ...position });
  const [schedule_id] = await ensureSchedules(database, [schedule]);
  return { schedule_id, ...columns };
}

/**
 * Two elements of OpenStreetMap are two places even where their words are the same, as in an import
 * (docs/product#duplicate-place); of any other two, the index refuses the second.
 */
async function nameColumns(database: Database, place: PlaceRow, content: PlaceContent) {
  const { city, address, comments } = content;
  const { search_key } = derivePlaceColumns({ city, address, comments });
  const key = keyAt(content, content.position);
  const holder = await findOtherHolder(database, place, key);
  const { osm_id } = place;
  const dup_key = osm_id !== null && holder?.isImported ? keyBeside(key, osm_id) : key;
  return { city, address, comments, search_key, dup_key };
}

async function findOtherHolder(database: Database, { id }: PlaceRow, key: string) {
  const holder = (await findKeyHolders(database, [key])).get(key);
  return holder === undefined || holder.id === id ? null : holder;
}

/** Whether another place already says what this one would after the change (docs/product#duplicate-place). */
export async function isDuplicateAfter(
  database: Database,
  place: PlaceRow,
  change: PlaceChange,
): Promise<boolean> {
  if (!change.city && !change.address && !change.comments) return false;
  const content = applyChange(contentOfRow(place), change);
  const holder = await findOtherHolder(database, place, keyAt(content, content.position));
  return holder !== null && (place.osm_id === null || !holder.isImported);
}

/** Version that a caller wants to change: the one that the caller has seen, or any. */
export type SeenVersion = number | "any";

/** A place that has been changed since the caller read it. */
export interface EditConflict {
  readonly ok: false;
  readonly code: "error.conflict";
  /** As it is now. */
  readonly place: Place;
  /** The changes since, field by field. */
  readonly changes: PlaceChange;
}

interface ConflictDeps {
  readonly transaction: Transaction<Schema>;
  readonly now: () => Date;
}

/** The conflict of a caller who has seen an older version. */
export async function conflictSince(
  deps: ConflictDeps,
  { id }: Pick<PlaceRow, "id">,
  version: number,
  viewer: Viewer,
): Promise<EditConflict> {
  const edits = await deps.transaction
    .selectFrom("place_edit")
    .select("changes")
    .where("place_id", "=", id)
    .where("version", ">", version)
    .orderBy("id")
    .execute();
  const changes = joinChanges(edits.map((edit) => edit.changes));
  return { ok: false, code: "error.conflict", place: await readPlace(deps, id, viewer), changes };
}

/** The place as the viewer gets it, after a write in the same transaction. */
export async function readPlace(
  { transaction, now }: ConflictDeps,
  id: number,
  viewer: Viewer,
): Promise<Place> {
  const [row] = await selectPlaces(transaction, [id], viewer, acceptedAndPendingPlaces);
  return toPlace(row, now(), viewer);
}
