import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { connectDatabase } from "#server/database/connect.ts";
import { createGeo, type ExtractProviders, openExtract } from "#server/geo/create-geo.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import { type GeoProvider, type GeoResult, unsupportedCalls } from "#server/geo/geo.ts";
import { importFile } from "#server/import/import-file.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { hungarianExtract } from "#tests/support/map-data/hungarian-extract.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { createExtractProvider } from "./extract-provider.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-local-geo-"));
const options = searchOptions();
const localeOf = () => {
  throw new Error("these tests ask for no instructions");
};
/** Limits so long that a busy machine does not reach them. */
const limits = { maxWaitMs: 600_000, statementTimeoutMs: 600_000 };

let db: TestDatabase;
let extract: ExtractProviders;
let provider: GeoProvider;

const openTestExtract = () =>
  openExtract({ database: db.database, dataDirectory: folder, localeOf, log: silentLog, limits });

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => {
  await db?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const geoOf = (
  geoProvider: "embedded" | "auto",
  local: Pick<ExtractProviders, "provider" | "isImported">,
) =>
  createGeo({
    config: {
      geoProvider,
      photonUrl: "http://127.0.0.1:9",
      valhallaUrl: "http://127.0.0.1:9",
      mapboxAccessToken: null,
      publicUrl: null,
      contactEmail: null,
    },
    log: silentLog,
    embedded: createEmbeddedProvider(),
    local,
    localeOf,
  });

test("before any import, the embedded provider responds in place of the extract, and says what it knows", async () => {
  expect(await geoOf("embedded", openTestExtract()).search("Győr", options)).toMatchObject({
    provider: "embedded",
    isFallback: false,
    knownTowns: expect.any(Number),
  });
});

describe("with an extract", () => {
  let auto: ReturnType<typeof geoOf>;

  beforeAll(async () => {
    extract = openTestExtract();
    provider = extract.provider;
    auto = geoOf("auto", extract);
    const path = join(folder, "test.osm.pbf");
    writeFileSync(path, writeOsmPbf(hungarianExtract));
    const { database } = db;
    await importFile({ database, path, country: null, now: new Date(), onProgress: () => {} });
  });
  afterAll(() => extract?.[Symbol.asyncDispose]());

  it.each([
    ["Kossuth tér", "Kossuth Lajos tér, Budapest"],
    ["kossuth lajos ter", "Kossuth Lajos tér, Budapest"],
    ["Bp. Kossuth tér", "Kossuth Lajos tér, Budapest"],
    ["Budapest V. kerület", "V. kerület, Budapest"],
    ["5. ker", "V. kerület, Budapest"],
    ["Bp V", "V. kerület, Budapest"],
    ["Belváros-Lipótváros", "V. kerület, Budapest"],
    ["Kossuth Lajos utca, Budapest V. kerület", "Kossuth Lajos utca, 1053 Budapest"],
    ["17. ker. Kossuth L. u. 12/A", "Kossuth Lajos utca 12/a, 1173 Budapest"],
    ["Kossuth u. 12/a", "Kossuth Lajos utca 12/a, 1173 Budapest"],
    ["12 Kossuth", "Kossuth Lajos utca 12/a, 1173 Budapest"],
    ["1053 Budapest, Kossuth Lajos u. 3. 2. em. 4.", "Kossuth Lajos utca 3, 1053 Budapest"],
    ["Győr, Kossuth utca 3", "Kossuth Lajos utca 3, 9025 Győr"],
    ["9025 Kossuth utca 3", "Kossuth Lajos utca 3, 9025 Győr"],
    ["Kossuth utca 10 Győr", "Kossuth Lajos utca 8-14, 9025 Győr"],
    ["Kossuth utca 3, Raab", "Kossuth Lajos utca 3, 9025 Győr"],
    ["Szent István krt", "Szent István körút, Budapest"],
    ["szt istvan korut", "Szent István körút, Budapest"],
    ["Marcius 15 ter", "Március 15. tér, 1056 Budapest"],
    ["Március 15. tér 2", "Március 15. tér 2, 1056 Budapest"],
    ["Bajcsy Zs. út", "Bajcsy-Zsilinszky út, Budapest"],
    ["Váci u 5", "Váci utca 5, 1052 Budapest"],
    ["Andrasy út 60", "Andrássy út 60, 1062 Budapest"],
    ["Andrássy Avenue 60, Hungary", "Andrássy út 60, 1062 Budapest"],
    ["Petofi utca Szeged", "Petőfi Sándor u., 6720 Szeged"],
    ["Dugonics tér 12, Szegedin", "Dugonics tér 12, 6720 Szeged"],
    ["Raab", "Győr"],
    ["Szgeed", "Szeged"],
    ["Nincs Ilyen utca 4, Szeged", "Szeged"],
    // Postcode of all its addresses, and one of several.
    ["6720", "Szeged"],
    ["H-6720", "Szeged"],
    ["1052", "Budapest"],
    ["1173 Budapest", "Budapest"],
  ])("finds '%s': %s", async (text, expected) => {
    const [first] = await returnedValue(provider.suggest(text, options));
    expect(`${first?.name}, ${first?.detail}`.replace(/, Magyarország$/, "")).toBe(expected);
  });

  it.each(["", "-", "'", "\\", "%", "a & b | !c", "utca", "u", "12", "ő", "🚻", "x".repeat(200)])(
    "accepts '%s'",
    async (text) => {
      expect(await provider.suggest(text, options)).toMatchObject({ ok: true });
    },
  );

  it("shows where in a city one of its postcodes is", async () => {
    const [found] = await returnedValue(provider.search("1173", options));
    expect(found).toMatchObject({ place: "Budapest", postcode: "1173", precision: "settlement" });
    expect([found.longitude, found.latitude]).toEqual([
      expect.closeTo(19.1705, 4),
      expect.closeTo(47.4801, 4),
    ]);
    // All addresses of Szeged have the same one, those of Budapest have not.
    expect((await returnedValue(provider.search("Szeged", options)))[0].postcode).toBe("6720");
    expect((await returnedValue(provider.search("Budapest", options)))[0].postcode).toBe("");
  });

  it("has a confidence and a precision", async () => {
    const surely = async (text: string) => {
      const [{ confidence, precision }] = await returnedValue(provider.search(text, options));
      return `${precision} ${confidence}`;
    };
    expect(await surely("Váci utca 5")).toBe("address exact");
    expect(await surely("Váci utca 5/b")).toBe("address high");
    expect(await surely("Váci utca 99")).toBe("street medium");
    expect(await surely("Váci utca")).toBe("street high");
    expect(await surely("Vaci utac")).toBe("street low");
    expect(await surely("Szeged")).toBe("settlement high");
    expect(await surely("Nincs Ilyen utca 4, Szeged")).toBe("settlement low");
    expect(await surely("V. kerület")).toMatch(/^district/);
  });

  it("sorts the nearest first", async () => {
    const first = async (near: Coordinates) =>
      (await returnedValue(provider.search("Kossuth Lajos", { ...options, near })))[0].place;
    expect(await first([17.63, 47.68])).toBe("Győr");
    expect(await first([20.14, 46.25])).toBe("Szeged");
  });

  it("finds a street in the requested district", async () => {
    const [there] = await returnedValue(
      provider.search("Kossuth Lajos utca, XVII. kerület", options),
    );
    expect(there).toMatchObject({ address_line1: "Kossuth Lajos utca", place: "Budapest" });
    expect(there.longitude).toBeCloseTo(19.17, 2);
  });

  it("returns the full address of a suggestion, also in another language and after an import", async () => {
    const [{ id }] = await returnedValue(provider.suggest("Váci utca 5", options));
    expect(id).toMatch(/^local\./);
    expect(await returnedValue(provider.retrieve(id, { ...options, language: "de" }))).toEqual({
      address_line1: "Váci utca 5",
      address_line2: "",
      place: "Budapest",
      county: "",
      postcode: "1052",
      country: "HU",
      longitude: 19.0521,
      latitude: 47.4941,
      confidence: "exact",
      precision: "address",
    });
    const notFound = { ok: false, code: "notfound" };
    for (const unknown of ["local.", "local.abc", "open.abc", id.slice(0, -5)]) {
      expect(await provider.retrieve(unknown, options)).toEqual(notFound);
    }
  });

  it.each([
    ["at a house", [19.05211, 47.49411], "Váci utca 5", "Budapest", "address", "exact"],
    ["beside one", [19.0523, 47.4942], "Váci utca 5", "Budapest", "address", "high"],
    [
      "on a street without houses",
      [19.0571, 47.4981],
      "Bajcsy-Zsilinszky út",
      "Budapest",
      "street",
      "high",
    ],
    [
      "a short walk from one",
      [19.0571, 47.4989],
      "Bajcsy-Zsilinszky út",
      "Budapest",
      "street",
      "medium",
    ],
    ["in a district", [19.18, 47.46], "", "Budapest", "district", "medium"],
    ["in a city", [19.1, 47.55], "", "Budapest", "settlement", "medium"],
    ["near a city without a border", [17.65, 47.7], "", "Győr", "settlement", "low"],
  ] as const)("names the address %s", async (_, position, line, place, precision, confidence) => {
    const [longitude, latitude] = position;
    expect(await returnedValue(provider.reverse(position, options))).toMatchObject({
      address_line1: line,
      place,
      precision,
      confidence,
      country: "HU",
      longitude,
      latitude,
    });
  });

  it("names a settlement without an outline around it, but not beyond the outline that contains it", async () => {
    const placeAt = async (position: Coordinates) => {
      const response = await provider.reverse(position, options);
      return response.ok ? response.value.place : response.code;
    };
    expect(await placeAt([18.53, 46.9])).toBe("Tanyasor");
    expect(await placeAt([18.56, 46.9])).toBe("notfound");
    expect(await placeAt([19.195, 47.44])).toBe("Budapest");
    // A kilometre and a half east of the hamlet, outside Budapest.
    expect(await placeAt([19.21, 47.44])).toBe("notfound");
    expect(await extract.provider.isOutside([19.21, 47.44])).toBe(true);
  });

  it("finds nothing outside, where the embedded provider does", async () => {
    const vienna = [16.37, 48.2] as const;
    expect(await provider.reverse(vienna, options)).toEqual({ ok: false, code: "notfound" });
    expect(await auto.reverse(vienna, options)).toMatchObject({
      ok: true,
      provider: "embedded",
      isFallback: false,
    });
  });

  it("has no ways where no router is installed or has no tiles", async () => {
    const unsupported = { ok: false, code: "unsupported" };
    expect(await provider.directions([19, 47], [19.1, 47], options)).toEqual(unsupported);
    expect(await auto.directions([19, 47], [19.1, 47], options)).toMatchObject({
      provider: "embedded",
      value: { kind: "straight" },
    });
  });

  it.each([
    ["inside both ends", [19.052, 47.494], [17.634, 47.687], "notfound"],
    ["outside at the beginning", [16.37, 48.2], [19.052, 47.494], "unsupported"],
    ["outside at the end", [19.052, 47.494], [16.37, 48.2], "unsupported"],
  ] as const)("accepts a router's 'no route' or not, %s", async (_, from, to, code) => {
    const extract = withoutRoutes(db);
    expect(await extract.directions(from, to, options)).toEqual({ ok: false, code });
  });

  it.each(["auto", "embedded"] as const)(
    "is the provider of `%s`, without requests to other servers",
    async (configured) => {
      expect(await geoOf(configured, extract).suggest("Váci utca 5", options)).toMatchObject({
        provider: "local",
        isFallback: false,
        value: [{ name: "Váci utca 5" }],
      });
    },
  );

  it.each([
    ["Bécs", "Bécs, Ausztria", "Bécsi út, Budapest, Magyarország"],
    ["Bécsi", "Bécsi út, Budapest, Magyarország", undefined],
    ["Pozsony", "Pozsony, Szlovákia", "Pozsonyi út, Budapest, Magyarország"],
    ["Budapest", "Budapest, Magyarország", undefined],
  ])("together with the gazetteer finds '%s': %s, %s", async (text, ...expected) => {
    const response = await auto.suggest(text, options);
    expect(response).toMatchObject({ provider: "local", isFallback: false });
    const suggestions = response.ok ? response.value : [];
    const names = suggestions.map(({ name, detail }) => `${name}, ${detail}`);
    expect([names[0], names[1]]).toEqual(expected);
  });

  it("searches addresses so too, and has each suggestion's position", async () => {
    const [vienna, street] = await returnedValue(auto.search("Bécs", options));
    expect(vienna).toMatchObject({ place: "Bécs", country: "AT", precision: "settlement" });
    expect(street).toMatchObject({ address_line1: "Bécsi út", country: "HU" });
    const [{ id }] = await returnedValue(auto.suggest("Bécs", options));
    expect(await auto.retrieve(id, options)).toMatchObject({
      provider: "embedded",
      isFallback: false,
      value: { place: "Bécs", country: "AT" },
    });
  });

  it.each(["embedded", "auto"] as const)(
    "responds to every call at '%s' with every outside host unreachable",
    async (configured) => {
      const geo = geoOf(configured, extract);
      const here = [19.05, 47.49] as const;
      const view = { center: here, zoom: 16, width: 1, height: 1, isRetina: false };
      const [{ id }] = await returnedValue(geo.suggest("Szeged", options));
      expect(
        await Promise.all([
          geo.retrieve(id, options),
          geo.search("Szeged", options),
          geo.reverse(here, options),
          geo.directions(here, [19.06, 47.5], options),
          geo.category("toilet", { ...options, near: here }),
          geo.staticImage({ ...view, theme: "light" }, options),
        ]),
      ).toMatchObject([
        { ok: true, value: { place: "Szeged" } },
        { ok: true, value: [{ place: "Szeged" }] },
        { ok: true, value: { place: "Budapest" } },
        { ok: true, value: { kind: "straight" } },
        { ok: false, code: "unsupported" },
        { ok: false, code: "unsupported" },
      ]);
    },
  );

  it.each([
    ["Budapest, Kossuth Lajos utca 12/a, 1173", "Kossuth Lajos utca 12/a", "exact"],
    ["1173 Kossuth Lajos utca 12/a", "Kossuth Lajos utca 12/a", "exact"],
    ["Budapest, Kossuth Lajos utca 12/a, 1053", "Kossuth Lajos utca 12/a", "low"],
    ["Győr, Kossuth Lajos utca 3, 9025", "Kossuth Lajos utca 3", "exact"],
    ["Győr, Kossuth Lajos utca 3, 9024", "Kossuth Lajos utca 3", "low"],
    ["Budapest, Váci utca, 1052", "Váci utca", "medium"],
    ["Budapest, Váci utca, 1239", "Váci utca", "low"],
    ["Budapest XVII. kerület, Kossuth Lajos utca 12/a", "Kossuth Lajos utca 12/a", "exact"],
    // This district is in no extract.
    ["Budapest XIX. kerület, Kossuth Lajos utca 12/a", "Kossuth Lajos utca 12/a", "low"],
  ])("'%s' is %s, with the confidence %s", async (text, line, confidence) => {
    const [first] = await returnedValue(provider.search(text, options));
    expect(first).toMatchObject({ address_line1: line, confidence });
  });

  it("places a street where it has the typed postcode", async () => {
    const at = async (text: string) => {
      const [{ longitude, latitude }] = await returnedValue(provider.search(text, options));
      return [longitude, latitude];
    };
    expect(await at("Budapest, Kossuth Lajos utca, 1173")).toEqual([19.1705, 47.4801]);
    expect(await at("Budapest, Kossuth Lajos utca, 1053")).toEqual([19.0551, 47.4926]);
  });

  it("leaves connections and capacity to other clients, however many searches of one client are queued", async () => {
    const { database, connection } = db;
    await using other = connectDatabase(connection, { log: silentLog });
    const countQueued = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pg_locks
        where not granted and database = (select oid from pg_database where datname = current_database())`.execute(
        other,
      );
      return rows[0].count;
    };
    let ended = 0;
    const search = async (client: string) => {
      const { ok } = await provider.search("Fő utca", { ...options, client });
      ended++;
      return ok;
    };
    const searches = await other.transaction().execute(async (holding) => {
      await sql`lock table street in access exclusive mode`.execute(holding);
      const begun = Array.from({ length: 12 }, () => search("busy"));
      await expect.poll(countQueued).toBe(2);
      // Another client's query and search run while all of those are queued.
      await sql`select 1`.execute(database);
      begun.push(search("calm"));
      await expect.poll(countQueued).toBe(3);
      expect(ended).toBe(0);
      return begun;
    });
    for (const ok of await Promise.all(searches)) expect(ok).toBe(true);
  });

  it("falls back to the next provider where the queue is too long", async () => {
    const searches = await Promise.all(
      Array.from({ length: 40 }, () => auto.search("Fő utca", options)),
    );
    const providers = searches.map(({ provider: extract }) => extract);
    expect(providers.filter((name) => name === "local").length).toBeGreaterThanOrEqual(2);
    expect(providers.filter((name) => name === "embedded").length).toBeGreaterThanOrEqual(14);
  });

  it("falls back where the database is unavailable", async () => {
    const broken = await createTestDatabase();
    const { database } = broken;
    const gone = openExtract({ database, dataDirectory: folder, localeOf, log: silentLog });
    expect(await gone.isImported()).toBe(false);
    await database.destroy();
    const stoodIn = { ok: true, provider: "embedded", isFallback: true };
    const imported = { provider: gone.provider, isImported: async () => true };
    expect(await geoOf("embedded", imported).search("Győr", options)).toMatchObject(stoodIn);
    expect(await geoOf("embedded", imported).suggest("Győr", options)).toMatchObject(stoodIn);
    // So no other server receives a request for a route.
    expect(await gone.provider.isOutside([16.37, 48.2])).toBe(false);
  });
});

describe("with two extracts that overlap", () => {
  const villages = ["Balzers", "Triesen", "Vaduz", "Schaan", "Eschen", "Ruggell"];
  /** Villages along the Rhine, each with a Landstrasse and a house. */
  const villageParts = villages.map((name, index) => {
    const [lng, lat] = [9.5 + index * 0.005, 47.066 + index * 0.035];
    const number = index * 10 + 1;
    const address = { "addr:street": "Landstrasse", "addr:housenumber": "3" };
    return {
      nodes: {
        [number]: [lng, lat, { place: "village", name }],
        [number + 1]: [lng, lat + 0.001],
        [number + 2]: [lng + 0.002, lat + 0.001],
        [number + 3]: [lng, lat + 0.0011, { ...address, "addr:postcode": "9490" }],
      } as const,
      ways: {
        [number]: [[number + 1, number + 2], { highway: "residential", name: "Landstrasse" }],
      } as const,
    };
  });
  const cut: TestExtract = {
    nodes: Object.assign({}, ...villageParts.map(({ nodes }) => nodes)),
    ways: Object.assign({}, ...villageParts.map(({ ways }) => ways)),
  };
  const border = { boundary: "administrative", name: "Liechtenstein" };
  const county = { ...border, name: "Oberland", admin_level: "6" };
  const complete: TestExtract = {
    nodes: {
      ...cut.nodes,
      ...{ 901: [9.4, 47], 902: [9.6, 47], 903: [9.6, 47.3], 904: [9.4, 47.3] },
    },
    ways: { ...cut.ways, 901: [[901, 902, 903, 904, 901], {}] },
    relations: {
      901: [[901], { ...border, admin_level: "2", "ISO3166-1:alpha2": "LI" }],
      902: [[901], county],
    },
  };

  /** All of it but the name of the last village, with the county and without the border of the country. */
  const cutWithCounty: TestExtract = {
    nodes: { ...complete.nodes, 51: [9.525, 47.241] },
    ways: complete.ways,
    relations: { 902: [[901], county] },
  };

  it.each([
    ["the county", cut],
    ["the country", cutWithCounty],
  ])("finds each place once, from the extract that has %s too", async (_, cut) => {
    await using own = await createTestDatabase();
    const { database } = own;
    for (const [name, content] of Object.entries({ cut, complete })) {
      const path = join(folder, `${name}.osm.pbf`);
      writeFileSync(path, writeOsmPbf(content));
      await importFile({ database, path, country: null, now: new Date(), onProgress: () => {} });
    }
    const countries = await database.selectFrom("settlement").select("country").execute();
    expect(new Set(countries.map(({ country }) => country))).toEqual(new Set(["CH", "LI"]));
    const extract = createExtractProvider({
      ...{ database, walk: unsupportedCalls.directions, log: silentLog },
    });
    const found = async (text: string) =>
      (await returnedValue(extract.search(text, options))).map(
        ({ address_line1, postcode, place, county, country }) =>
          `${address_line1}, ${postcode} ${place}, ${county}, ${country}`,
      );
    expect(await found("Balzers")).toEqual([", 9490 Balzers, Oberland, LI"]);
    expect(await found("Landstrasse 3 Vaduz")).toEqual(["Landstrasse 3, 9490 Vaduz, Oberland, LI"]);
    const streets = villages.map((name) => `Landstrasse, 9490 ${name}, Oberland, LI`);
    expect((await found("Landstrasse")).sort()).toEqual(streets.sort());
  });
});

describe("with two extracts that do not meet", () => {
  const villages = {
    balzers: [9.5, 47.066],
    triesen: [9.52, 47.1],
    eschen: [9.52, 47.21],
  } as const;
  const { balzers, triesen, eschen } = villages;

  it.each([
    ["within one", balzers, triesen, "notfound"],
    ["from one to the other", triesen, eschen, "unsupported"],
    ["from the other to the one", eschen, balzers, "unsupported"],
  ])("accepts a router's 'no route' or not, %s", async (_, from, to, code) => {
    await using own = await createTestDatabase();
    const place = (at: keyof typeof villages) =>
      [...villages[at], { place: "village", name: at }] as const;
    const files = {
      south: { 1: place("balzers"), 2: place("triesen") },
      north: { 3: place("eschen") },
    };
    for (const [name, nodes] of Object.entries(files)) {
      const path = join(folder, `${name}.osm.pbf`);
      writeFileSync(path, writeOsmPbf({ nodes }));
      const { database } = own;
      await importFile({ database, path, country: "LI", now: new Date(), onProgress: () => {} });
    }
    expect(await withoutRoutes(own).directions(from, to, options)).toEqual({ ok: false, code });
  });
});

/** Provider whose router finds no route. */
function withoutRoutes({ database }: TestDatabase) {
  const walk = async () => ({ ok: false, code: "notfound" }) as const;
  return createExtractProvider({ database, walk, log: silentLog });
}

async function returnedValue<Value>(result: Promise<GeoResult<Value>>): Promise<Value> {
  const response = await result;
  if (!response.ok) throw new Error(response.code);
  return response.value;
}
