import { sql, type Transaction } from "kysely";
import { savePasswordParameters } from "#server/accounts/moved-passwords.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { whileNoOtherImports } from "#server/import/import-file.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";

import { removeSamplePlaces } from "#server/import/sample-places.ts";
import { readExportedUsers, readPasswordParameters } from "./exported-users.ts";
import { handOver, migrateAccounts } from "./migrate-accounts.ts";
import {
  type Authors,
  compareRatings,
  migratePlaces,
  migrateReviews,
  type PlaceMigration,
} from "./migrate-places.ts";
import { batchesOf, MigrationRecords, MigrationReport } from "./migration-records.ts";
import { type DocumentPlace, readPlaceDocuments } from "./place-documents.ts";

export { type MigrationRemark, migratedKinds, migrationOutcomes } from "./migration-records.ts";

export interface FirebaseMigrationOptions {
  readonly database: Database;
  /** Secret that signs sessions; seals the key of the old passwords. */
  readonly authSecret: string;
  /** Name of the source, the same in each run. */
  readonly source: string;
  /** Paths of the files; null for a missing one. */
  readonly places: string | null;
  readonly users: string | null;
  readonly passwordParameters: string | null;
  /** Writes nothing; the result equals that of a real run. */
  readonly isDryRun: boolean;
  readonly now: Date;
}

export interface FirebaseMigrationResult {
  readonly report: MigrationReport;
  /** Number of sample places that were removed. */
  readonly samplesRemoved: number;
}

/**
 * Migrates the users, places and reviews of another installation from Firebase, all of them in one
 * transaction or nothing (docs/product#firebase-migration). The server may run meanwhile.
 *
 * @throws ImportFileError where a file cannot be read; the database is unchanged then
 */
export function migrateFirebase(
  options: FirebaseMigrationOptions,
): Promise<FirebaseMigrationResult> {
  const files = readFiles(options);
  const { database, now, isDryRun } = options;
  return whileNoOtherImports(database, async () => {
    const report = new MigrationReport();
    const end = new DryRunEnd();
    try {
      await database.transaction().execute(async (transaction) => {
        await migrateFiles(options, files, transaction, report);
        if (isDryRun) throw end;
      });
    } catch (error) {
      if (error !== end) throw error;
    }
    // Also of an earlier run, which may have ended before it removed the samples.
    const migrated = (["taken", "changed", "unchanged"] as const).map((outcome) =>
      report.numberOf("place", outcome),
    );
    const hasPlaces = !isDryRun && migrated.some((number) => number > 0);
    return { report, samplesRemoved: hasPlaces ? await removeSamplePlaces(database, now) : 0 };
  });
}

/** End of a dry run: the transaction is rolled back. */
class DryRunEnd extends Error {}

type Files = ReturnType<typeof readFiles>;

function readFiles({ places, users, passwordParameters, now }: FirebaseMigrationOptions) {
  const found = {
    documents: naming(places, (path) => readPlaceDocuments(path, now)) ?? [],
    users: naming(users, readExportedUsers) ?? [],
    parameters: naming(passwordParameters, readPasswordParameters),
  };
  const hasPasswords = found.users.some((user) => "password" in user && user.password !== null);
  if (hasPasswords && found.parameters === null) {
    throw new ImportFileError(`${users} holds passwords: --users-hash must name their parameters.`);
  }
  return found;
}

/** Adds the file's name to the message, since there may be several. Null without a file. */
function naming<Content>(path: string | null, read: (path: string) => Content): Content | null {
  if (path === null) return null;
  try {
    return read(path);
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    throw new ImportFileError(`${path}: ${error.message}`, { cause: error });
  }
}

async function migrateFiles(
  { authSecret, source, now }: FirebaseMigrationOptions,
  { documents, users, parameters }: Files,
  transaction: Transaction<Schema>,
  report: MigrationReport,
): Promise<void> {
  const marks = new MigrationRecords(transaction, source);
  const parametersId =
    parameters && (await savePasswordParameters({ database: transaction, authSecret }, parameters));
  const accounts = { transaction, marks, report, now, parametersId };
  const handovers = await migrateAccounts(accounts, users);

  const places = documents.flatMap((document): DocumentPlace[] => {
    if (!("reason" in document)) return [document];
    report.leave("place", "refused", document.id, document.reason, document.path);
    return [];
  });
  const unique = [...new Map(places.map((place) => [place.id, place])).values()];
  const authors = await lockAuthors(transaction, marks, unique);
  // Places of earlier runs, in the order of their ids.
  await sql`
    select id from place
    where id in (select place_id from moved_in where source = ${source} and kind = 'place')
    order by id for no key update`.execute(transaction);
  await handOver(accounts, handovers);
  const migration: PlaceMigration = { transaction, marks, report, authors };
  for (const batch of batchesOf(unique)) {
    const known = await marks.find(
      "place",
      batch.map(({ id }) => id),
    );
    const ids = await migratePlaces(migration, batch);
    await migrateReviews(migration, batch, ids);
    const fresh = batch.filter(({ id }) => !known.has(id));
    await compareRatings(migration, fresh, ids);
  }
}

/** Locks the accounts of all contributors and authors, before any place, as every write does. */
async function lockAuthors(
  transaction: Transaction<Schema>,
  marks: MigrationRecords,
  places: readonly DocumentPlace[],
): Promise<Authors> {
  const named = places.flatMap(({ addedBy, reviews }) => [
    ...(addedBy === null ? [] : [addedBy]),
    ...reviews.map(({ author }) => author),
  ]);
  const users = [...new Set(named)];
  const known = await marks.find(
    "account",
    users.map((user) => marks.keyOf(user)),
  );
  const ids = new Map(
    users.map((user) => {
      const mark = known.get(marks.keyOf(user));
      return [user, mark ? mark.account_id : marks.accountIdOf(user)];
    }),
  );
  const { rows } = await sql<{ id: string }>`
    select id from account where id = any(${[...ids.values()]}::text[])
    order by id for share`.execute(transaction);
  const there = new Set(rows.map(({ id }) => id));
  return { idOf: (user) => ids.get(user) ?? null, exists: (id) => there.has(id) };
}
