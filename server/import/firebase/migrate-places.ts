import { sql } from "kysely";
import { changeBetween, changedFields, type EditField } from "#domain/edits/place-change.ts";
import { ensureFactColumns } from "#server/database/fact-sets.ts";
import { contentOfRow, isDuplicateAfter, lockPlace, writeEdit } from "#server/edits/write-edit.ts";
import { ensureSchedules } from "#server/opening/opening-hours.ts";
import { findKeyHolders, keyAt, keyBeside } from "#server/places/duplicate-places.ts";
import {
  columnsOfFields,
  importedContent,
  scheduleOfFields,
} from "#server/places/import-record.ts";
import {
  batchesOf,
  digestOf,
  type Migration,
  type MigrationRecord,
  type MigrationReport,
} from "./migration-records.ts";
import type { DocumentPlace, DocumentReview } from "./place-documents.ts";

export interface PlaceMigration extends Migration {
  readonly authors: Authors;
}

/** Accounts of the source's users, with those that were deleted here. */
export interface Authors {
  /** Id of a user's account, existing or not; null once it was deleted here. */
  idOf(userId: string): string | null;
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
    await sql`update place set accepted = true where id = ${row.id}`.execute(transaction);
  }
  if (mark.digest === digestOf(place.fields)) {
    report.count("place", isAccepted ? "changed" : "unchanged");
    return row.id;
  }
  const change = changeBetween(contentOfRow(row), validContent(place, row.position_approximate));
  const kept =
    row.version !== mark.version
      ? "changed both here and there; what was changed here stays"
      : (await isDuplicateAfter(transaction, row, change))
        ? "would be the same as another place here"
        : null;
  if (kept !== null) {
    report.leave("place", "kept", place.id, kept);
    return row.id;
  }
  if (changedFields(change).length > 0) {
    await writeEdit(transaction, row, change, { source: "import", accountId: null });
  }
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from place where id = ${row.id}`.execute(transaction);
  await marks.write("place", [markOf(place, rows[0])]);
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

/** Review of a place that exists here. */
interface PlacedReview {
  readonly review: DocumentReview;
  readonly placeId: number;
  /** Id of the author's account, existing or not; null once it was deleted here. */
  readonly accountId: string | null;
  readonly key: string;
  /** Name of the review in the report. */
  readonly name: string;
}

/**
 * Migrates the reviews of places. One whose author has no account here belongs to the account that
 * is migrated later; until then no account that can sign in has it. A review that was changed or
 * removed here is unchanged.
 */
export async function migrateReviews(
  move: PlaceMigration,
  places: readonly DocumentPlace[],
  placeIds: ReadonlyMap<string, number>,
): Promise<void> {
  const { marks, authors, report } = move;
  const reviews = places.flatMap(({ id, reviews }) => {
    const placeId = placeIds.get(id);
    if (placeId === undefined) return [];
    return reviews.map((review): PlacedReview => {
      const accountId = authors.idOf(review.author);
      const key = marks.keyOf(id, review.author);
      return { review, placeId, accountId, key, name: `${id}/${review.author}` };
    });
  });
  const known = await marks.find(
    "review",
    reviews.map(({ key }) => key),
  );
  const fresh: PlacedReview[] = [];
  for (const placed of reviews) {
    const mark = known.get(placed.key);
    if (placed.accountId === null) {
      report.leave("review", "kept", placed.name, "its author's account was deleted here");
    } else if (!mark) fresh.push(placed);
    else if (mark.digest === digestOfReview(placed.review)) report.count("review", "unchanged");
    else await followReview(move, placed, mark);
  }
  await addReviews(move, fresh);
}

function digestOfReview({ rating, text }: Pick<DocumentReview, "rating" | "text">): string {
  return digestOf(rating, text);
}

async function addReviews(
  { transaction, marks, report, authors }: PlaceMigration,
  reviews: readonly PlacedReview[],
): Promise<void> {
  const rows = reviews.map(({ placeId: place_id, accountId, review }) => {
    const { rating, text, added } = review;
    return { place_id, user_id: accountId ?? "", rating, text, added };
  });
  // In the order of their ids, as in every write that locks several places.
  rows.sort((one, other) => one.place_id - other.place_id);
  const isAdded = new Set<string>();
  for (const part of batchesOf(rows)) {
    const added = await transaction
      .insertInto("review")
      .values(part)
      .onConflict((conflict) => conflict.columns(["place_id", "user_id"]).doNothing())
      .returning(["place_id", "user_id"])
      .execute();
    for (const { place_id, user_id } of added) isAdded.add(`${place_id} ${user_id}`);
  }
  const taken: MigrationRecord[] = [];
  for (const { review, placeId: place_id, accountId, key, name } of reviews) {
    if (isAdded.has(`${place_id} ${accountId}`)) {
      const account_id = accountId !== null && authors.exists(accountId) ? accountId : null;
      taken.push({ key, account_id, place_id, digest: digestOfReview(review), version: null });
      report.count("review", "taken");
    } else report.leave("review", "kept", name, "its author has another review of the place here");
  }
  await marks.write("review", taken);
}

async function followReview(
  { transaction, marks, report }: PlaceMigration,
  { review, placeId, accountId, name }: PlacedReview,
  mark: MigrationRecord,
): Promise<void> {
  const { rating, text, added } = review;
  const own = await transaction
    .selectFrom("review")
    .select(["id", "rating", "text"])
    .where("place_id", "=", placeId)
    .where("user_id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!own || digestOfReview(own) !== mark.digest) {
    report.leave("review", "kept", name, own ? "changed here since" : "removed here");
    return;
  }
  const changed = transaction.updateTable("review").set({ rating, text, added });
  await changed.where("id", "=", own.id).execute();
  await marks.write("review", [{ ...mark, digest: digestOfReview(review) }]);
  report.count("review", "changed");
}

/** Compares the mean ratings of new places with those in their documents (docs/product#rating). */
export async function compareRatings(
  { transaction, report }: PlaceMigration,
  places: readonly DocumentPlace[],
  placeIds: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = places.flatMap(({ id }) => placeIds.get(id) ?? []);
  const { rows } = await sql<{ id: number; mean: number | null }>`
    select id, case when rating_count > 0 then rating_sum::float8 / rating_count end as mean
    from place where id = any(${ids}::int[])`.execute(transaction);
  const ratings = new Map(rows.map(({ id, mean }) => [id, mean]));
  for (const { id, mean } of places) {
    const placeId = placeIds.get(id);
    if (placeId === undefined) continue;
    const own = ratings.get(placeId) ?? null;
    // Stored means may have been rounded to two decimals.
    const isSame = own === null || mean === null ? own === mean : Math.abs(own - mean) < 0.006;
    if (isSame) continue;
    const reason = `the document says ${mean ?? "none"}, its reviews give ${own ?? "none"}`;
    report.record("place", id, "rating_calculated", reason);
  }
}
