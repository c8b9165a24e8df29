import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import type { GeoResult } from "#server/geo/geo.ts";
import { searchQueries } from "#server/geo/search-queries.fixture.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { createEmbeddedProvider } from "./embedded-provider.ts";

const provider = createEmbeddedProvider();
const options = searchOptions();

async function returnedValue<Value>(call: Promise<GeoResult<Value>>): Promise<Value> {
  const result = await call;
  if (!result.ok) throw new Error(result.code);
  return result.value;
}

describe("suggests first", () => {
  const queries = searchQueries.filter(({ embedded }) => embedded !== undefined);

  it.each(queries)("for '$text': $embedded", async ({ text, language = "hu", embedded }) => {
    const suggestions = await returnedValue(provider.suggest(text, { ...options, language }));
    expect(suggestions[0]?.name ?? null).toBe(embedded);
  });
});

test("suggests at most eight, each once", async () => {
  const suggestions = await returnedValue(provider.suggest("bal", options));
  expect(suggestions).toHaveLength(8);
  expect(new Set(suggestions.map(({ id }) => id)).size).toBe(8);
});

test("suggests the nearest first", async () => {
  const nameNear = async (near: readonly [number, number] | null) =>
    (await returnedValue(provider.suggest("Mező", { ...options, near })))[0].name;
  expect(await nameNear([20.57, 47.81])).toBe("Mezőkövesd");
  expect(await nameNear([20.63, 47])).toBe("Mezőtúr");
});

test("limits suggestions to the countries, the box and the requested number", async () => {
  const namesOf = async (text: string, scope: object) =>
    (await returnedValue(provider.suggest(text, { ...options, ...scope }))).map(({ name }) => name);
  expect(await namesOf("Komárom", { countries: ["HU"] })).toEqual(["Komárom"]);
  expect(await namesOf("Szeged", { countries: ["AT"] })).not.toContain("Szeged");
  const bbox = { west: 20, south: 46, east: 21, north: 47 };
  expect((await namesOf("Szeg", { bbox }))[0]).toBe("Szeged");
  expect(await namesOf("Szekszárd", { bbox })).not.toContain("Szekszárd");
  expect(await namesOf("V. kerület", { countries: ["SK"] })).not.toContain("Budapest V. kerület");
  expect(await namesOf("bal", { limit: 2 })).toHaveLength(2);
});

test("every suggestion is one that can be retrieved", async () => {
  for (const text of ["Bp V", "Szeged", "Wien"]) {
    const [{ id, precision }] = await returnedValue(provider.suggest(text, options));
    const address = await returnedValue(provider.retrieve(id, options));
    expect(address).toMatchObject({ precision, confidence: "medium", address_line1: "" });
  }
});

test("has a lower confidence for a misspelt town and for the town of a street", async () => {
  const confidence = async (text: string) =>
    (await returnedValue(provider.search(text, options)))[0].confidence;
  expect(await confidence("Sopron")).toBe("medium");
  expect(await confidence("Sopro")).toBe("low");
  expect(await confidence("Sorpon")).toBe("low");
  expect(await confidence("Fő utca 1, Sopron")).toBe("low");
});

describe("reverse", () => {
  it.each([
    ["in Budapest, by its border", [19.0402, 47.4979], "Budapest", "Budapest", "medium"],
    ["in Budapest, nearer to Budaörs", [18.995, 47.4645], "Budapest", "Budapest", "medium"],
    ["in Szeged", [20.148, 46.253], "Szeged", "Csongrád-Csanád", "low"],
    ["at the edge of Debrecen", [21.66, 47.55], "Debrecen", "Hajdú-Bihar", "low"],
    [
      "in a small town beside a large one",
      [17.6486, 47.6065],
      "Győrújbarát",
      "Győr-Moson-Sopron",
      "low",
    ],
    ["on this side of the Danube", [18.74, 47.793], "Esztergom", "Komárom-Esztergom", "low"],
    ["on its other side, in another country", [18.7, 47.81], "Párkány", "", "low"],
    ["nearer to an Austrian town", [17.144, 47.904], "Mosonmagyaróvár", "Győr-Moson-Sopron", "low"],
    ["nearer to a Hungarian town", [18.854, 47.827], "Párkány", "", "low"],
    ["in Vienna", [16.3725, 48.2083], "Bécs", "", "low"],
  ] as const)("%s", async (_, position, place, county, confidence) => {
    const address = await returnedValue(provider.reverse(position, options));
    const [longitude, latitude] = position;
    expect(address).toMatchObject({ place, county, confidence, longitude, latitude });
    expect(address.precision).toBe("settlement");
  });

  it("finds nothing in the middle of the sea", async () => {
    expect(await provider.reverse([-30, 40], options)).toEqual({ ok: false, code: "notfound" });
  });

  it("finds the right country around Hungary's towns", async () => {
    const towns = ["Záhony", "Sátoraljaújhely", "Balassagyarmat", "Makó", "Sopron", "Barcs"];
    for (const town of towns) {
      const [{ longitude, latitude }] = await returnedValue(provider.search(town, options));
      const address = await returnedValue(provider.reverse([longitude, latitude], options));
      expect(address).toMatchObject({ place: town, country: "HU" });
    }
  });
});

test("gives the direction and the distance as directions, never a route", async () => {
  const from = [19.04, 47.5] as const;
  const to = [19.04, 47.51] as const;
  const directions = await returnedValue(provider.directions(from, to, options));
  expect(directions).toEqual({
    kind: "straight",
    geometry: { type: "LineString", coordinates: [from, to] },
    distance: Math.round(distanceMeters(from, to)),
    bearing: 0,
    steps: [],
  });
});

it("reads its files on load, and not again at a search", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mosdo-gazetteer-"));
  cpSync(join(import.meta.dirname, "gazetteer"), folder, { recursive: true });
  const loaded = createEmbeddedProvider(folder);
  loaded.load();
  rmSync(folder, { recursive: true });
  loaded.load();
  const { signal } = new AbortController();
  const options = { language: "hu", near: null, sessionToken: null, signal } as const;
  expect(await loaded.search("Győr", options)).toMatchObject({ ok: true });
});

test("knows as many towns of Hungary as the documents state", () => {
  const guide = readFileSync("docs/operating-maps.md", "utf8");
  expect(guide).toContain(
    `(${createEmbeddedProvider().knownTowns} of Hungary's 3,155 settlements)`,
  );
  expect(createEmbeddedProvider(undefined, "AT").knownTowns).toBeGreaterThan(500);
});
