import { sql } from "kysely";
import { places } from "#server/database/migrations/001-places.ts";
import { accounts } from "#server/database/migrations/002-accounts.ts";
import { contributions } from "#server/database/migrations/003-contributions.ts";
import { extracts } from "#server/database/migrations/004-extracts.ts";
import { postalAddresses } from "#server/database/migrations/005-postal-addresses.ts";
import { placeChanges } from "#server/database/migrations/006-place-changes.ts";
import { indexes } from "#server/database/migrations/007-indexes.ts";
import { feesAndPositions } from "#server/database/migrations/008-fees-and-positions.ts";
import { samplePlaces } from "#server/database/migrations/010-sample-places.ts";
import { placeSearchIndex } from "#server/database/migrations/011-place-words.ts";
import { placeFacts } from "#server/database/migrations/012-place-facts.ts";
import { hoursOfSchedules } from "#server/database/migrations/013-hours-of-schedules.ts";
import { placeEdits } from "#server/database/migrations/014-place-edits.ts";
import { visitorFeedback } from "#server/database/migrations/015-visitor-feedback.ts";
import { mailQueue } from "#server/database/migrations/016-mail-queue.ts";
import { closedForNow } from "#server/database/migrations/017-closed-for-now.ts";
import { moderators } from "#server/database/migrations/018-moderators.ts";
import { reviewReports } from "#server/database/migrations/019-review-reports.ts";
import { reviewReportAnswers } from "#server/database/migrations/020-review-report-answers.ts";
import { closedReports } from "#server/database/migrations/021-closed-reports.ts";
import { usage } from "#server/database/migrations/022-usage.ts";
import { secondFactor } from "#server/database/migrations/023-second-factor.ts";
import { changeMarks } from "#server/database/migrations/024-change-marks.ts";
import { terms } from "#server/database/migrations/025-terms.ts";
import { firebaseMigration } from "#server/database/migrations/026-moving-in.ts";
import { searchIndexes } from "#server/database/migrations/027-search-indexes.ts";
import { removedByImport } from "#server/database/migrations/028-removed-by-import.ts";
import { goneReports } from "#server/database/migrations/029-gone-reports.ts";
import { databaseClock } from "#server/database/migrations/030-database-clock.ts";
import { effectsOfReports } from "#server/database/migrations/031-effects-of-reports.ts";
import { reportedTexts } from "#server/database/migrations/032-reported-texts.ts";
import { authSecretMark } from "#server/database/migrations/033-auth-secret-mark.ts";
import { wrongCodes } from "#server/database/migrations/034-wrong-codes.ts";
import { goneByImport } from "#server/database/migrations/035-gone-by-import.ts";
import { heldReviews } from "#server/database/migrations/036-held-reviews.ts";
import { privateReports } from "#server/database/migrations/037-private-reports.ts";
import { landmarks } from "#server/database/migrations/038-landmarks.ts";
import { streetSettlement } from "#server/database/migrations/039-street-settlement.ts";
import { latinPlaceKeys } from "#server/database/migrations/040-latin-place-keys.ts";
import { limitsOfPeople } from "#server/database/migrations/041-limits-of-people.ts";
import { openedByStaff } from "#server/database/migrations/042-opened-by-staff.ts";
import { refutedReports } from "#server/database/migrations/043-refuted-reports.ts";
import { reportsByPlace } from "#server/database/migrations/044-reports-by-place.ts";
import { undoCopies } from "#server/database/migrations/045-undo-copies.ts";
import type { Database } from "./connect.ts";
import type { Migration } from "./migration.ts";

const migrations: readonly Migration[] = [
  places,
  accounts,
  contributions,
  extracts,
  postalAddresses,
  placeChanges,
  indexes,
  feesAndPositions,
  samplePlaces,
  placeSearchIndex,
  placeFacts,
  hoursOfSchedules,
  placeEdits,
  visitorFeedback,
  mailQueue,
  closedForNow,
  moderators,
  reviewReports,
  reviewReportAnswers,
  closedReports,
  usage,
  secondFactor,
  changeMarks,
  terms,
  firebaseMigration,
  searchIndexes,
  removedByImport,
  goneReports,
  databaseClock,
  effectsOfReports,
  reportedTexts,
  authSecretMark,
  wrongCodes,
  goneByImport,
  heldReviews,
  privateReports,
  landmarks,
  streetSettlement,
  latinPlaceKeys,
  limitsOfPeople,
  openedByStaff,
  refutedReports,
  reportsByPlace,
  undoCopies,
];

/** Names of all migrations that this version of the program knows, in their order. */
export const migrationNames: readonly string[] = migrations.map(({ name }) => name);

/** Tables and functions that the migrations create, with those that a later one removes. */
export const ownTables = ["migration", ...findMade(/\bcreate (?:unlogged )?table (\w+)/g)];
export const ownFunctions = findMade(/\bcreate (?:or replace )?function (\w+)/g);

function findMade(statement: RegExp): string[] {
  const names = migrations.flatMap(({ sql }) =>
    [...sql.matchAll(statement)].map(([, name]) => name),
  );
  return [...new Set(names)];
}

/** Advisory lock that only migrations take; "mosdo" in ASCII. */
const migrationLock = 0x6d6f73646f;

/**
 * Migrates the database; one round trip where it is up to date already.
 *
 * Each migration runs in its own transaction with its record, under a lock that lets one process at
 * a time migrate: any number of servers can start at once. Unknown migrations of a newer version of
 * the program are not an error, so that an older process can start during a roll-out.
 *
 * @returns the names of the migrations that it ran
 */
export async function migrate(database: Database): Promise<string[]> {
  const done = await findDoneMigrations(database);
  const ran: string[] = [];
  for (const migration of migrations.filter(({ name }) => !done.has(name))) {
    if (await runMigration(database, migration)) ran.push(migration.name);
  }
  return ran;
}

function runMigration(database: Database, migration: Migration): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await lockMigrations(transaction);
    return applyMigration(transaction, migration);
  });
}

/**
 * Locks out other processes' migrations until the transaction ends, and waits for a running one.
 * From then on no time limits apply in the transaction.
 */
export async function lockMigrations(transaction: Database): Promise<void> {
  // The wait for another process and the building of an index may both take long.
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`set local lock_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(transaction);
}

/**
 * Runs those of the named migrations that have not run, in a transaction that holds the lock, so
 * that a restore can stop at an older state of the schema.
 */
export async function migrateWithin(
  transaction: Database,
  names: readonly string[] = migrationNames,
): Promise<void> {
  for (const migration of migrations.filter(({ name }) => names.includes(name))) {
    await applyMigration(transaction, migration);
  }
}

async function applyMigration(transaction: Database, migration: Migration): Promise<boolean> {
  await sql`create table if not exists migration (
    name text primary key, ran_at timestamptz not null default clock_timestamp()
  )`.execute(transaction);
  const { name } = migration;
  const record = sql`insert into migration (name) values (${name}) on conflict do nothing`;
  const { numAffectedRows } = await record.execute(transaction);
  if (numAffectedRows === 0n) return false;
  await sql.raw(migration.sql).execute(transaction);
  await migration.run?.(transaction);
  return true;
}

/** Migrations that have run on the database; none where it has no tables of ours. */
export async function findDoneMigrations(database: Database): Promise<Set<string>> {
  const exists = await sql<{ found: boolean }>`
    select to_regclass('migration') is not null as found`.execute(database);
  if (!exists.rows[0]?.found) return new Set();
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(database);
  return new Set(rows.map(({ name }) => name));
}
