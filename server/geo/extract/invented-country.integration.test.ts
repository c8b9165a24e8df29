import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { maxSuggestions } from "#domain/address-search/search-limits.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { createGeo, walkWith } from "#server/geo/create-geo.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import { addForeignSettlements, createFallbackChain } from "#server/geo/fallback-chain.ts";
import {
  type GeoProvider,
  type GeoResult,
  type GeoSearchOptions,
  unsupportedCalls,
} from "#server/geo/geo.ts";
import type { WalkingRouter } from "#server/geo/walking/walking-router.ts";
import { createInstructionLocales } from "#server/geo/walking/walking-router.ts";
import { readTranslations } from "#server/i18n.ts";
import { importFile } from "#server/import/import-file.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import {
  at,
  houseAt,
  houses,
  inventedCountry,
  type Meters,
  settlements,
} from "#tests/support/map-data/invented-country.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { encodePolyline } from "#tests/support/peers/encode-polyline.ts";
import { type StubService, startStubService } from "#tests/support/peers/stub-service.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { createExtractProvider } from "./extract-provider.ts";

/*
 * Searches, addresses of positions and walks on the invented country, each kind of query once. The rules of Budapest
 * are tested in `extract-provider.integration.test.ts`, the same on real extracts in `real-extracts.full.test.ts`.
 */

/** Limits so long that a busy machine does not reach them. */
const limits = { maxWaitMs: 600_000, statementTimeoutMs: 600_000 };
const folder = mkdtempSync(join(tmpdir(), "mosdo-invented-"));
const localeOf = createInstructionLocales(readTranslations());

let db: TestDatabase;
let provider: GeoProvider;

const openProvider = (walk: GeoProvider["directions"]) =>
  createExtractProvider({ database: db.database, walk, log: silentLog, limits });

beforeAll(async () => {
  db = await createTestDatabase();
  const path = join(folder, "invented.osm.pbf");
  writeFileSync(path, writeOsmPbf(inventedCountry));
  const { database } = db;
  await importFile({ database, path, country: null, now: new Date(), onProgress: () => {} });
  provider = openProvider(unsupportedCalls.directions);
});
afterAll(async () => {
  await db?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

type Options = Partial<GeoSearchOptions>;

/** Names and details of the suggestions. */
async function suggest(geo: Pick<GeoProvider, "suggest">, text: string, options: Options = {}) {
  const found = await returnedValue(geo.suggest(text, { ...searchOptions(), ...options }));
  return found.map(({ name, detail }) => `${name}, ${detail}`);
}

async function returnedValue<Value>(call: Promise<GeoResult<Value>>): Promise<Value> {
  const result = await call;
  if (!result.ok) throw new Error(result.code);
  return result.value;
}

const [en, de] = [{ language: "en" }, { language: "de" }] as const;
const inSardomb = { near: at(settlements.sardomb.middle) };
const inNebelmark = { near: at(settlements.nebelmark.middle) };
const inTihovo = { near: at(settlements.tihovo.middle) };

describe("suggests first", () => {
  it.each<[text: string, options: Options, expected: string]>([
    // Settlements: in any case, unfinished, without accents, mistyped, by their other names, in other letters.
    ["NEBELMARK", {}, "Nebelmark, Kelet, Írország"],
    ["Nebelm", {}, "Nebelmark, Kelet, Írország"],
    ["sardomb", {}, "Sárdomb, Nyugat, Írország"],
    ["Nebelmrak", {}, "Nebelmark, Kelet, Írország"],
    ["Sóváros", {}, "Sárdomb, Nyugat, Írország"],
    ["Sárdomb", de, "Kalkhügel, Nyugat, Irland"],
    ["also sardomb", {}, "Alsó-Sárdomb, 2100 Sárdomb, Írország"],
    ["тихово", {}, "Тихово, Kelet, Írország"],
    ["Тихово", en, "Tihovo, Kelet, Ireland"],
    ["αλατονησι", {}, "Αλατονήσι, Kelet, Írország"],
    ["4300", {}, "Nebelmark, Kelet, Írország"],
    // Streets: by other letters, in parts, abbreviated, translated, mistyped, with their town before or after them.
    ["Hauptstraße", {}, "Hauptstrasse, 4300 Nebelmark, Írország"],
    ["hauptstr nebelmark", {}, "Hauptstrasse, 4300 Nebelmark, Írország"],
    ["Nebelmark, Haupt Strasse", {}, "Hauptstrasse, 4300 Nebelmark, Írország"],
    ["Hauptstrase Nebelmak", {}, "Hauptstrasse, 4300 Nebelmark, Írország"],
    ["Haupt Street, Nebelmark", en, "Hauptstrasse, 4300 Nebelmark, Ireland"],
    ["Gruenweg", {}, "Grünweg, 4300 Nebelmark, Írország"],
    ["fürst georg", {}, "Fürst-Georg-Strasse, 4300 Nebelmark, Írország"],
    ["St. Annagasse", {}, "Sankt Annagasse, 4300 Nebelmark, Írország"],
    ["marien platz", {}, "Marien-Platz, 4300 Nebelmark, Írország"],
    ["leuchtturm", {}, "Am Leuchtturm, 4300 Nebelmark, Írország"],
    ["Petőfi S. u.", {}, "Petőfi Sándor utca, 2100 Sárdomb, Írország"],
    ["szt laszlo krt", {}, "Szent László körút, 2100 Sárdomb, Írország"],
    ["Templom tér, Kalkhügel", {}, "Templom tér, 2100 Sárdomb, Írország"],
    ["морска", en, "улица Морска, 5500 Tihovo, Ireland"],
    ["οδος αλατιου", {}, "Οδός Αλατιού, 5600 Αλατονήσι, Írország"],
    // Houses: number and postcode anywhere, letters, ranges, floors, countries; the street, or the town, without one.
    ["5 Hauptstrasse Nebelmark", {}, "Hauptstrasse 5, 4300 Nebelmark, Írország"],
    ["4300 Nebelmark, Hauptstrase 5", {}, "Hauptstrasse 5, 4300 Nebelmark, Írország"],
    ["Hauptstrasse 5, 2. Stock", {}, "Hauptstrasse 5, 4300 Nebelmark, Írország"],
    ["Hauptstrasse 5, Ireland", en, "Hauptstrasse 5, 4300 Nebelmark, Ireland"],
    ["Grünweg 14/A", {}, "Grünweg 14a, 4300 Nebelmark, Írország"],
    ["Petőfi utca 10", {}, "Petőfi Sándor utca 8-14, 2100 Sárdomb, Írország"],
    ["Bahnhofstrasse 999, Nebelmark", {}, "Bahnhofstrasse, 4300 Nebelmark, Írország"],
    ["Nincs Ilyen utca 5, Nebelmark", {}, "Nebelmark, Kelet, Írország"],
    // Landmarks: unfinished, mistyped, in the reader's language, by a part of a word.
    ["Seemus", {}, "Seemuseum, múzeum, Hauptstrasse 7, 4300 Nebelmark, Írország"],
    ["Seemusuem", de, "Seemuseum, Museum, Hauptstrasse 7, 4300 Nebelmark, Irland"],
    ["Seemuseum", en, "Maritime Museum, museum, Hauptstrasse 7, 4300 Nebelmark, Ireland"],
    ["rathaus nebelmark", de, "Rathaus Nebelmark, Rathaus, 4300 Nebelmark, Irland"],
    ["tőliget", {}, "Kikötőliget, park, 2100 Sárdomb, Írország"],
    // Kinds of landmarks: the nearest, those of a settlement, else of the largest; unfinished, and mistyped.
    ["pharmacy", { ...en, ...inSardomb }, "Kos Patika, pharmacy, 2100 Sárdomb, Ireland"],
    ["pharmacy", { ...en, ...inNebelmark }, "Möwen-Apotheke, pharmacy, 4300 Nebelmark, Ireland"],
    [
      "Apotheke Kalkhügel",
      { ...de, ...inNebelmark },
      "Kos Patika, Apotheke, 2100 Kalkhügel, Irland",
    ],
    ["könyvtár", {}, "Mészkő Könyvtár, könyvtár, 2100 Sárdomb, Írország"],
    ["gyógysz", inNebelmark, "Möwen-Apotheke, gyógyszertár, 4300 Nebelmark, Írország"],
    ["Apoteke", { ...de, ...inSardomb }, "Kos Patika, Apotheke, 2100 Kalkhügel, Irland"],
    ["biblothek Nebelmark", de, "Nebelbibliothek, Bibliothek, 4300 Nebelmark, Irland"],
    // A halt is a station too, and a station has the town's name, which means the town.
    ["railway station", { ...en, ...inTihovo }, "Тихово, railway halt, 5500 Tihovo, Ireland"],
    ["Nebelmark Bahnhof", de, "Nebelmark, Bahnhof, 4300 Nebelmark, Irland"],
  ])("for '%s' %o: %s", async (text, options, expected) => {
    const [first] = await suggest(provider, text, options);
    expect(first).toBe(expected);
  });
});

it.each(["Budapest", "qwertzuiop", "12345", "…,,,", "állatkert"])(
  "suggests nothing for '%s'",
  async (text) => {
    expect(await suggest(provider, text)).toEqual([]);
  },
);

test("a town comes before its station, which is one with its building", async () => {
  const labels = await suggest(provider, "Nebelmark");
  expect(labels[0]).toBe("Nebelmark, Kelet, Írország");
  expect(labels.filter((label) => label.includes("vasútállomás"))).toEqual([
    "Nebelmark, vasútállomás, 4300 Nebelmark, Írország",
  ]);
});

test("suggests at most eight of ten, each once, those with the shortest names first", async () => {
  const names = (await suggest(provider, "Kert köz")).map((label) => label.split(",")[0]);
  expect(names).toHaveLength(maxSuggestions);
  expect(new Set(names).size).toBe(maxSuggestions);
  expect(names).not.toContain("Kert 10. köz");
  expect(await suggest(provider, "Kert köz", { limit: 2 })).toHaveLength(2);
  expect(await suggest(provider, "Kert köz", { countries: ["HU"] })).toEqual([]);
});

it.each([
  // An exact name abroad comes before the beginning of a street's, and an unfinished one before a similar one.
  ["Wien", de, "Wien, Österreich"],
  ["Wiener", de, "Wiener Strasse, 4300 Nebelmark, Irland"],
  ["Brati", {}, "Pozsony, Szlovákia"],
  ["Brata", {}, "Brata, 4300 Nebelmark, Írország"],
  ["Nebelmark", {}, "Nebelmark, Kelet, Írország"],
  // The country has nothing of this name.
  ["Bécs", {}, "Bécs, Ausztria"],
])(
  "together with the gazetteer suggests first for '%s' %o: %s",
  async (text, options, expected) => {
    const gazetteer = createEmbeddedProvider();
    const geo = createFallbackChain([addForeignSettlements(provider, gazetteer), gazetteer]);
    expect((await suggest(geo, text, options))[0]).toBe(expected);
  },
);

describe("names the address", () => {
  test("of every point eight metres off a house", async () => {
    const random = randomNumbers(7);
    for (const { street, number, at: house } of houses) {
      const angle = random() * 2 * Math.PI;
      const point = at(moved(house, 8, angle));
      const { name, postcode } = settlements[street.settlement];
      expect(await returnedValue(provider.reverse(point, searchOptions()))).toMatchObject({
        address_line1: `${street.name} ${number}`,
        ...{ place: name, postcode, country: "IE" },
        ...{ precision: "address", confidence: "exact" },
      });
    }
  });

  const [eastOfTihovo, northOfTihovo] = settlements.tihovo.middle;
  it.each<[where: string, position: Meters, place: string]>([
    ["in the outline of a town, in the reader's language", [6400, 7400], "Kalkhügel"],
    [
      "within the reach of a village without an outline",
      [eastOfTihovo, northOfTihovo + 3900],
      "Тихово",
    ],
    ["beyond it", [eastOfTihovo, northOfTihovo + 4100], "notfound"],
    ["on the island", [15_300, -1700], "Αλατονήσι"],
    ["abroad", [25_000, 7000], "notfound"],
  ])("%s", async (_, position, place) => {
    const result = await provider.reverse(at(position), searchOptions("de"));
    expect(result.ok ? result.value.place : result.code).toBe(place);
  });
});

describe("walks between two found addresses", () => {
  const ends = ["Hauptstrasse 5", "Bahnhofstrasse 8"].map((text) => houseAt(text)) as [
    ReturnType<typeof houseAt>,
    ReturnType<typeof houseAt>,
  ];
  const line = ends.map((house) => at(house.at)) as [Coordinates, Coordinates];
  const trip = {
    summary: { length: 0.4567, time: 345.6 },
    legs: [
      {
        shape: encodePolyline(line, 6),
        maneuvers: [
          { type: 1, length: 0.4, street_names: ["Hauptstrasse"] },
          { type: 15, length: 0.0567, street_names: ["Bahnhofstrasse"] },
          { type: 4, length: 0 },
        ],
      },
    ],
  };

  it.each([
    ["hu", /^Indulj el/],
    ["en", /^Set out/],
    ["de", /^Starten Sie/],
  ] as const)("have the router's route, with instructions in '%s'", async (language, beginning) => {
    const requests: unknown[] = [];
    const route = async (request: unknown) => {
      requests.push(request);
      return { ok: true, response: { trip } } as const;
    };
    const walking = openProvider(walkWith(() => ({ route }), localeOf));
    const options = searchOptions(language);
    const found = await Promise.all(
      ends.map(async ({ street, number }) => {
        const text = `${street.name} ${number}, Nebelmark`;
        const [{ longitude, latitude }] = await returnedValue(walking.search(text, options));
        return [longitude, latitude] as const;
      }),
    );
    expect(found).toEqual(line);
    const way = await returnedValue(walking.directions(found[0], found[1], options));
    expect(requests).toMatchObject([
      { locations: line.map(([lon, lat]) => ({ lon, lat })), costing: "pedestrian" },
    ]);
    expect(way).toMatchObject({
      ...{ kind: "route", distance: 457, duration: 346 },
      geometry: { type: "LineString", coordinates: line },
    });
    expect(way.steps.map(({ distance }) => distance)).toEqual([400, 57, 0]);
    expect(way.steps[0].instruction).toMatch(beginning);
  });
});

describe("a walk over the border", () => {
  const home = at(settlements.nebelmark.middle);
  const abroad = at([25_000, 7000]);
  const maneuvers = [{ type: 1, length: 1.5 }];
  const trip = {
    summary: { length: 1.5, time: 1000 },
    legs: [{ shape: encodePolyline([home, abroad], 6), maneuvers }],
  };
  let service: StubService;

  beforeEach(async () => {
    service = await startStubService(() => ({ json: { trip } }));
  });
  afterEach(() => service[Symbol.asyncDispose]());

  /** A route from a server with that setting, whose router knows the country's ways alone. */
  function walk(geoProvider: "auto" | "embedded", from: Coordinates, to: Coordinates) {
    const route: Pick<WalkingRouter, "route"> = {
      route: async () =>
        [from, to].includes(abroad)
          ? { ok: false, code: "unsupported" }
          : { ok: true, response: { trip } },
    };
    const geo = createGeo({
      config: {
        geoProvider,
        photonUrl: service.url,
        valhallaUrl: service.url,
        mapboxAccessToken: null,
        publicUrl: null,
        contactEmail: null,
      },
      log: silentLog,
      embedded: createEmbeddedProvider(),
      local: {
        provider: openProvider(walkWith(() => route, localeOf)),
        isImported: async () => true,
      },
      localeOf,
    });
    return geo.directions(from, to, searchOptions());
  }

  const ours = { provider: "local", isFallback: false, value: { kind: "route" } };
  const theirs = { provider: "open", isFallback: false, value: { kind: "route" } };
  const straight = { provider: "embedded", isFallback: false, value: { kind: "straight" } };

  it("has the open service's route, within it the extract's, and either only where the setting allows", async () => {
    expect(await walk("auto", home, home)).toMatchObject(ours);
    expect(await walk("embedded", home, home)).toMatchObject(ours);
    expect(await walk("embedded", home, abroad)).toMatchObject(straight);
    expect(service.requests).toEqual([]);
    expect(await walk("auto", home, abroad)).toMatchObject(theirs);
    expect(await walk("auto", abroad, home)).toMatchObject(theirs);
    expect(service.requests.map(({ path }) => path)).toEqual(["/route", "/route"]);
  });

  it("is a straight line where the open service has no ways there, or is unavailable", async () => {
    service.answer = () => ({ status: 400, json: { error_code: 171 } });
    expect(await walk("auto", home, abroad)).toMatchObject(straight);
    service.answer = () => ({ status: 500 });
    expect(await walk("auto", home, abroad)).toMatchObject({ ...straight, isFallback: true });
  });
});

/** A position some metres off in a direction. */
function moved([east, north]: Meters, meters: number, angle: number): Meters {
  return [east + Math.cos(angle) * meters, north + Math.sin(angle) * meters];
}
