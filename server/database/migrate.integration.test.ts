import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { RecordedDatabase } from "#tests/support/database/recorded-database.ts";
import {
  createOldestDatabase,
  createTestDatabase,
  emptySchema,
} from "#tests/support/database/test-database.ts";
import { shapeOf } from "#tests/support/database-content.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { connectDatabase } from "./connect.ts";
import { findDoneMigrations, migrate, migrationNames, ownFunctions, ownTables } from "./migrate.ts";

describe("migrate", () => {
  test("does nothing the second time but read which have run", async () => {
    await using db = await createTestDatabase();
    await emptySchema(db.database);
    expect(await migrate(db.database)).toEqual(migrationNames);
    await using again = new RecordedDatabase(db.connection);
    expect(await migrate(again.database)).toEqual([]);
    expect(again.statements).toEqual([
      expect.stringMatching(/^\s*select/),
      expect.stringMatching(/^\s*select/),
    ]);
  });

  test("runs each migration once when several processes start together", async () => {
    await using db = await createTestDatabase();
    await emptySchema(db.database);
    const ran = await Promise.all(Array.from({ length: 5 }, () => migrate(db.database)));
    expect(ran.flat().sort()).toEqual(migrationNames);
  });

  test("finds what another process has made during the wait for the lock", async () => {
    await using db = await createTestDatabase();
    await emptySchema(db.database);
    await db.database.transaction().execute(async (transaction) => {
      expect(await findDoneMigrations(transaction)).toEqual([]);
      // So little that PostgreSQL does not tell the other session by itself.
      await sql`create table migration (name text)`.execute(db.database);
      await sql`insert into migration values ('one')`.execute(db.database);
      expect(await findDoneMigrations(transaction)).toEqual(["one"]);
    });
  });

  test("is not cut off by the statement timeout while another process migrates", async () => {
    await using db = await createTestDatabase();
    await emptySchema(db.database);
    const impatient = connectDatabase(db.connection, { log: silentLog, statementTimeoutMs: 1_500 });
    const blocker = db.database.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${0x6d6f73646f}::bigint)`.execute(transaction);
      await sql`select pg_sleep(1.8)`.execute(transaction);
    });
    try {
      expect(await migrate(impatient)).toEqual(migrationNames);
    } finally {
      await blocker;
      await impatient.destroy();
    }
  });

  test("undoes a failed migration completely", async () => {
    await using db = await createTestDatabase();
    await emptySchema(db.database);
    await sql`create table audit (id int)`.execute(db.database);
    await expect(migrate(db.database)).rejects.toThrow("audit");
    const { rows } = await sql`select to_regclass('place') as place`.execute(db.database);
    expect(rows).toEqual([{ place: null }]);
  });
});

test("a database of the oldest version gets the schema of a new one, and keeps its rows", async () => {
  await using older = await createOldestDatabase();
  await using fresh = await createTestDatabase();
  const { database } = older;
  const staff = "staff-1";
  await sql`insert into schedule (time_zone, opening_times)
    values ('Europe/Kyiv', array_fill('-'::text, array[7]))`.execute(database);
  await sql`insert into place (country, city, address, accessible, public, latitude, longitude,
      schedule_id, dup_key, search_key, visitor_confirmations)
    values ('UA', 'Прикладове', 'Зелена 9', true, true, 47.9, 20.37, 1, 'k', 'зелена 9', 3)`.execute(
    database,
  );
  await sql`insert into report (place_id, reason, on_day, resolved_at, resolved_by, outcome) values
    (1, 'closed', '2026-06-01', '2026-06-02 12:00Z', ${staff}, 'done'),
    (1, 'closed', '2026-06-01', '2026-06-02 13:00Z', ${staff}, 'done')`.execute(database);
  await sql`insert into audit (place_id, actor, action, at)
    values (1, ${staff}, 'open-place', '2026-06-02 12:00:30Z')`.execute(database);
  await sql`insert into extract (name, digest, bounds) values ('x', 'd', '(1,1),(0,0)')`.execute(
    database,
  );
  await sql`insert into settlement (extract_id, osm_id, kind, name, name_hu, name_de, country,
      longitude, latitude, search_key)
    values (1, 'node/1', 'city', 'Bratislava', 'Pozsony', 'Pressburg', 'SK', 17, 48, ''),
      (1, 'node/2', 'village', 'Oščadnica', null, null, 'SK', 18, 49, '')`.execute(database);
  await sql`insert into street (extract_id, kind, name, name_en, longitude, latitude, bounds,
      search_key, name_key)
    values (1, 'castle', 'Hrad', 'Castle', 17, 48, '(1,1),(0,0)', '', '')`.execute(database);
  expect(await migrate(database)).toEqual(migrationNames.slice(1));
  expect((await shapeOf(database)).definitions).toEqual(
    (await shapeOf(fresh.database)).definitions,
  );
  const place = database.selectFrom("place").select(["search_key", "visitor_confirmations"]);
  expect(await place.execute()).toEqual([
    { search_key: "зелена 9\nzelena 9", visitor_confirmations: 1 },
  ]);
  const names = (table: "settlement" | "street") =>
    database.selectFrom(table).select(["name", "names"]).orderBy("id").execute();
  expect([...(await names("settlement")), ...(await names("street"))]).toEqual([
    { name: "Bratislava", names: { hu: "Pozsony", de: "Pressburg" } },
    { name: "Oščadnica", names: null },
    { name: "Hrad", names: { en: "Castle" } },
  ]);
  const reports = database.selectFrom("report").select("opened").orderBy("id");
  expect(await reports.execute()).toEqual([{ opened: true }, { opened: false }]);
});

test("a database of a version before is left to that one, with the remedy in one line", async () => {
  await using older = await createOldestDatabase();
  await sql`delete from migration where name > '021-closed-reports'`.execute(older.database);
  await expect(migrate(older.database)).rejects.toThrow(
    /^The database is of a version before \w+ \(its last migration is 021-closed-reports\): start that version once \(git checkout .*\), then this one\.$/,
  );
});

test("a database of a newer version is left as it is", async () => {
  await using db = await createTestDatabase();
  await sql`insert into migration (name) values ('999-new')`.execute(db.database);
  expect(await migrate(db.database)).toEqual([]);
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
