import { sql, type Transaction } from "kysely";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { reportGonePlaces } from "#server/feedback/reports.ts";
import { importedFieldsOf } from "#server/places/import-record.ts";
import { isChangedHere, lockImportedRows } from "./import-places.ts";
import { ImportReport } from "./import-report.ts";

/** Places of one transaction, which is short. */
const batchSize = 500;

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
  for (let at = 0; at < osmIds.length; at += batchSize) {
    const batch = osmIds.slice(at, at + batchSize);
    const part = await database
      .transaction()
      .execute((transaction) => removeBatch(transaction, batch, now));
    report.include(part);
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
  const contributed = await findContributed(transaction, ids);
  const gone: number[] = [];
  const retained: number[] = [];
  for (const row of rows) {
    const last = row.imported?.fields;
    if (last && !isChangedHere(importedFieldsOf(row), last) && !contributed.has(row.id)) {
      gone.push(row.id);
    } else {
      report.remark({ kind: "gone", osmId: row.osm_id, placeId: row.id });
      retained.push(row.id);
    }
  }
  await transaction
    .updateTable("place")
    .set({ gone_since: now })
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .execute();
  await reportGonePlaces(transaction, retained, now);
  if (gone.length === 0) return report;
  await transaction
    .updateTable("place")
    .set({ deleted_at: now, deleted_by: null, deleted_by_import: true })
    .where("id", "in", gone)
    .execute();
  const lines = gone.map((place_id) => ({ action: "import-delete-place", place_id }) as const);
  await transaction.insertInto("audit").values(lines).execute();
  report.removed = gone.length;
  return report;
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
