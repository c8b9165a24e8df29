import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { visitor } from "#server/accounts/viewer.ts";
import { writeBackup } from "#server/backup/write-backup.ts";
import { loadConfig } from "#server/config/load-config.ts";
import { createContext } from "#server/context.ts";
import { importFile } from "#server/import/import-file.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { hasPgBouncer, startPgBouncer } from "#tests/support/database/start-pgbouncer.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { connectDatabase, type Database, newConnection } from "./connect.ts";
import { migrate, migrationNames } from "./migrate.ts";

/** Connections of PgBouncer to the database: fewer than a pool of ours has to PgBouncer. */
const poolSize = 3;

describe.skipIf(!hasPgBouncer)(
  "through PgBouncer in transaction mode (skipped without it: apt-get install pgbouncer)",
  () => {
    let db: TestDatabase;
    let bouncer: Awaited<ReturnType<typeof startPgBouncer>>;
    let database: Database;
    const folder = mkdtempSync(join(tmpdir(), "mosdo-pgbouncer-"));

    beforeAll(async () => {
      db = await createTestDatabase();
      bouncer = await startPgBouncer(db.connection, poolSize);
      vi.stubEnv("PGOPTIONS", undefined);
      database = connectDatabase(bouncer.connection, { log: silentLog });
    });
    afterAll(async () => {
      await database?.destroy();
      await bouncer?.[Symbol.asyncDispose]();
      await db?.[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
      vi.unstubAllEnvs();
    });

    test("all migrations run", async () => {
      await using empty = await createTestDatabase();
      await sql`drop schema public cascade`.execute(empty.database);
      await sql`create schema public`.execute(empty.database);
      await using through = await startPgBouncer(empty.connection, 1);
      await using database = connectDatabase(through.connection, { log: silentLog });
      expect(await migrate(database)).toEqual(migrationNames);
    });

    test("the product starts, responds, and stops", async () => {
      const loaded = loadConfig({
        ...{ DATABASE_URL: bouncer.url, DATA_DIR: folder, GEO_PROVIDER: "embedded" },
      });
      if (!loaded.ok) throw new Error(loaded.errors.join());
      await using context = await createContext(loaded.config, pino({ level: "silent" }));
      const [id] = await addPlaces(database, [{}]);
      expect(await context.services.places.findPlace(id, visitor)).toMatchObject({ id });
    });

    test.each(["alone", "in a transaction"])("a statement has its limit: %s", async (where) => {
      await using hasty = connectDatabase(bouncer.connection, {
        ...{ log: silentLog, statementTimeoutMs: 300, maxConnections: 1 },
      });
      const sleep = (database: Database) => sql`select pg_sleep(77)`.execute(database);
      const slow = where === "alone" ? sleep(hasty) : hasty.transaction().execute(sleep);
      await expect(slow).rejects.toMatchObject({ code: "57014" });
      const sleeping = () =>
        sql`select from pg_stat_activity
          where query like '%pg_sleep(77)%' and state = 'active' and pid <> pg_backend_pid()`.execute(
          db.database,
        );
      await expect.poll(async () => (await sleeping()).rows).toEqual([]);
      await sql`select 1`.execute(hasty);
    });

    test("an idle transaction has its limit, which no later one inherits", async () => {
      const limit = (database: Database) =>
        sql<{ longest: string }>`
          select current_setting('idle_in_transaction_session_timeout') as longest`
          .execute(database)
          .then(({ rows }) => rows[0].longest);
      for (let n = 0; n < 2 * poolSize; n++) {
        expect(await database.transaction().execute(limit)).toBe("15s");
        expect(await limit(database)).toBe("0");
      }
    });

    test("imports under traffic succeed, one at a time", async () => {
      let isOver = false;
      const traffic = Array.from({ length: 4 }, async () => {
        for (; !isOver; ) {
          await sql`select count(*) from place`.execute(database);
          await database.transaction().execute((one) => sql`select 1`.execute(one));
        }
      });
      const path = join(folder, "toilets.geojson");
      const importIt = (round: number) =>
        importFile({
          ...{ database, path, country: "HU", onProgress: () => {} },
          now: new Date(Date.UTC(2026, 5, 1 + round)),
        });
      for (let round = 0; round < 5; round++) {
        writeFileSync(path, JSON.stringify(toiletsOf(round)));
        const outcomes = await Promise.allSettled([importIt(round), importIt(round)]);
        const failures = outcomes.filter((one) => one.status === "rejected");
        expect(failures.map(({ reason }) => reason.message)).toEqual([
          "Another import is running: wait until it has ended.",
        ]);
        const done = outcomes.find((one) => one.status === "fulfilled")?.value.report;
        expect(done).toMatchObject(round === 0 ? { added: count } : { updated: count });
      }
      isOver = true;
      await Promise.all(traffic);
    });

    test("a backup is taken", async () => {
      const client = newConnection(bouncer.connection, "mosdo backup");
      await client.connect();
      const options = { client, directory: join(folder, "backups"), secretPath: null };
      const now = () => new Date("2026-11-23T12:00:00Z");
      expect(await writeBackup({ ...options, now })).toMatchObject({ kind: "taken" });
      await client.end();
    });
  },
);

const count = 60;

/** Toilets in a grid, each with another fee in each round. */
function toiletsOf(round: number) {
  const features = Array.from({ length: count }, (_, n) => ({
    type: "Feature",
    id: `node/${n + 1}`,
    properties: { amenity: "toilets", name: `Mosdó ${n}`, fee: round % 2 === 0 ? "yes" : "no" },
    geometry: { type: "Point", coordinates: [17 + (n % 30) / 100, 47 + Math.floor(n / 30) / 100] },
  }));
  return { type: "FeatureCollection", features };
}
