import { sql, type Transaction } from "kysely";
import type { SourceRow } from "#domain/source-list/source-list.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { removeSamplePlaces } from "#server/import/sample-places.ts";
import {
  importListed,
  type ListedResult,
  type ListedRow,
  type RowUndo,
  undoListed,
} from "#server/import/toilets/import-toilets.ts";
import type { ImportedFields } from "#server/places/import-record.ts";
import { listedRowOf } from "./listed-row.ts";

/** Number of rows in a transaction, so that it is short. */
const batchSize = 200;

/** An import of a list that has a name. */
export interface NamedImport {
  readonly id: number;
  readonly list: string;
}

/** What an undo of a row writes back. */
interface StoredUndo extends RowUndo {
  /** What the list said of its place before; null where it was new to the list. */
  readonly last: { readonly fields: Partial<ImportedFields>; readonly import: number } | null;
}

interface WaitingRow {
  readonly id: number;
  readonly key: string;
  readonly row: SourceRow;
  readonly fields: ImportedFields;
  readonly place_id: number | null;
  readonly last: Partial<ImportedFields> | null;
  readonly last_import: number | null;
}

/**
 * Takes over the rows of an import that need no decision, batch by batch. It may be interrupted anywhere: the next call
 * continues.
 */
export async function takeOverRows(
  database: Database,
  given: NamedImport,
  now: Date,
): Promise<void> {
  await sql`
    update list_row set outcome = 'left-out'
    where import_id = ${given.id} and kind = 'left-out' and outcome is null`.execute(database);
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      select id from list_row
      where import_id = ${given.id} and kind in ('new', 'here') and outcome is null
      order by kind, line limit ${batchSize}`.execute(database);
    if (rows.length === 0) break;
    const ids = rows.map(({ id }) => id);
    await takeOver(database, given, ids, now);
  }
  if (await hasTaken(database, given)) await removeSamplePlaces(database, now);
  // Waiting rows of an earlier file are in this one, or gone.
  await sql`
    delete from list_row using list_import
    where list_import.id = import_id and list = ${given.list} and import_id < ${given.id}
      and kind = 'look' and outcome is null`.execute(database);
}

/** Whether some row is a place now. */
async function hasTaken(database: Database, { id }: NamedImport): Promise<boolean> {
  const { rows } = await sql`
    select from list_row
    where import_id = ${id} and outcome <> 'left-out' limit 1`.execute(database);
  return rows.length > 0;
}

/** Takes over some rows of an import, as the places that they name; returns the results by row. */
export async function takeOver(
  database: Database,
  { id, list }: NamedImport,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, ListedResult>> {
  const { rows } = await sql<WaitingRow>`
    select list_row.id, list_row.key, row, list_row.fields, list_row.place_id,
      listed_place.fields as last, last_import
    from list_row left join listed_place on listed_place.list = ${list}
      and listed_place.key = list_row.key
    where list_row.id = any(${[...ids]}::int[]) and list_row.fields is not null
    order by list_row.id`.execute(database);
  const listed = rows.map(
    ({ row, fields, last, place_id }): ListedRow =>
      listedRowOf({ row, fields, last, placeId: place_id }, list),
  );
  const store = (transaction: Transaction<Schema>, results: readonly ListedResult[]) =>
    storeResults(transaction, { id, list }, rows, results);
  const results = await importListed({ database, list, now }, listed, store);
  return new Map(rows.map((row, index) => [row.id, results[index]]));
}

async function storeResults(
  transaction: Transaction<Schema>,
  { id, list }: NamedImport,
  rows: readonly WaitingRow[],
  results: readonly ListedResult[],
): Promise<void> {
  const outcomes = rows.map((row, index) => {
    const result = results[index];
    if (result.outcome === "left-out") {
      return { id: row.id, kind: "left-out", outcome: result.outcome, reason: result.reason };
    }
    const { outcome, placeId, undo } = result;
    const last = row.last && { fields: row.last, import: row.last_import };
    return { id: row.id, kind: null, outcome, place_id: placeId, undo: { ...undo, last } };
  });
  await sql`
    update list_row set outcome = done.outcome, kind = coalesce(done.kind, list_row.kind),
      reason = coalesce(done.reason, list_row.reason),
      place_id = coalesce(done.place_id, list_row.place_id), undo = done.undo
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as done (id int, kind text, outcome text, reason text, place_id int, undo jsonb)
    where list_row.id = done.id`.execute(transaction);
  const listed = rows.flatMap(({ key }, index) => {
    const result = results[index];
    if (result.outcome === "left-out") return [];
    return [{ key, place_id: result.placeId, fields: result.stated }];
  });
  // A place that the list has by another key now.
  await sql`
    delete from listed_place using jsonb_to_recordset(${JSON.stringify(listed)}::jsonb)
      as said (key text, place_id int)
    where list = ${list} and listed_place.place_id = said.place_id
      and listed_place.key <> said.key and not exists (
        select from list_row where import_id = ${id} and list_row.key = listed_place.key
      )`.execute(transaction);
  await sql`
    insert into listed_place (list, key, place_id, fields, last_import)
    select ${list}, key, place_id, fields, ${id}
    from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb)
      as said (key text, place_id int, fields jsonb)
    on conflict (list, key) do update
      set place_id = excluded.place_id, fields = excluded.fields, last_import = excluded.last_import`.execute(
    transaction,
  );
}

interface TakenRow {
  readonly id: number;
  readonly key: string;
  readonly place_id: number;
  readonly undo: StoredUndo;
}

/** Undoes the rows of an import, batch by batch; the next call continues an interrupted undo. */
export async function undoRows(database: Database, given: NamedImport, now: Date): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      select id from list_row where import_id = ${given.id} and undo is not null
        and place_id is not null order by id limit ${batchSize}`.execute(database);
    if (rows.length === 0) break;
    const ids = rows.map(({ id }) => id);
    await database.transaction().execute((transaction) => undoTaken(transaction, given, ids, now));
  }
  await sql`
    update list_row set outcome = 'undone', undo = null where import_id = ${given.id}`.execute(
    database,
  );
  // What staff have left out of this import.
  await sql`
    delete from listed_place
    where list = ${given.list} and last_import = ${given.id} and place_id is null`.execute(
    database,
  );
}

/** Undoes some rows in the transaction given; their outcome is then `undone`. */
export async function undoTaken(
  transaction: Transaction<Schema>,
  { list }: Pick<NamedImport, "list">,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<TakenRow>`
    select id, key, place_id, undo from list_row
    where id = any(${[...ids]}::int[]) and undo is not null and place_id is not null
    order by id for update`.execute(transaction);
  const undone = rows.map(({ place_id, undo }) => ({ placeId: place_id, undo }));
  const stayed = await undoListed(transaction, undone, { list, now });
  const going = rows.filter(({ place_id }) => !stayed.has(place_id));
  const former = going.flatMap(({ key, undo, place_id }) =>
    undo.last ? [{ key, place_id, fields: undo.last.fields, last_import: undo.last.import }] : [],
  );
  await sql`
    delete from listed_place
    where list = ${list} and key = any(${going.map(({ key }) => key)}::text[])`.execute(
    transaction,
  );
  await sql`
    insert into listed_place (list, key, place_id, fields, last_import)
    select ${list}, key, place_id, fields, last_import
    from jsonb_to_recordset(${JSON.stringify(former)}::jsonb)
      as said (key text, place_id int, fields jsonb, last_import int)`.execute(transaction);
  await sql`
    update list_row set outcome = 'undone', undo = null where id = any(${[...ids]}::int[])`.execute(
    transaction,
  );
}
