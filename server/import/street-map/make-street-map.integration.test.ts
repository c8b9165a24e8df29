import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { readAppendix } from "#server/base-map/pmtiles-writer.ts";
import { hasStreetMap, streetMapFolder, streetMapPath } from "#server/base-map/tile-archive.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { writePbfOfXml } from "#server/import/osm/osm-file.ts";
import { hungarianExtract } from "#tests/support/map-data/hungarian-extract.ts";
import {
  at,
  bridge,
  coastAt,
  holm,
  houseAt,
  inventedCountry,
  isAtSea,
  lake,
  type Meters,
  middleOf,
  park,
  settlements,
  station,
} from "#tests/support/map-data/invented-country.ts";
import {
  isInArea,
  oceanAt,
  openStreetMap,
  streetFeaturesAt,
} from "#tests/support/map-data/read-street-map.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { writeOsmXml } from "#tests/support/map-data/write-osm-xml.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import type { CellRecords, TileRecord } from "./cut-tiles.ts";
import { makeStreetMap, readMadeOf } from "./make-street-map.ts";

const root = mkdtempSync(join(tmpdir(), "mosdo-street-map-"));
afterAll(() => rmSync(root, { recursive: true }));

let data: string;
let count = 0;
beforeEach(() => {
  data = join(root, String(++count));
});

/** Stores an extract in the data directory, as an import does. */
function save(name: string, extract: TestExtract | string, night = ""): void {
  let path = join(root, `${name}.osm.pbf`);
  if (typeof extract === "string") path = extract;
  else writeFileSync(path, writeOsmPbf(extract));
  const digest =
    night + String(count).padStart(3, "0") + Buffer.from(name).toString("hex").padEnd(61, "0");
  new ExtractFiles(data).store(path, { name, digest });
}

const make = () => makeStreetMap(data, new ExtractFiles(data).list());

const featuresAt = (point: Coordinates, layer: string, z: number) =>
  streetFeaturesAt(data, point, layer, z);

/** Their properties. */
async function layerAt(point: Coordinates, layer: string, z = 14) {
  return (await featuresAt(point, layer, z)).map(({ properties }) => properties);
}

/** Whether a point is in the area that the map covers. */
async function isCovered(lng: number, lat: number): Promise<boolean> {
  const { covered } = Object(await openStreetMap(data).getMetadata()) as { covered: number[][] };
  return covered.some(
    ([west, south, east, north]) => lng >= west && lng <= east && lat >= south && lat <= north,
  );
}

const street = (id: number, [lng, lat]: readonly [number, number], name: string): TestExtract => ({
  nodes: { [id]: [lng, lat], [id + 1]: [lng + 0.0013, lat] },
  ways: { [id]: [[id, id + 1], { highway: "residential", name }] },
});

describe("the street map of an extract", () => {
  it("has its streets, house numbers and towns, where they are", async () => {
    save("hungary", hungarianExtract);
    expect(hasStreetMap(data)).toBe(false);
    expect(await make()).toBe("made");
    expect(hasStreetMap(data)).toBe(true);
    expect(await layerAt([19.0522, 47.494], "transportation_name")).toContainEqual({
      class: "minor",
      name: "Váci utca",
    });
    expect(await layerAt([19.0521, 47.4941], "housenumber")).toContainEqual({ housenumber: "5" });
    const cities = await layerAt([17.6344, 47.6875], "place", 6);
    expect(cities).toContainEqual({
      class: "city",
      rank: 7,
      name: "Győr",
      "name:de": "Raab",
      "name:sk": "Ráb",
    });
    // Between the towns there are no features, and no area of the map.
    expect(await layerAt([18.4, 47.1], "transportation")).toEqual([]);
    expect(await isCovered(19.0522, 47.494)).toBe(true);
    expect(await isCovered(20.1461, 46.2501)).toBe(true);
    expect(await isCovered(18.4, 47.1)).toBe(false);
  });

  it("is, of XML, that of the same data in PBF, byte for byte", async () => {
    save("hungary", hungarianExtract);
    await make();
    const ofPbf = readFileSync(streetMapPath(data));
    data = join(root, "of-xml");
    const xml = join(root, "hungary.osm");
    writeFileSync(xml, writeOsmXml(hungarianExtract));
    const converted = join(root, "hungary-converted.osm.pbf");
    await writePbfOfXml(xml, converted, () => {});
    // With the same digest, as which the map names the file that it is made of.
    save("hungary", converted);
    await make();
    expect(readFileSync(streetMapPath(data)).equals(ofPbf)).toBe(true);
  });

  it("is made once of the same files, and again of others", async () => {
    save("hungary", street(20, [19, 47], "Fő utca"));
    expect(await make()).toBe("made");
    expect(await make()).toBe("unchanged");
    save("slovakia", street(1, [18.9, 48.7], "Hlavná"));
    expect(await make()).toBe("made");
    expect(await make()).toBe("unchanged");
  });

  it("is removed when no extract is left", async () => {
    expect(await make()).toBe("unchanged");
    save("hungary", street(20, [19, 47], "Fő utca"));
    await make();
    new ExtractFiles(data).remove("hungary");
    expect(await make()).toBe("removed");
    expect(hasStreetMap(data)).toBe(false);
    expect(await make()).toBe("unchanged");
  });

  it("is made again after an interruption in its replacement", async () => {
    save("hungary", street(20, [19, 47], "Fő utca"));
    await make();
    save("slovakia", street(1, [18.9, 48.7], "Hlavná"));
    // A folder cannot be replaced by a file.
    rmSync(streetMapPath(data));
    mkdirSync(streetMapPath(data));
    await expect(make()).rejects.toThrow();
    expect(readMadeOf(data)).toHaveLength(2);
    rmSync(streetMapPath(data), { recursive: true });
    expect(await make()).toBe("made");
    expect(hasStreetMap(data)).toBe(true);
    expect(await make()).toBe("unchanged");
  });

  it("of several is one map, with their common features once", async () => {
    const shared = street(1, [19, 47.8], "Fő utca");
    save("north", {
      nodes: { ...shared.nodes, ...street(10, [19, 48.3], "Hlavná").nodes },
      ways: { ...shared.ways, ...street(10, [19, 48.3], "Hlavná").ways },
    });
    save("south", shared);
    await make();
    expect(await layerAt([19, 48.3], "transportation_name")).toEqual([
      { class: "minor", name: "Hlavná" },
    ]);
    expect(await layerAt([19, 47.8], "transportation_name")).toHaveLength(1);
    const [drawn] = await featuresAt([19, 47.8], "transportation", 14);
    expect(drawn.loadGeometry().map((line) => line.length)).toEqual([2]);
  });

  it("is unchanged where a file cannot be read, and leaves no unfinished file", async () => {
    save("hungary", street(20, [19, 47], "Fő utca"));
    await make();
    const before = readFileSync(streetMapPath(data));
    const broken = join(root, "broken.osm.pbf");
    writeFileSync(broken, writeOsmPbf(street(1, [19, 48.3], "Hlavná")).subarray(0, -10));
    save("broken", broken);
    await expect(make()).rejects.toThrow("cut off");
    expect(readFileSync(streetMapPath(data)).equals(before)).toBe(true);
    expect(existsSync(join(streetMapFolder(data), "unfinished"))).toBe(false);
  });

  it("draws the border of a country by its most important level", async () => {
    const square = (id: number) => ({
      nodes: { [id]: [19, 47], [id + 1]: [19.01, 47], [id + 2]: [19.01, 47.01] } as const,
      ways: { [id]: [[id, id + 1, id + 2, id], {}] } as const,
    });
    const { nodes, ways } = square(1);
    const boundary = (admin_level: string) => ({
      boundary: "administrative",
      admin_level,
      name: "x",
    });
    save("country", {
      nodes,
      ways,
      relations: { 7: [[1], boundary("6")], 8: [[1], boundary("2")], 9: [[1], boundary("8")] },
    });
    await make();
    expect(await layerAt([19.005, 47.001], "boundary")).toEqual([{ admin_level: 2, maritime: 0 }]);
  });
});

describe("the street map of a changed extract", () => {
  const [near, far] = [
    [19, 47],
    [17, 46.5],
  ] as const;
  const extractOf = (...streets: TestExtract[]): TestExtract => ({
    nodes: Object.assign({}, ...streets.map(({ nodes }) => nodes)),
    ways: Object.assign({}, ...streets.map(({ ways }) => ways)),
  });
  const before = extractOf(
    street(1, near, "Fő utca"),
    street(10, [19.0003, 47.0002], "Kis utca"),
    street(20, [19.3, 47], "Vasút utca"),
    street(30, far, "Határ út"),
    street(40, [18, 47.5], "Régi út"),
  );
  /** Without one street, with another, and with new names. */
  const after = extractOf(
    street(1, near, "Nagy utca"),
    street(20, [19.3, 47], "Vasút utca"),
    street(25, [19.3005, 47.0001], "Új utca"),
    street(30, far, "Határ út"),
    street(40, [18, 47.5], "Új út"),
  );

  /** Makes the map of an extract alone. */
  async function makeNew(extract: TestExtract): Promise<Buffer> {
    rmSync(data, { recursive: true });
    save("land", extract);
    expect(await make()).toBe("made");
    return readFileSync(streetMapPath(data));
  }

  it("is that of the extract alone, byte for byte", async () => {
    save("land", before);
    await make();
    const first = readFileSync(streetMapPath(data));
    save("land", after, "b");
    expect(await make()).toBe("made");
    const changed = readFileSync(streetMapPath(data));
    save("land", before, "c");
    expect(await make()).toBe("made");
    expect(readFileSync(streetMapPath(data)).equals(first)).toBe(true);
    expect(changed.equals(await makeNew(after))).toBe(true);
  });

  it("is so where another extract has the better version of a way", async () => {
    const long = street(1, near, "Fő utca");
    const nodes = { ...long.nodes, 3: [19.03, 47], 4: [19.06, 47.001] } as const;
    const tags = { highway: "residential", name: "Fő utca" };
    const whole: TestExtract = { nodes, ways: { 1: [[1, 2, 3], tags] } };
    const longer: TestExtract = { nodes, ways: { 1: [[1, 2, 3, 4], tags] } };
    const saveBoth = (beside: TestExtract, night = "") => {
      save("land", long);
      save("other", beside, night);
    };
    saveBoth(whole);
    await make();
    saveBoth(longer, "b");
    await make();
    const changed = readFileSync(streetMapPath(data));
    rmSync(data, { recursive: true });
    saveBoth(longer);
    await make();
    expect(changed.equals(readFileSync(streetMapPath(data)))).toBe(true);
  });

  it("has the former map's tiles where nothing has changed", async () => {
    save("land", before);
    await make();
    const path = streetMapPath(data);
    /** Tiles with a name of the writing system in their head that no cut gives them. */
    const marked = 7;
    const bytes = readFileSync(path);
    for (const { offset, length } of tilesIn(path)) if (length > 0) bytes[offset + 9] = marked;
    writeFileSync(path, bytes);
    save("land", after, "b");
    await make();
    const changed = readFileSync(path);
    const isFormer = ([lng, lat]: readonly [number, number], zoom: number) => {
      const [x, y] = [worldX(lng), worldY(lat)].map((share) => Math.floor(share * 2 ** zoom));
      const tile = tilesIn(path).find((one) => one.z === zoom && one.x === x && one.y === y)!;
      return changed[tile.offset + 9] === marked;
    };
    expect([14, 12, 11].map((z) => isFormer(far, z))).toEqual([true, true, true]);
    expect([14, 12].map((z) => isFormer(near, z))).toEqual([false, false]);
  });

  /** Tiles of a map, as its appendix lists them. */
  function tilesIn(path: string): readonly TileRecord[] {
    const file = openSync(path, "r");
    const { cells } = JSON.parse(gunzipSync(readAppendix(file)).toString());
    closeSync(file);
    return Object.values(cells as CellRecords).flatMap(({ tiles }) => tiles);
  }

  it("is made wholly anew where the former one is damaged", async () => {
    save("land", before);
    await make();
    writeFileSync(streetMapPath(data), readFileSync(streetMapPath(data)).subarray(0, -30));
    save("land", after, "b");
    expect(await make()).toBe("made");
    const changed = readFileSync(streetMapPath(data));
    expect(changed.equals(await makeNew(after))).toBe(true);
  });
});

/** Land in the north and sea in the south of a street along the coast. */
const coast: TestExtract = {
  nodes: {
    ...street(1, [19.002, 42.01], "Obala").nodes,
    10: [18.95, 42.001],
    11: [19, 42.003],
    12: [19.05, 42.001],
  },
  ways: {
    ...street(1, [19.002, 42.01], "Obala").ways,
    // Eastward, so that the land is on the left.
    10: [[10, 11, 12], { natural: "coastline" }],
  },
};

describe("the sea of the street map", () => {
  const isOcean = async (point: Coordinates, z: number) =>
    isInArea(await oceanAt(data, point, z), point, z);

  it("is in the tiles of all zooms in which it can be seen, in the south of its coast", async () => {
    save("coast", coast);
    await make();
    for (const z of [6, 8, 9, 10, 11, 12, 13, 14]) {
      expect(await isOcean([19.001, 41.994], z), `zoom ${z}`).toBe(true);
      expect(await isOcean([19.001, 42.012], z), `zoom ${z}`).toBe(false);
    }
    const [ocean] = await featuresAt([19.001, 41.994], "water", 14);
    expect(ocean.properties).toEqual({ class: "ocean" });
  });

  it("belongs to the covered area, whose edge is drawn on land only", async () => {
    save("coast", coast);
    await make();
    expect(await isCovered(19.001, 41.99)).toBe(true);
    expect(await isCovered(19.001, 41.9)).toBe(false);
    expect(await layerAt([19.002, 42.02], "edge", 9)).toEqual([{}]);
    expect(await layerAt([19.002, 42.02], "edge", 8)).toEqual([]);
    expect(await layerAt([19.001, 41.98], "edge")).toEqual([]);
  });

  it("fades at the border of an extract whose ways are cut there, and of no other", async () => {
    const bounds = [189_000_000, 419_000_000, 191_000_000, 420_101_000] as const;
    save("coast", { ...coast, bounds });
    await make();
    expect(await layerAt([19.002, 42.01], "edge")).not.toContainEqual({ class: "cut" });
    save(
      "coast",
      { ...coast, bounds, ways: { ...coast.ways, 99: [[1, 2, 999], { highway: "path" }] } },
      "1",
    );
    await make();
    expect(await layerAt([19.002, 42.01], "edge")).toContainEqual({ class: "cut" });
  });
});

describe("the street map of an invented country", () => {
  const folder = join(root, "invented");
  beforeAll(async () => {
    data = folder;
    save("invented", inventedCountry);
    await make();
  });
  beforeEach(() => {
    data = folder;
  });

  const contains = async (layer: string, properties: object, position: Meters) => {
    const point = at(position);
    const features = await featuresAt(point, layer, 14);
    const wanted = features.filter((feature) =>
      Object.entries(properties).every(([name, value]) => feature.properties[name] === value),
    );
    return isInArea(wanted, point, 14);
  };

  it("has its sea on the right of the coast, and around the island", async () => {
    const random = randomNumbers(50);
    for (let count = 0; count < 60; count++) {
      const x = 500 + random() * 19_000;
      // The sea is known for two kilometres.
      const y = coastAt(x) - 1500 + random() * 3000;
      // Lines are simplified, by less than this.
      if ([100, -100].some((off) => isAtSea([x, y + off]) !== isAtSea([x, y]))) continue;
      const isOcean = await contains("water", { class: "ocean" }, [x, y]);
      expect(isOcean, `${x} ${y}`).toBe(isAtSea([x, y]));
    }
    expect(await contains("water", { class: "ocean" }, settlements.alatonisi.middle)).toBe(false);
  });

  it("has its lake without the holm, its park, and the station's building", async () => {
    const inLake = { class: "lake" };
    expect(await contains("water", inLake, [lake[0][0] + 300, lake[0][1] + 300])).toBe(true);
    expect(await contains("water", inLake, [holm[0][0] + 250, holm[0][1] + 250])).toBe(false);
    expect(await contains("water", inLake, [lake[0][0] - 100, lake[0][1] + 300])).toBe(false);
    expect(await contains("landcover", { subclass: "park" }, middleOf(park))).toBe(true);
    expect(await contains("building", {}, middleOf(station))).toBe(true);
    expect(await layerAt(at(middleOf(station)), "building", 12)).toEqual([]);
  });

  it("has a bridge over its river, roads by their importance, and railways", async () => {
    const roads = await layerAt(at(bridge), "transportation");
    expect(roads).toContainEqual({ class: "primary", brunnel: "bridge" });
    expect(roads).toContainEqual({ class: "primary" });
    expect(await layerAt(at(bridge), "waterway")).toEqual([{ class: "river", name: "Sóspatak" }]);
    const town = at(settlements.nebelmark.middle);
    expect(await layerAt(town, "transportation")).toContainEqual({ class: "minor" });
    expect(await layerAt(at(middleOf(station)), "transportation")).toContainEqual({
      class: "rail",
    });
    const far = await layerAt(at(bridge), "transportation", 8);
    expect(new Set(far.map((road) => road.class))).toEqual(new Set(["primary", "rail"]));
  });

  it("has names in their own letters, with the Latin ones beside them", async () => {
    const names = (position: Meters, layer: string, z?: number) => layerAt(at(position), layer, z);
    expect(await names(settlements.tihovo.middle, "place")).toContainEqual(
      expect.objectContaining({ name: "Тихово", "name:en": "Tihovo", "name:latin": "Tihovo" }),
    );
    expect(await names(settlements.alatonisi.middle, "place")).toContainEqual(
      expect.objectContaining({ name: "Αλατονήσι", "name:latin": "Alatonisi" }),
    );
    expect(await names(settlements.sardomb.middle, "place", 9)).toContainEqual(
      expect.objectContaining({ class: "town", name: "Sárdomb", "name:de": "Kalkhügel" }),
    );
    const { at: house, number, street } = houseAt("Hauptstrasse 5");
    expect(await names(house, "housenumber")).toContainEqual({ housenumber: number });
    expect(await names(house, "transportation_name")).toContainEqual({
      class: "minor",
      name: street.name,
    });
    expect(await names(middleOf(station), "poi")).toContainEqual({
      subclass: "station",
      name: "Nebelmark",
    });
  });

  it("has the borders of the country and of its counties", async () => {
    const levels = async (position: Meters) =>
      (await layerAt(at(position), "boundary")).map(({ admin_level }) => admin_level);
    expect(await levels([0, 8000])).toEqual([2]);
    expect(await levels([10_000, 8000])).toEqual([6]);
    expect(await levels(settlements.nebelmark.middle)).toEqual([]);
  });
});
