import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { baseMapFonts } from "../app/features/map/base-map/styles/base-map-styles.ts";
import { baseMapFont } from "../app/features/map/base-map/styles/style-layers.ts";
import { countryCodes } from "../domain/geography/country-code.ts";
import { startView } from "../domain/map/initial-view.ts";
import { worldMapVersion } from "../domain/map/world-tiles.ts";
import { languages } from "../domain/text/language.ts";
import { worldMapFile } from "../server/base-map/tile-archive.ts";
import { shownBoxes } from "../server/map-picture/draw-map-picture.ts";
import {
  type BaseMapFeature,
  baseMapTiles,
  groundAt,
  readFeatures,
} from "../tests/support/map-data/base-map-tiles.ts";
import { kilometersToLine } from "./geometry.ts";

/** Tiles of Europe: columns and rows of the finest zoom. */
const europe = [112, 52, 167, 103] as const;

const names = await readFeatures(["label", "river"]);
const labels = names.filter(({ layer }) => layer === "label");
const lines = await readFeatures(["river", "border", "hungary"], europe);
const linesOf = (name: string) => lines.filter(({ layer }) => layer === name);
const [rivers, borders, hungary] = ["river", "border", "hungary"].map(linesOf);

function nameIn(language: string, properties: BaseMapFeature["properties"]): string {
  return String(properties[language] ?? properties.en);
}

function named(features: readonly BaseMapFeature[], kind: string, name: string): BaseMapFeature {
  const found = features.find(
    ({ layer, properties }) =>
      (layer === kind || properties.kind === kind) && nameIn("hu", properties) === name,
  );
  if (!found) throw new Error(`There is no ${kind} ${name}.`);
  return found;
}

/** Kilometres from a point to the nearest of some features. */
function kilometersTo(point: readonly [number, number], features: readonly BaseMapFeature[]) {
  return Math.min(
    ...features.flatMap(({ lines }) => lines.map((line) => kilometersToLine(point, line))),
  );
}

/** Bytes of the tiles of a view. */
async function weightOf(size: { width: number; height: number }): Promise<number> {
  const found = await baseMapTiles.find(shownBoxes(startView, size), startView.zoom);
  const packed = await Promise.all(
    (found?.tiles ?? []).map((tile) => baseMapTiles.packedTile(tile)),
  );
  return packed.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);
}

function covers(range: string, codePoint: number): boolean {
  const [first, last = first] = range
    .slice(2)
    .split("-")
    .map((hex) => Number.parseInt(hex, 16));
  return codePoint >= first && codePoint <= last;
}

describe("the committed base map", () => {
  it.each([
    ["a phone", 390, 844],
    ["a desk", 1440, 900],
    ["a large desk", 1920, 1080],
  ])("weighs at most 110 KB at the start view on %s", async (_, width, height) => {
    const bytes = await weightOf({ width, height });
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(110_000);
  });

  it("weighs at most 16 MB in all, and has the version that pages request", () => {
    expect(statSync(worldMapFile).size).toBeLessThan(16_000_000);
    const digest = createHash("sha256").update(readFileSync(worldMapFile)).digest("hex");
    expect(digest.startsWith(worldMapVersion)).toBe(true);
  });

  it.each([
    ["Helsinki's South Harbour", [24.962, 60.163]],
    ["Kruunuvuorenselkä", [24.99, 60.165]],
    ["the Oslofjord at Nesodden", [10.62, 59.83]],
    ["the Oslofjord at Drøbak", [10.615, 59.66]],
    ["the Byfjord at Bergen", [5.26, 60.41]],
    ["the Gulf of Bothnia", [20, 63]],
    ["the Bothnian Bay", [22.5, 65]],
    ["the Bay of Kotor", [18.69, 42.43]],
    ["the Adriatic", [16, 43]],
    ["the Øresund", [12.75, 55.85]],
    ["the Limfjord", [9.2, 56.85]],
    ["the Firth of Forth", [-3.1, 56.05]],
    ["the Golden Gate", [-122.48, 37.82]],
  ] as const)("has the sea at %s", async (_, point) => {
    expect(await groundAt(point, 8)).toBe("sea");
  });

  it.each([
    ["Gotland", [18.5, 57.5]],
    ["Åland", [19.95, 60.2]],
    ["Bornholm", [14.9, 55.13]],
    ["Hvar", [16.6, 43.15]],
    ["Suomenlinna", [24.985, 60.145]],
    ["Helsinki", [24.94, 60.17]],
    ["Oslo", [10.75, 59.92]],
    ["Kotor", [18.775, 42.425]],
    ["Istria", [13.9, 45.2]],
    ["Sylt", [8.33, 54.9]],
    ["Copenhagen", [12.55, 55.68]],
    ["Manhattan", [-73.97, 40.78]],
    ["Singapore", [103.82, 1.35]],
  ] as const)("has land at %s", async (_, point) => {
    expect(await groundAt(point, 8)).toBe("land");
  });

  it.each([
    ["Balaton", [17.75, 46.85]],
    ["Maridalsvannet", [10.772, 59.993]],
    ["Øyeren", [11.23, 59.79]],
    ["Mälaren", [17.6, 59.33]],
    ["Lake Constance", [9.4, 47.6]],
    ["Lake Neusiedl", [16.75, 47.82]],
    ["Lake Velence", [18.6, 47.21]],
    ["the Saimaa", [28.1, 61.25]],
    ["Vänern", [13, 58.7]],
    ["Mjøsa", [11, 60.7]],
    ["Lake Geneva", [6.5, 46.45]],
    ["Lake Garda", [10.68, 45.6]],
    ["Lake Ladoga", [31.5, 60.8]],
    ["Lake Victoria", [33, -1]],
  ] as const)("has the lake %s", async (_, point) => {
    expect(await groundAt(point, 8)).toBe("lake");
  });

  it.each([3, 5])("is true from afar too, at zoom %i", async (zoom) => {
    for (const sea of [
      [20, 63],
      [16, 43],
      [10.9, 58.6],
      [22, 64.5],
    ] as const) {
      expect(await groundAt(sea, zoom)).toBe("sea");
    }
    for (const land of [
      [18.5, 57.5],
      [10.75, 60],
      [24.9, 60.3],
      [14.9, 55.13],
    ] as const) {
      expect(await groundAt(land, zoom)).toBe("land");
    }
  });

  it.each([
    ["Austria, Czechia and Germany", [13.8393, 48.7716]],
    ["Belgium, Germany and the Netherlands", [6.0209, 50.7547]],
    ["Austria, Liechtenstein and Switzerland", [9.607, 47.0577]],
    ["Andorra and France", [1.7247, 42.5429]],
    ["Norway and Sweden at Morokulien", [12.2435, 59.9285]],
    ["Norway and Sweden at Storlien", [12.058, 63.324]],
    ["Finland, Norway and Sweden", [20.5486, 69.06]],
    ["Finland and Russia at Vaalimaa", [27.86, 60.6]],
  ] as const)("has the border of %s within 1 km", (_, point) => {
    expect(kilometersTo(point, borders)).toBeLessThan(1);
  });

  it("has Hungary's border within 300 m, in the Danube too", () => {
    for (const point of [
      [16.1138, 46.8689],
      [17.1608, 48.0069],
      [18.123, 47.7505],
      [22.8977, 47.954],
    ] as const) {
      expect(kilometersTo(point, hungary)).toBeLessThan(0.3);
    }
  });

  it("has no border at sea", () => {
    for (const point of [
      [12.75, 55.85],
      [-2.5, 50],
      [14.5, 44.2],
    ] as const) {
      expect(kilometersTo(point, borders)).toBeGreaterThan(10);
    }
  });

  it("names the 19 counties", () => {
    // A label in a tile's margin is in the next tile too.
    const found = labels
      .filter(({ properties }) => properties.kind === "county")
      .map(({ properties }) => String(properties.en));
    const names = [...new Set(found)].toSorted(new Intl.Collator("hu").compare);
    expect(names).toEqual([
      "Bács-Kiskun",
      "Baranya",
      "Békés",
      "Borsod-Abaúj-Zemplén",
      "Csongrád-Csanád",
      "Fejér",
      "Győr-Moson-Sopron",
      "Hajdú-Bihar",
      "Heves",
      "Jász-Nagykun-Szolnok",
      "Komárom-Esztergom",
      "Nógrád",
      "Pest",
      "Somogy",
      "Szabolcs-Szatmár-Bereg",
      "Tolna",
      "Vas",
      "Veszprém",
      "Zala",
    ]);
  });

  it.each([
    ["Duna", [19.045, 47.499], 0.5],
    ["Duna", [18.91, 46.18], 3],
    ["Tisza", [20.152, 46.25], 0.5],
    ["Tisza", [20.2, 47.17], 1],
    ["Dráva", [17.46, 45.95], 1.5],
    ["Rába", [16.6, 47.005], 1],
    ["Hármas-Körös", [20.83, 46.95], 2],
    ["Maros", [20.48, 46.2], 2],
    ["Szamos", [22.88, 47.79], 2],
    ["Ipoly", [19.3, 48.08], 2],
    ["Sajó", [20.65, 48.26], 1],
    ["Hernád", [21.15, 48.31], 1],
    ["Zagyva", [19.91, 47.5], 1],
    ["Zala", [16.84, 46.85], 1.5],
    ["Bodrog", [21.58, 48.32], 1],
    ["Rajna", [6.965, 50.94], 1],
    ["Elba", [13.74, 51.055], 1],
    ["Szajna", [2.35, 48.855], 1],
    ["Visztula", [21.03, 52.245], 1],
    ["Dnyeper", [30.565, 50.45], 1.5],
    ["Tajo", [-8.67, 39.235], 1.5],
    ["Kemijoki", [25.73, 66.5], 1.5],
  ] as const)("has the %s within %o by %f km", (name, town, kilometers) => {
    const parts = rivers.filter(({ properties }) => nameIn("hu", properties) === name);
    expect(kilometersTo(town, parts)).toBeLessThan(kilometers);
  });

  it("names every country by its code", () => {
    const countries = labels.filter(({ properties }) => properties.kind === "country");
    expect(countries.length).toBeGreaterThan(150);
    for (const { properties } of countries) expect(countryCodes).toContain(properties.code);
  });

  it("names the four great lakes and Budapest's 23 districts", () => {
    for (const lake of ["Balaton", "Fertő", "Velencei-tó", "Tisza-tó"]) named(labels, "lake", lake);
    const districts = labels.filter(({ properties }) => properties.kind === "district");
    expect(districts).toHaveLength(23);
  });

  it.each([
    ["Bécs", "Vienna", "Wien"],
    ["Pozsony", "Bratislava", undefined],
    ["Kassa", "Košice", undefined],
    ["Kolozsvár", "Cluj-Napoca", "Klausenburg"],
    ["Zágráb", "Zagreb", undefined],
    ["Újvidék", "Novi Sad", undefined],
    ["Temesvár", "Timișoara", "Temeswar"],
  ])("calls %s %s in English and %s in German", (hu, en, de) => {
    const city = labels.find(
      ({ properties }) =>
        properties.hu === hu && /settlement|capital/.test(String(properties.kind)),
    );
    expect(city?.properties).toMatchObject(de ? { en, de } : { en });
    if (!de) expect(city?.properties.de).toBeUndefined();
  });

  it.each([
    ["sk", "Budapešť", "Dunaj", "Neziderské jazero"],
    ["uk", "Будапешт", "Дунай", "Нойзідлер-Зе"],
  ])("names the capital, its river and a lake in '%s'", (language, ...expected) => {
    const found = new Set(names.map(({ properties }) => properties[language]));
    for (const name of expected) expect(found.has(name), name).toBe(true);
  });

  it("has names of Latin letters only of those in the font files of its style", () => {
    const ranges = baseMapFonts[baseMapFont].flatMap((face) => face["unicode-range"]);
    const letters = names.flatMap(({ properties }) =>
      languages.flatMap((language) => [...String(properties[language] ?? "")]),
    );
    const missing = [
      ...new Set(letters.filter((letter) => /\P{Script=Cyrillic}/u.test(letter))),
    ].filter((letter) => !ranges.some((range) => covers(range, letter.codePointAt(0) ?? 0)));
    expect(missing).toEqual([]);
  });

  it("has some 850 Hungarian settlements and omits the wrong population of the source", () => {
    const known = new Set(labels.map(({ properties }) => properties.en));
    for (const town of ["Győr", "Hódmezővásárhely", "Csorna", "Tihany", "Vaduz", "Bodø"]) {
      expect(known.has(town), town).toBe(true);
    }
    expect(known.has("Parádsasvár")).toBe(false);
  });
});
