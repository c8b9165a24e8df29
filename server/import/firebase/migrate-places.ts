import type { Transaction } from "kysely";
import { changeBetween, changedFields, type EditField } from "#domain/edits/place-change.ts";
import { ensureFactColumns } from "#server/database/fact-sets.ts";
import type { Schema } from "#server/database/schema.ts";
import { contentOfRow, isDuplicateAfter, lockPlace, writeEdit } from "#server/edits/write-edit.ts";
import { ensureSchedules } from "#server/opening/stored-schedules.ts";
import { findKeyHolders, keyAt, keyBeside } from "#server/places/duplicate-places.ts";
import {
  columnsOfFields,
  importedContent,
  scheduleOfFields,
} from "#server/places/import-record.ts";
import type { DocumentPlace } from "./document-place.ts";
import { digestOf, type MigrationRecord, type MigrationRecords } from "./migration-records.ts";
import type { MigrationReport } from "./migration-report.ts";

export interface PlaceMigration {
  readonly transaction: Transaction<Schema>;
  readonly marks: MigrationRecords;
  readonly report: MigrationReport;
  readonly authors: Authors;
}

/** Accounts of the source's users, with those that were deleted here. */
export interface Authors {
  /** Id of a user's account, existing or not; null once it was deleted here. */
  idOf(userId: string): string | null;
  /** Whether the account exists. */
  exists(accountId: string): boolean;
}

/**
 * Migrates places (docs/product#place-documents) with their states; a place of an earlier run
 * follows its document until it is edited here.
 *
 * @returns ids here by ids at the source, of the existing places
 */
export async function migratePlaces(
  migration: PlaceMigration,
  places: readonly DocumentPlace[],
): Promise<ReadonlyMap<string, number>> {
  const known = await migration.marks.find(
    "place",
    places.map(({ id }) => id),
  );
  const fresh = places.filter(({ id }) => !known.has(id));
  const ids = new Map(await addPlaces(migration, fresh));
  for (const place of places) {
    const mark = known.get(place.id);
    const id = mark && (await followPlace(migration, place, mark));
    if (id) ids.set(place.id, id);
  }
  return ids;
}

async function addPlaces(
  { transaction, marks, report, authors }: PlaceMigration,
  places: readonly DocumentPlace[],
): Promise<[string, number][]> {
  const plainKeys = places.map(({ fields }) => keyAt(fields.named, fields.location));
  const holders = await findKeyHolders(transaction, plainKeys);
  const moved = await marks.findPlaces([...holders.values()].map(({ id }) => id));
  const claimed = new Set<string>();
  const keyed = places.flatMap((place, index) => {
    const plain = plainKeys[index];
    const holder = holders.get(plain);
    if (holder && !moved.has(holder.id)) {
      report.leave("place", "refused", place.id, `the same as place ${holder.id} here`);
      return [];
    }
    // The source had both: they are two places.
    const isTaken = holder !== undefined || claimed.has(plain);
    claimed.add(plain);
    return [
      { place, key: isTaken ? keyBeside(plain, `document/${marks.source}/${place.id}`) : plain },
    ];
  });
  if (keyed.length === 0) return [];
  const scheduleIds = await ensureSchedules(
    transaction,
    keyed.map(({ place }) => scheduleOfFields(place.fields)),
  );
  const factColumns = await ensureFactColumns(
    transaction,
    keyed.map(({ place }) => place.fields.facts),
  );
  const rows = keyed.map(({ place, key }, index) => ({
    ...columnsOfFields(place.fields),
    ...factColumns[index],
    attributes: null,
    dup_key: key,
    schedule_id: scheduleIds[index],
    accepted: place.accepted,
    added: place.added,
    added_by: place.addedBy === null ? null : authors.idOf(place.addedBy),
  }));
  const added = await transaction
    .insertInto("place")
    .values(rows)
    .returning(["id", "dup_key", "version"])
    .execute();
  const rowByKey = new Map(added.map((row) => [row.dup_key, row]));
  const stored = keyed.map(({ place, key }) => ({ place, row: rowByKey.get(key)! }));
  await marks.write(
    "place",
    stored.map(({ place, row }) => markOf(place, row)),
  );
  for (const { place } of stored) {
    report.count("place", "taken");
    reportErrors(report, place);
  }
  return stored.map(({ place, row }) => [place.id, row.id]);
}

function reportErrors(report: MigrationReport, { id, errors }: DocumentPlace): void {
  for (const { path, reason, of } of errors) {
    if (of === "lost-review") report.leave("review", "refused", id, reason, path);
    else report.record(of, id, path, reason);
  }
}

function markOf(
  { id: key, fields }: DocumentPlace,
  { id, version }: { readonly id: number; readonly version: number },
): MigrationRecord {
  return { key, account_id: null, place_id: id, digest: digestOf(fields), version };
}

/** Id of the place here; null where it is deleted. */
async function followPlace(
  { transaction, marks, report }: PlaceMigration,
  place: DocumentPlace,
  mark: MigrationRecord,
): Promise<number | null> {
  const row = mark.place_id === null ? null : await lockPlace(transaction, mark.place_id);
  if (row === null) {
    report.leave("place", "kept", place.id, "deleted here");
    return null;
  }
  reportErrors(report, place);
  // An accepted place never becomes pending again.
  const isAccepted = place.accepted && !row.accepted;
  if (isAccepted) {
    await transaction
      .updateTable("place")
      .set({ accepted: true })
      .where("id", "=", row.id)
      .execute();
  }
  if (mark.digest === digestOf(place.fields)) {
    report.count("place", isAccepted ? "changed" : "unchanged");
    return row.id;
  }
  const change = changeBetween(contentOfRow(row), validContent(place, row.position_approximate));
  if (row.version !== mark.version) {
    report.leave(
      "place",
      "kept",
      place.id,
      "changed both here and there; what was changed here stays",
    );
    return row.id;
  }
  if (await isDuplicateAfter(transaction, row, change)) {
    report.leave("place", "kept", place.id, "would be the same as another place here");
    return row.id;
  }
  if (changedFields(change).length > 0) {
    await writeEdit(transaction, row, change, { source: "import", accountId: null });
  }
  const { version } = await transaction
    .selectFrom("place")
    .select("version")
    .where("id", "=", row.id)
    .executeTakeFirstOrThrow();
  await marks.write("place", [markOf(place, { id: row.id, version })]);
  report.count("place", "changed");
  return row.id;
}

/** Fields of an edit by the parts of a document. */
const fieldsOfSource: Readonly<Record<string, EditField>> = {
  price: "fee",
  opening_times: "hours",
  accessible: "wheelchair",
  public: "access",
};

/** Valid content of a document, without the fields with errors. */
function validContent({ fields, errors }: DocumentPlace, approximate: boolean) {
  const content = importedContent(fields, approximate);
  const wrong = new Set(errors.map(({ path }) => fieldsOfSource[path.split(".")[0]]));
  return Object.fromEntries(
    Object.entries(content).filter(([field]) => !wrong.has(field as EditField)),
  ) as typeof content;
}
