import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { searchQueries } from "#server/geo/search-queries.fixture.ts";
import { createInstructionLocales } from "#server/geo/walking/instructions.ts";
import { findValhalla } from "#server/geo/walking/valhalla-installation.ts";
import { readTranslations } from "#server/i18n.ts";
import { importFile } from "#server/import/import-file.ts";
import { makeWalkingTiles } from "#server/import/walking-tiles/make-walking-tiles.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { sharedData } from "#tests/support/map-data/shared-data.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { type ExtractProviders, openExtract } from "./open-extract.ts";

/*
 * Times of searches and routes on an extract; their results are tested in
 * `liechtenstein.integration.test.ts`.
 */

const extract = sharedData("liechtenstein-2015.osm.pbf");
const valhalla = findValhalla();
const options = searchOptions();

/**
 * Share of the queries with a result in time. A late one is repeated a few times, since other
 * processes of the machine may have caused the delay.
 */
async function shareInTime<Query>(
  queries: readonly Query[],
  run: (query: Query) => Promise<unknown>,
): Promise<number> {
  let inTime = 0;
  for (const query of queries) {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const startedAtMs = performance.now();
      await run(query);
      if (performance.now() - startedAtMs >= timeLimitMs) continue;
      inTime++;
      break;
    }
  }
  return inTime / queries.length;
}

const timeLimitMs = 50;
const maxAttempts = 12;

describe.skipIf(extract === null)(
  "on an extract of Liechtenstein (skipped without ../shared/data)",
  () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-liechtenstein-"));
    let db: TestDatabase;
    let providers: ExtractProviders;

    beforeAll(async () => {
      db = await createTestDatabase();
      const { database } = db;
      const path = extract ?? "";
      const now = new Date("2026-06-01T10:00:00Z");
      await importFile({ database, path, country: null, now, onProgress: () => {} });
      const localeOf = createInstructionLocales(readTranslations("public/locales"));
      providers = openExtract({ database, dataDirectory, localeOf, log: silentLog });
    });
    afterAll(async () => {
      await providers?.[Symbol.asyncDispose]();
      await db?.[Symbol.asyncDispose]();
      rmSync(dataDirectory, { recursive: true });
    });

    test("95 of 100 searches have suggestions within 50 ms", async () => {
      const queries = searchQueries.filter(({ local }) => local !== undefined);
      const run = ({ text }: { text: string }) => providers.provider.suggest(text, options);
      expect(await shareInTime(queries, run)).toBeGreaterThanOrEqual(0.95);
    });

    test.skipIf(valhalla === null)(
      "95 of 100 of a thousand ways are found within 50 ms (skipped without npm run routing:install)",
      async () => {
        await makeWalkingTiles({ dataDirectory, valhalla: valhalla! }, [
          { name: "liechtenstein", version: "test", path: extract! },
        ]);
        const random = randomNumbers(7);
        const point = (): Coordinates => [9.47 + random() * 0.17, 47.05 + random() * 0.22];
        const pairs = Array.from({ length: 1_000 }, () => [point(), point()] as const);
        const run = ([from, to]: (typeof pairs)[number]) =>
          providers.provider.directions(from, to, options);
        expect(await shareInTime(pairs, run)).toBeGreaterThanOrEqual(0.95);
      },
    );
  },
);
