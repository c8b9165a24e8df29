import { sql, type Transaction } from "kysely";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { reportGonePlaces } from "#server/feedback/reports.ts";
import { importedFieldsOf } from "#server/places/import-record.ts";
import { type ImportedRow, isChangedHere, lockImportedRows } from "./import-places.ts";
import { ImportReport } from "./import-report.ts";

/** Batches of the places of one transaction, which is short. */
export function* batchesOf<Item>(items: readonly Item[], size = 500): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/**
 * Deletes places whose elements OpenStreetMap has deleted, or says to be toilets no more, as staff would: they can
 * be restored for a while, and mirrors hear of it. A place with contributions of people here stays, closed
 * for now, and is reported to staff (docs/product#removal-in-openstreetmap). It is done once, until OpenStreetMap has
 * the place again: what staff have decided since holds.
 */
export async function removeGonePlaces(
  { database, now, report }: { database: Database; now: Date; report: ImportReport },
  osmIds: readonly string[],
): Promise<void> {
  for (const batch of batchesOf(osmIds)) {
    const transaction = database.transaction();
    report.include(await transaction.execute((opened) => removeBatch(opened, batch, now)));
  }
}

async function removeBatch(
  transaction: Transaction<Schema>,
  osmIds: readonly string[],
  now: Date,
): Promise<ImportReport> {
  const report = new ImportReport();
  const imported = [...(await lockImportedRows(transaction, osmIds)).values()];
  const rows = imported.filter((row) => row.deleted_at === null && row.gone_since === null);
  const ids = rows.map(({ id }) => id);
  const untouched = await findUntouched(transaction, rows);
  const retained = rows.filter(({ id }) => !untouched.has(id));
  for (const { osm_id, id } of retained)
    report.remark({ kind: "gone", osmId: osm_id, placeId: id });
  await transaction
    .updateTable("place")
    .set({ gone_since: now })
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .execute();
  const retainedIds = retained.map(({ id }) => id);
  await reportGonePlaces(transaction, retainedIds, now);
  await deletePlaces(transaction, [...untouched], now);
  report.removed = untouched.size;
  return report;
}

/** How many places were deleted, and how many of them stay. */
export interface RemovedPlaces {
  readonly removed: number;
  readonly stayed: number;
}

/** Records that no file has some places any more. Visitors see them as before (docs/decisions/060). */
export async function markInNoFile(database: Database, ids: readonly number[]): Promise<void> {
  for (const batch of batchesOf(ids)) {
    await sql`
      update place set imported = imported || '{"isInNoFile": true}' where id in (
        select id from place where id = any(${[...batch]}::int[])
          and not imported ? 'isInNoFile' order by id for update
      )`.execute(database);
  }
}

/**
 * Makes places that were in no file those of an extract whose file has them.
 *
 * @param osmIds toilets of the file
 */
export async function adoptPlaces(
  database: Database,
  extract: string,
  osmIds: readonly string[],
): Promise<void> {
  await sql`
    update place set imported = imported - 'isInNoFile' || jsonb_build_object('source', ${extract}::text)
    where id in (
      select id from place where osm_id = any(${osmIds}::text[]) and imported ? 'isInNoFile'
      order by id for update
    )`.execute(database);
}

/**
 * Deletes the places that are in no file any more and that nobody has changed, confirmed or written about here.
 * They can be restored for a while, and come back with a file that has them.
 *
 * @param source name of the file that brought them; null for those of all files
 */
export async function removePlacesInNoFile(
  source: string | null,
  { database, now }: { database: Database; now: Date },
): Promise<RemovedPlaces> {
  const { rows } = await sql<{ osm_id: string }>`
    select osm_id from place
    where imported ? 'isInNoFile' and deleted_at is null
      and (${source}::text is null or imported ->> 'source' = ${source})
    order by id`.execute(database);
  let removed = 0;
  for (const batch of batchesOf(rows)) {
    const osmIds = batch.map(({ osm_id }) => osm_id);
    removed += await database.transaction().execute(async (transaction) => {
      const locked = [...(await lockImportedRows(transaction, osmIds)).values()];
      const inNoFile = locked.filter(
        ({ deleted_at, imported }) => deleted_at === null && imported?.isInNoFile,
      );
      const untouched = await findUntouched(transaction, inNoFile);
      await deletePlaces(transaction, [...untouched], now);
      return untouched.size;
    });
  }
  return { removed, stayed: rows.length - removed };
}

/** Ids of the places that are as an import brought them, without a contribution of people here. */
export async function findUntouched(
  transaction: Database,
  rows: readonly ImportedRow[],
): Promise<Set<number>> {
  const contributed = await findContributed(
    transaction,
    rows.map(({ id }) => id),
  );
  const untouched = rows.filter((row) => {
    const last = row.imported?.fields;
    return last && !isChangedHere(importedFieldsOf(row), last) && !contributed.has(row.id);
  });
  return new Set(untouched.map(({ id }) => id));
}

export async function deletePlaces(
  transaction: Transaction<Schema>,
  ids: readonly number[],
  now: Date,
  action: "import-delete-place" | "undo-list-import" = "import-delete-place",
): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .updateTable("place")
    .set({ deleted_at: now, deleted_by: null, deleted_by_import: true })
    .where("id", "in", ids)
    .execute();
  const lines = ids.map((place_id) => ({ action, place_id }));
  await transaction.insertInto("audit").values(lines).execute();
}

/** Those of the places to which people have contributed something that still counts. */
async function findContributed(database: Database, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from place where id = any(${ids}::int[]) and (
      visitor_confirmations > 0 or closed_since is not null
      or exists (select from place_edit where place_id = place.id and source <> 'import')
      or exists (select from place_proposal where place_id = place.id and outcome is null)
      or exists (select from review where place_id = place.id)
      or exists (select from confirmation where place_id = place.id)
      or exists (
        select from report where place_id = place.id and resolved_at is null and not by_import
      )
      or exists (select from audit where place_id = place.id and action = 'restore-place')
    )`.execute(database);
  return new Set(rows.map(({ id }) => id));
}
