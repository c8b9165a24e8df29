import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Database } from "#server/database/connect.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { sharedData } from "#tests/support/map-data/shared-data.ts";
import { writePackedChanges } from "#tests/support/map-data/write-osm-changes.ts";
import { applyChanges } from "./changes/apply-changes.ts";
import { ExtractFiles } from "./extract-files.ts";
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
  "Liechtenstein changes nothing the second time, and takes changes (skipped without ../shared/data/liechtenstein-2015.osm.pbf)",
  async () => {
    await using db = await createTestDatabase();
    const { database } = db;
    const extract = { settlements: 23, streets: 1009, addresses: 1001 };
    const first = await importIt(database, liechtensteinPath!);
    expect(first).toMatchObject({ report: { added: 13 }, extract });
    const before = await readPlaces(database);
    expect((await importIt(database, liechtensteinPath!)).report).toMatchObject({
      ...{ added: 0, updated: 0, unchanged: 13 },
    });
    expect(await readPlaces(database)).toEqual(before);

    const folder = mkdtempSync(join(tmpdir(), "mosdo-liechtenstein-"));
    const { source: name, digest } = first;
    new ExtractFiles(folder).store(liechtensteinPath!, { name, digest: digest! });
    const [gone, changed] = before.flatMap(
      ({ osm_id }) => /^node\/(.*)/.exec(osm_id ?? "")?.[1] ?? [],
    );
    const path = join(folder, "day.osc.gz");
    writeFileSync(
      path,
      writePackedChanges([
        { action: "delete", kind: "node", id: Number(gone) },
        {
          ...{ action: "modify", kind: "node", id: Number(changed), position: [9.52, 47.14] },
          tags: { amenity: "toilets" },
        },
      ]),
    );
    const options = { database, dataDirectory: folder, country: null, homeCountry: "HU", now };
    const { applied } = await applyChanges({
      ...options,
      ...{ paths: [path], extract: null, onProgress: () => {} },
    });
    expect(applied?.counts).toEqual({ added: 0, changed: 1, removed: 1, elsewhere: 0 });
    expect(applied?.result).toMatchObject({
      report: { removed: 1, updated: 1, added: 0 },
      extract,
    });
    rmSync(folder, { recursive: true });
  },
);
