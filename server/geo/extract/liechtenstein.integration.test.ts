import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { languages } from "#domain/text/language.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import type { GeoProvider, GeoResult } from "#server/geo/geo.ts";
import { layerProviders } from "#server/geo/layer-providers.ts";
import { type SearchQuery, searchQueries } from "#server/geo/search-queries.fixture.ts";
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
import { withTownsAbroad } from "./with-towns-abroad.ts";

const extract = sharedData("liechtenstein-2015.osm.pbf");
const valhalla = findValhalla();
const gazetteer = createEmbeddedProvider();
const options = searchOptions();
/** Limits so long that a busy machine does not reach them. */
const limits = { maxWaitMs: 60_000, statementTimeoutMs: 60_000 };

/** The first suggestion's name and detail, of these as much as is expected. */
async function firstOf(
  geo: Pick<GeoProvider, "suggest">,
  { text, language = options.language, near }: Pick<SearchQuery, "text" | "language" | "near">,
  expected: string | null = null,
): Promise<string> {
  const [first] = await returnedValue(
    geo.suggest(text, { ...options, language, near: near ?? null }),
  );
  const label = first ? `${first.name}, ${first.detail}` : "";
  return expected === null ? label : label.slice(0, expected.length);
}

async function returnedValue<Value>(call: Promise<GeoResult<Value>>): Promise<Value> {
  const result = await call;
  if (!result.ok) throw new Error(result.code);
  return result.value;
}

describe.skipIf(extract === null)(
  "on an extract of Liechtenstein (skipped without ../shared/data)",
  () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-liechtenstein-"));
    let db: TestDatabase;
    let providers: ExtractProviders;
    let provider: GeoProvider;

    beforeAll(async () => {
      db = await createTestDatabase();
      const { database } = db;
      const path = extract ?? "";
      const now = new Date("2026-06-01T10:00:00Z");
      await importFile({ database, path, country: null, now, onProgress: () => {} });
      const localeOf = createInstructionLocales(readTranslations("public/locales"));
      providers = openExtract({ database, dataDirectory, localeOf, log: silentLog, limits });
      provider = providers.provider;
    });
    afterAll(async () => {
      await providers?.[Symbol.asyncDispose]();
      await db?.[Symbol.asyncDispose]();
      rmSync(dataDirectory, { recursive: true });
    });

    const queries = searchQueries.filter(({ local }) => local !== undefined);

    test.each(queries)("suggests first for '$text': $local", async ({ local, ...query }) => {
      expect(await firstOf(provider, query, local)).toBe(local ?? "");
    });

    const joined = searchQueries.flatMap(({ local, joined = local, ...query }) =>
      joined ? [{ ...query, expected: joined }] : [],
    );

    test.each(joined)(
      "suggests first, with the gazetteer, for '$text': $expected",
      async ({ expected, ...query }) => {
        const complete = withTownsAbroad(provider, gazetteer);
        const geo = layerProviders([complete, gazetteer]);
        expect(await firstOf(geo, query, expected)).toBe(expected);
      },
    );

    test("names the street of 95 of 100 points ten metres off an address", async () => {
      const { rows } = await sql<{ longitude: number; latitude: number; name: string }>`
        select address.longitude, address.latitude, street.name
        from address join street on street.id = street_id
        order by md5(address.osm_id) limit 200`.execute(db.database);
      let right = 0;
      for (const [index, { longitude, latitude, name }] of rows.entries()) {
        const at = moved([longitude, latitude], 10, index);
        const address = await returnedValue(provider.reverse(at, options));
        if (address.address_line1.startsWith(name)) right++;
      }
      expect(rows).toHaveLength(200);
      expect(right).toBeGreaterThanOrEqual(190);
    });

    test.each<[where: string, position: Coordinates]>([
      ["Buchs, across the Rhine from a hamlet without an outline", [9.474, 47.168]],
      ["Tisis, across the border from one", [9.6, 47.24]],
      ["Sennwald", [9.49, 47.22]],
    ])("does not name a settlement of Liechtenstein in %s", async (_, position) => {
      expect(await provider.reverse(position, options)).toMatchObject({ code: "notfound" });
      expect(await providers.provider.isOutside(position)).toBe(true);
    });

    describe.skipIf(valhalla === null)("walks (skipped without npm run routing:install)", () => {
      beforeAll(async () => {
        if (!valhalla || !extract) return;
        await makeWalkingTiles({ dataDirectory, valhalla }, [
          { name: "liechtenstein", version: "test", path: extract },
        ]);
      });

      const pointOf = async (text: string): Promise<Coordinates> => {
        const [{ longitude, latitude }] = await returnedValue(provider.search(text, options));
        return [longitude, latitude];
      };

      it("between two found addresses, with instructions in three languages", async () => {
        const from = await pointOf("Landstrasse 5, Schaan");
        const to = await pointOf("Städtle 43, Vaduz");
        const routes = await Promise.all(
          languages.map((language) =>
            returnedValue(provider.directions(from, to, { ...options, language })),
          ),
        );
        const distances = Object.fromEntries(
          routes.map(({ steps }, index) => [languages[index], steps[0].instruction]),
        );
        for (const route of routes) {
          expect(route).toMatchObject({ kind: "route", geometry: { type: "LineString" } });
          expect(route.distance).toBeGreaterThan(3_000);
          expect(route.distance).toBeLessThan(5_000);
        }
        expect(distances).toMatchObject({
          hu: expect.stringMatching(/^Indulj el/),
          en: expect.stringMatching(/^Set out/),
          de: expect.stringMatching(/^Starten Sie/),
        });
      });

      it("a hundred times between any two points", async () => {
        const random = randomNumbers(7);
        const point = (): Coordinates => [9.47 + random() * 0.17, 47.05 + random() * 0.22];
        const outcomes = new Map<string, number>();
        for (let pair = 0; pair < 100; pair++) {
          const result = await provider.directions(point(), point(), options);
          const kind = result.ok ? result.value.kind : result.code;
          outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
        }
        // Where a point is off all ways, the next provider takes the request.
        expect(["notfound", "route", "unsupported"]).toEqual(
          expect.arrayContaining([...outcomes.keys()]),
        );
        expect(outcomes.get("unsupported")).toBeGreaterThan(0);
        expect(outcomes.get("route")).toBeGreaterThan(10);
      });
    });
  },
);

/** A point some metres off, in a direction by the index. */
function moved([longitude, latitude]: Coordinates, meters: number, index: number): Coordinates {
  const degrees = meters / 111_195;
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const angle = index * 2.4;
  return [longitude + (Math.cos(angle) * degrees) / shrink, latitude + Math.sin(angle) * degrees];
}
