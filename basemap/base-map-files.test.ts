import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { kilometersToLine, type Position } from "./geometry.ts";

interface AnyFeature {
  properties: Record<string, string>;
  geometry: { type: string; coordinates: Position[] };
}

const shapesText = readFileSync("public/basemap/shapes.json", "utf8");
const labelsText = readFileSync("public/basemap/labels.json", "utf8");
const shapes: AnyFeature[] = JSON.parse(shapesText).features;
const labels: AnyFeature[] = JSON.parse(labelsText).features;

function named(features: AnyFeature[], kind: string, name: string): AnyFeature {
  const found = features.find(
    ({ properties }) => properties.kind === kind && properties.hu === name,
  );
  if (!found) throw new Error(`There is no ${kind} ${name}.`);
  return found;
}

describe("the committed base map", () => {
  it("weighs at most 170 KB compressed", () => {
    expect(gzipSync(shapesText).length + gzipSync(labelsText).length).toBeLessThan(170_000);
  });

  it("names the 19 counties", () => {
    const names = labels
      .filter(({ properties }) => properties.kind === "county")
      .map(({ properties }) => properties.hu)
      .toSorted(new Intl.Collator("hu").compare);
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
  ] as const)("has the %s within %o by %f km", (name, town, kilometers) => {
    const { coordinates } = named(shapes, "river", name).geometry;
    expect(kilometersToLine(town, coordinates)).toBeLessThan(kilometers);
  });

  it("names every river, lake, county, country and district in three languages", () => {
    const kinds = ["river", "lake", "county", "country", "district"];
    const owners = [...shapes, ...labels].filter(
      ({ properties, geometry }) =>
        kinds.includes(properties.kind) && !geometry.type.startsWith("Multi"),
    );
    expect(owners.length).toBeGreaterThan(150);
    for (const { properties } of owners) {
      expect(properties).toMatchObject({
        hu: expect.stringMatching(/./),
        en: expect.stringMatching(/./),
        de: expect.stringMatching(/./),
      });
    }
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
      ({ properties }) => properties.hu === hu && /settlement|capital/.test(properties.kind),
    );
    expect(city?.properties).toMatchObject(de ? { en, de } : { en });
    if (!de) expect(city?.properties.de).toBeUndefined();
  });

  it("has some 850 Hungarian settlements and omits the wrong population of the source", () => {
    const names = new Set(labels.map(({ properties }) => properties.en));
    for (const town of ["Győr", "Hódmezővásárhely", "Csorna", "Tihany"]) {
      expect(names.has(town), town).toBe(true);
    }
    expect(names.has("Parádsasvár")).toBe(false);
  });
});
