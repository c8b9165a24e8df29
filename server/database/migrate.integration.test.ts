import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { RecordedDatabase } from "#tests/support/database/recorded-database.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { connectDatabase, type Database } from "./connect.ts";
import { migrate, ownFunctions, ownTables } from "./migrate.ts";
import { goneByImport } from "./migrations/035-gone-by-import.ts";

async function emptyDatabase(database: Database) {
  await sql`drop schema public cascade`.execute(database);
  await sql`create schema public`.execute(database);
}

const names = [
  "001-places",
  "002-accounts",
  "003-contributions",
  "004-extracts",
  "005-postal-addresses",
  "006-place-changes",
  "007-indexes",
  "008-fees-and-positions",
  "010-sample-places",
  "011-place-words",
  "012-place-facts",
  "013-hours-of-schedules",
  "014-place-edits",
  "015-visitor-feedback",
  "016-mail-queue",
  "017-closed-for-now",
  "018-moderators",
  "019-review-reports",
  "020-review-report-answers",
  "021-closed-reports",
  "022-usage",
  "023-second-factor",
  "024-change-marks",
  "025-terms",
  "026-moving-in",
  "027-search-indexes",
  "028-removed-by-import",
  "029-gone-reports",
  "030-database-clock",
  "031-effects-of-reports",
  "032-reported-texts",
  "033-auth-secret-mark",
  "034-wrong-codes",
  "035-gone-by-import",
  "036-held-reviews",
  "037-private-reports",
  "038-landmarks",
  "039-street-settlement",
  "040-latin-place-keys",
  "041-limits-of-people",
  "042-opened-by-staff",
  "043-refuted-reports",
  "044-reports-by-place",
  "045-undo-copies",
];

describe("migrate", () => {
  test("does nothing the second time but read which have run", async () => {
    await using db = await createTestDatabase();
    await emptyDatabase(db.database);
    expect(await migrate(db.database)).toEqual(names);
    await using again = new RecordedDatabase(db.connection);
    expect(await migrate(again.database)).toEqual([]);
    expect(again.statements).toEqual([
      expect.stringMatching(/^\s*select/),
      expect.stringMatching(/^\s*select/),
    ]);
  });

  test("runs each migration once when several processes start together", async () => {
    await using db = await createTestDatabase();
    await emptyDatabase(db.database);
    const ran = await Promise.all(Array.from({ length: 5 }, () => migrate(db.database)));
    expect(ran.flat().sort()).toEqual(names);
  });

  test("is not cut off by the statement timeout while another process migrates", async () => {
    await using db = await createTestDatabase();
    await emptyDatabase(db.database);
    const impatient = connectDatabase(db.connection, { log: silentLog, statementTimeoutMs: 1_500 });
    const blocker = db.database.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${0x6d6f73646f}::bigint)`.execute(transaction);
      await sql`select pg_sleep(1.8)`.execute(transaction);
    });
    try {
      expect(await migrate(impatient)).toEqual(names);
    } finally {
      await blocker;
      await impatient.destroy();
    }
  });

  test("undoes a failed migration completely", async () => {
    await using db = await createTestDatabase();
    await emptyDatabase(db.database);
    await sql`create table audit (id int)`.execute(db.database);
    await expect(migrate(db.database)).rejects.toThrow("audit");
    const { rows } = await sql`select to_regclass('place') as place`.execute(db.database);
    expect(rows).toEqual([{ place: null }]);
  });
});

test("removals by an import before 035, and decisions of staff, are not acted on again after it", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  await sql`alter table place drop column gone_since`.execute(database);
  const ids = await addPlaces(database, Array(5).fill({}));
  const [waiting, declined, back, restored, plain] = ids;
  const at = new Date("2026-06-01T08:00:00Z");
  const imported = { reason: "closed", by_import: true, at, on_day: "2026-06-01" } as const;
  const userId = await addAccount(database, "staff@example.org");
  await database
    .insertInto("report")
    .values([
      { ...imported, place_id: waiting },
      { ...imported, place_id: declined, resolved_at: at, resolved_by: userId },
      { ...imported, place_id: back, resolved_at: at },
    ])
    .execute();
  const line = { place_id: restored, at } as const;
  await database
    .insertInto("audit")
    .values([
      { ...line, action: "import-delete-place" },
      { ...line, action: "restore-place", actor: userId },
    ])
    .execute();
  await sql.raw(goneByImport.sql).execute(database);
  const rows = await database.selectFrom("place").select(["id", "gone_since"]).execute();
  const found = new Map(rows.map(({ id, gone_since }) => [id, gone_since]));
  expect([waiting, declined, restored].map((id) => found.get(id))).toEqual([at, at, at]);
  expect([back, plain].map((id) => found.get(id))).toEqual([null, null]);
});

test("names its own tables and functions: all of a migrated database", async () => {
  await using db = await createTestDatabase();
  const namesIn = async (catalog: string, prefix: string, kind: string) => {
    const { rows } = await sql<{ name: string }>`
      select ${sql.ref(`${prefix}name`)}::text as name from ${sql.table(catalog)} as found
      where ${sql.ref(`${prefix}namespace`)} = 'public'::regnamespace
        and ${sql.ref(`${prefix}kind`)} = ${kind}
        and not exists (select from pg_depend where objid = found.oid and deptype = 'e')`.execute(
      db.database,
    );
    return rows.map(({ name }) => name).sort();
  };
  expect(await namesIn("pg_class", "rel", "r")).toEqual(ownTables.toSorted());
  expect(await namesIn("pg_proc", "pro", "f")).toEqual(ownFunctions.toSorted());
});
