import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { connectDatabase } from "#server/database/connect.ts";
import { createGeo } from "#server/geo/create-geo.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import type { GeoProvider, GeoResult } from "#server/geo/geo.ts";
import { importFile } from "#server/import/import-file.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { hungarianExtract } from "#tests/support/map-data/hungarian-extract.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { type ExtractLevel, openExtract } from "./open-extract.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-local-geo-"));
const options = searchOptions();
const speakerOf = () => {
  throw new Error("these tests ask for no instructions");
};

let db: TestDatabase;
let level: ExtractLevel;
let provider: GeoProvider;

const openLevel = () =>
  openExtract({ database: db.database, dataDirectory: folder, speakerOf, log: silentLog });

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => {
  await db?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const geoOf = (geoProvider: "embedded" | "auto" | "local", local: ExtractLevel, warn = vi.fn()) =>
  createGeo({
    config: {
      geoProvider,
      photonUrl: "http://127.0.0.1:9",
      valhallaUrl: "http://127.0.0.1:9",
      mapboxAccessToken: null,
      publicUrl: null,
      contactEmail: null,
    },
    log: { ...silentLog, warn },
    embedded: createEmbeddedProvider(),
    local,
    speakerOf,
  });

test("before any import, the level is demanded in vain and says so", async () => {
  const warn = vi.fn();
  const geo = geoOf("local", openLevel(), warn);
  expect(await geo.search("Győr", options)).toMatchObject({ level: "embedded", isFallback: false });
  expect(warn).toHaveBeenCalledWith(expect.stringContaining("npm run import"));
});

describe("with an extract", () => {
  let auto: ReturnType<typeof geoOf>;

  beforeAll(async () => {
    level = openLevel();
    provider = level.provider;
    auto = geoOf("auto", level);
    const path = join(folder, "test.osm.pbf");
    writeFileSync(path, writeOsmPbf(hungarianExtract));
    const { database } = db;
    await importFile({ database, path, country: null, now: new Date(), onProgress: () => {} });
  });
  afterAll(() => level?.[Symbol.asyncDispose]());

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
    ["Petofi utca Szeged", "Petőfi Sándor u., Szeged"],
    ["Dugonics tér 12, Szegedin", "Dugonics tér 12, 6720 Szeged"],
    ["Raab", "Győr"],
    ["Szgeed", "Szeged"],
    ["Nincs Ilyen utca 4, Szeged", "Szeged"],
  ])("finds '%s': %s", async (text, expected) => {
    const [first] = await answerOf(provider.suggest(text, options));
    expect(`${first?.name}, ${first?.detail}`.replace(/, Magyarország$/, "")).toBe(expected);
  });

  it.each(["", "-", "'", "\\", "%", "a & b | !c", "utca", "u", "12", "ő", "🚻", "x".repeat(200)])(
    "is not upset by '%s'",
    async (text) => {
      expect(await provider.suggest(text, options)).toMatchObject({ ok: true });
    },
  );

  it("says how sure and how exact it is", async () => {
    const surely = async (text: string) => {
      const [{ confidence, precision }] = await answerOf(provider.search(text, options));
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

  it("puts what is near first", async () => {
    const first = async (near: Coordinates) =>
      (await answerOf(provider.search("Kossuth Lajos", { ...options, near })))[0].place;
    expect(await first([17.63, 47.68])).toBe("Győr");
    expect(await first([20.14, 46.25])).toBe("Szeged");
  });

  it("places a street in the district that was asked for", async () => {
    const [there] = await answerOf(provider.search("Kossuth Lajos utca, XVII. kerület", options));
    expect(there).toMatchObject({ address_line1: "Kossuth Lajos utca", place: "Budapest" });
    expect(there.longitude).toBeCloseTo(19.17, 2);
  });

  it("gives the whole address of a suggestion, also in another language and after an import", async () => {
    const [{ id }] = await answerOf(provider.suggest("Váci utca 5", options));
    expect(id).toMatch(/^local\./);
    expect(await answerOf(provider.retrieve(id, { ...options, language: "de" }))).toEqual({
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
  ] as const)("says what is %s", async (_, position, line, place, precision, confidence) => {
    const [longitude, latitude] = position;
    expect(await answerOf(provider.reverse(position, options))).toMatchObject({
      address_line1: line,
      place,
      precision,
      confidence,
      country: "HU",
      longitude,
      latitude,
    });
  });

  it("knows nothing outside, where the embedded level does", async () => {
    const vienna = [16.37, 48.2] as const;
    expect(await provider.reverse(vienna, options)).toEqual({ ok: false, code: "notfound" });
    expect(await auto.reverse(vienna, options)).toMatchObject({
      ok: true,
      level: "embedded",
      isFallback: false,
    });
  });

  it("has no ways where no router is installed or has no tiles", async () => {
    const unsupported = { ok: false, code: "unsupported" };
    expect(await provider.directions([19, 47], [19.1, 47], options)).toEqual(unsupported);
    expect(await auto.directions([19, 47], [19.1, 47], options)).toMatchObject({
      level: "embedded",
      value: { kind: "straight" },
    });
  });

  it("is what `auto` asks, without asking anyone outside", async () => {
    expect(await auto.suggest("Váci utca 5", options)).toMatchObject({
      level: "local",
      isFallback: false,
      value: [{ name: "Váci utca 5" }],
    });
  });

  it.each([
    ["Bécs", "Bécs, Ausztria", "Bécsi út, Budapest, Magyarország"],
    ["Bécsi", "Bécsi út, Budapest, Magyarország", undefined],
    ["Pozsony", "Pozsony, Szlovákia", "Pozsonyi út, Budapest, Magyarország"],
    ["Budapest", "Budapest, Magyarország", undefined],
  ])("together with the gazetteer finds '%s': %s, %s", async (text, ...expected) => {
    const answer = await auto.suggest(text, options);
    expect(answer).toMatchObject({ level: "local", isFallback: false });
    const suggestions = answer.ok ? answer.value : [];
    const names = suggestions.map(({ name, detail }) => `${name}, ${detail}`);
    expect([names[0], names[1]]).toEqual(expected);
  });

  it("searches addresses so too, and knows where each suggestion lies", async () => {
    const [vienna, street] = await answerOf(auto.search("Bécs", options));
    expect(vienna).toMatchObject({ place: "Bécs", country: "AT", precision: "settlement" });
    expect(street).toMatchObject({ address_line1: "Bécsi út", country: "HU" });
    const [{ id }] = await answerOf(auto.suggest("Bécs", options));
    expect(await auto.retrieve(id, options)).toMatchObject({
      level: "embedded",
      isFallback: false,
      value: { place: "Bécs", country: "AT" },
    });
  });

  it.each(["embedded", "auto", "local"] as const)(
    "answers every question in time at '%s' with every outside host unreachable",
    async (configured) => {
      const geo = geoOf(configured, level);
      const here = [19.05, 47.49] as const;
      const view = { center: here, zoom: 16, width: 1, height: 1, isRetina: false };
      const [{ id }] = await answerOf(geo.suggest("Szeged", options));
      const startedAtMs = performance.now();
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
      expect(performance.now() - startedAtMs).toBeLessThan(3_000);
    },
  );

  it("leaves others their connections, however many search at once", async () => {
    const { database, connection } = db;
    await using other = connectDatabase(connection, { log: silentLog });
    const [answers, running, othersMs] = await other.transaction().execute(async (holding) => {
      await sql`lock table street in access exclusive mode`.execute(holding);
      const searches = Array.from({ length: 12 }, () => provider.search("Fő utca", options));
      await delay(200);
      const waiting = await sql<{ count: number }>`
        select count(*) from pg_locks
        where not granted and database = (select oid from pg_database where datname = current_database())`.execute(
        other,
      );
      const begunMs = performance.now();
      await sql`select 1`.execute(database);
      return [searches, waiting.rows[0].count, performance.now() - begunMs] as const;
    });
    expect(running).toBe(2);
    expect(othersMs).toBeLessThan(500);
    for (const { ok } of await Promise.all(answers)) expect(ok).toBe(true);
  });

  it("lets clients take turns: one search waits for two of another's twelve, not for all", async () => {
    const ended: string[] = [];
    const searchOf = async (client: string) => {
      await provider.search("Fő utca", { ...options, client });
      ended.push(client);
    };
    // Connections that are opened meanwhile would decide the order.
    await Promise.all(["a", "b", "c"].map(searchOf));
    ended.length = 0;
    const busy = Array.from({ length: 12 }, () => searchOf("busy"));
    await Promise.all([...busy, searchOf("calm")]);
    expect(ended.indexOf("calm")).toBeLessThanOrEqual(4);
  });

  it("answers from the next level what would wait too long", async () => {
    const searches = await Promise.all(
      Array.from({ length: 40 }, () => auto.search("Fő utca", options)),
    );
    const levels = searches.map(({ level }) => level);
    expect(levels.filter((name) => name === "local").length).toBeGreaterThanOrEqual(2);
    expect(levels.filter((name) => name === "embedded").length).toBeGreaterThanOrEqual(14);
  });

  it("steps aside where the database does not answer", async () => {
    const broken = await createTestDatabase();
    const { database } = broken;
    const gone = openExtract({ database, dataDirectory: folder, speakerOf, log: silentLog });
    expect(await gone.isImported()).toBe(false);
    await database.destroy();
    const stoodIn = { ok: true, level: "embedded", isFallback: true };
    expect(await geoOf("local", gone).search("Győr", options)).toMatchObject(stoodIn);
    expect(await geoOf("local", gone).suggest("Győr", options)).toMatchObject(stoodIn);
  });
});

async function answerOf<Value>(result: Promise<GeoResult<Value>>): Promise<Value> {
  const answer = await result;
  if (!answer.ok) throw new Error(answer.code);
  return answer.value;
}
