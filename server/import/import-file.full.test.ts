import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { sharedData } from "#tests/support/map-data/shared-data.ts";
import { importFile } from "./import-file.ts";

const norwayPath = sharedData("toilets-norway-osm-2025.overpass.json");

test.skipIf(norwayPath === null)(
  "all toilets of Norway change nothing the second time (skipped without ../shared/data)",
  async () => {
    await using db = await createTestDatabase();
    const { database } = db;
    const importIt = () =>
      importFile({
        ...{ database, path: norwayPath ?? "", country: null, onProgress: () => {} },
        now: new Date("2026-06-01T10:00:00Z"),
      });
    const readPlaces = () => database.selectFrom("place").selectAll().orderBy("id").execute();
    expect(await importIt()).toMatchObject({
      report: { added: 3416 },
      incomplete: expect.stringContaining("timed out"),
    });
    const before = await readPlaces();
    expect(await importIt()).toMatchObject({ report: { added: 0, updated: 0, unchanged: 3416 } });
    expect(await readPlaces()).toEqual(before);
  },
);
