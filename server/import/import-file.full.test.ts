import { expect, test } from "vitest";
import type { Database } from "#server/database/connect.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { sharedData } from "#tests/support/map-data/shared-data.ts";
import { importFile } from "./import-file.ts";

/* Imports of real data. Their rules are tested on invented data in `import-file.integration.test.ts`. */

const norwayPath = sharedData("toilets-norway-osm-2025.overpass.json");
const liechtensteinPath = sharedData("liechtenstein-2015.osm.pbf");
const now = new Date("2026-06-01T10:00:00Z");

const importIt = (database: Database, path: string) =>
  importFile({ database, path, country: null, now, onProgress: () => {} });

const readPlaces = (database: Database) =>
  database.selectFrom("place").selectAll().orderBy("id").execute();

test.skipIf(norwayPath === null)(
  "all toilets of Norway change nothing the second time (skipped without ../shared/data/toilets-norway-osm-2025.overpass.json)",
  async () => {
    await using db = await createTestDatabase();
    const { database } = db;
    // Of 3,421 elements five are open to nobody, and one is mapped twice.
    expect(await importIt(database, norwayPath!)).toMatchObject({
      report: { added: 3415 },
      incomplete: expect.stringContaining("timed out"),
    });
    const before = await readPlaces(database);
    expect(await importIt(database, norwayPath!)).toMatchObject({
      report: { added: 0, updated: 0, unchanged: 3415 },
    });
    expect(await readPlaces(database)).toEqual(before);
  },
);

test.skipIf(liechtensteinPath === null)(
  "Liechtenstein changes nothing the second time (skipped without ../shared/data/liechtenstein-2015.osm.pbf)",
  async () => {
    await using db = await createTestDatabase();
    const { database } = db;
    const extract = { settlements: 23, streets: 1009, addresses: 1001 };
    expect(await importIt(database, liechtensteinPath!)).toMatchObject({
      report: { added: 13 },
      extract,
    });
    const before = await readPlaces(database);
    expect((await importIt(database, liechtensteinPath!)).report).toMatchObject({
      ...{ added: 0, updated: 0, unchanged: 13 },
    });
    expect(await readPlaces(database)).toEqual(before);
  },
);
