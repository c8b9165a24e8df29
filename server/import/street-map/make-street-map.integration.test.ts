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
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { PMTiles } from "pmtiles";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { readAppendix } from "#server/base-map/pmtiles-writer.ts";
import { hasStreetMap, streetMapFolder, streetMapPath } from "#server/base-map/street-map-file.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { OsmPbfFile } from "#server/import/pbf/osm-pbf-file.ts";
import { hungarianExtract } from "#tests/support/map-data/hungarian-extract.ts";
import { sharedData } from "#tests/support/map-data/shared-data.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import type { CellRecords, TileRecord } from "./former-map.ts";
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

function openMap(): PMTiles {
  const bytes = readFileSync(streetMapPath(data));
  return new PMTiles({
    getKey: () => data,
    getBytes: async (offset, length) => ({
      data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer,
    }),
  });
}

/** Features of a layer in the tile at a point. */
async function featuresAt(
  [longitude, latitude]: readonly [number, number],
  layer: string,
  z: number,
) {
  const [x, y] = [worldX(longitude), worldY(latitude)].map((share) => Math.floor(share * 2 ** z));
  const tile = await openMap().getZxy(z, x, y);
  const read = tile && new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers[layer];
  return Array.from({ length: read?.length ?? 0 }, (_, at) => read!.feature(at));
}

/** Their properties. */
async function layerAt(point: readonly [number, number], layer: string, z = 14) {
  return (await featuresAt(point, layer, z)).map(({ properties }) => properties);
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
    expect(cities).toContainEqual({ class: "city", rank: 7, name: "Győr", "name:de": "Raab" });
    // Between the towns there are no features.
    expect(await layerAt([18.4, 47.1], "transportation")).toEqual([]);
  });

  it("contains the area of its streets", async () => {
    save("hungary", hungarianExtract);
    await make();
    const { covered } = Object(await openMap().getMetadata()) as { covered: number[][] };
    const isCovered = (lng: number, lat: number) =>
      covered.some(
        ([west, south, east, north]) => lng >= west && lng <= east && lat >= south && lat <= north,
      );
    expect(isCovered(19.0522, 47.494)).toBe(true);
    expect(isCovered(20.1461, 46.2501)).toBe(true);
    expect(isCovered(18.4, 47.1)).toBe(false);
  });

  it("is made once of the same files, and again of others", async () => {
    save("hungary", hungarianExtract);
    expect(await make()).toBe("made");
    expect(await make()).toBe("unchanged");
    save("slovakia", street(1, [18.9, 48.7], "Hlavná"));
    expect(await make()).toBe("made");
    expect(await make()).toBe("unchanged");
  });

  it("is removed when no extract is left", async () => {
    expect(await make()).toBe("unchanged");
    save("hungary", hungarianExtract);
    await make();
    new ExtractFiles(data).remove("hungary");
    expect(await make()).toBe("removed");
    expect(hasStreetMap(data)).toBe(false);
    expect(await make()).toBe("unchanged");
  });

  it("is made again after an interruption in its replacement", async () => {
    save("hungary", hungarianExtract);
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
    save("hungary", hungarianExtract);
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
    for (const [from, to] of [
      [before, after],
      [after, before],
    ]) {
      save("land", from);
      await make();
      save("land", to, "b");
      expect(await make()).toBe("made");
      const changed = readFileSync(streetMapPath(data));
      expect(changed.equals(await makeNew(to))).toBe(true);
      rmSync(data, { recursive: true });
    }
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
  /** Whether the ocean of the tile at a point contains it. */
  async function isOcean([lng, lat]: readonly [number, number], z: number): Promise<boolean> {
    const features = await featuresAt([lng, lat], "water", z);
    const [x, y] = [worldX(lng), worldY(lat)].map((at) => ((at * 2 ** z) % 1) * 4096);
    let isInside = false;
    for (const feature of features.filter(({ properties }) => properties.class === "ocean")) {
      for (const ring of feature.loadGeometry()) {
        for (let at = 1; at < ring.length; at++) {
          const [from, to] = [ring[at - 1], ring[at]];
          const isCrossed = from.y > y !== to.y > y;
          const share = (y - from.y) / (to.y - from.y);
          if (isCrossed && x < from.x + share * (to.x - from.x)) isInside = !isInside;
        }
      }
    }
    return isInside;
  }

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
    const { covered } = Object(await openMap().getMetadata()) as { covered: number[][] };
    const isCovered = (lng: number, lat: number) =>
      covered.some(
        ([west, south, east, north]) => lng >= west && lng <= east && lat >= south && lat <= north,
      );
    expect(isCovered(19.001, 41.99)).toBe(true);
    expect(isCovered(19.001, 41.9)).toBe(false);
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

  const helsinki = sharedData("helsinki.osm.pbf");
  it.skipIf(helsinki === null)("is that of the coast in Helsinki, at random points", async () => {
    save("helsinki", helsinki!);
    await make();
    const lines = await coastOf(helsinki!);
    const [west, south, east, north] = [24.9352, 60.1642, 24.9534, 60.1791];
    let waters = 0;
    for (let at = 0; at < 400; at++) {
      const lng = west + ((at * 0.618_033_988_75) % 1) * (east - west);
      const lat = south + ((at + 0.5) / 400) * (north - south);
      const isWater = isRightOf(lines, [lng, lat]);
      if (isWater === null) continue;
      if (isWater) waters++;
      expect(await isOcean([lng, lat], 14), `${lng} ${lat}`).toBe(isWater);
    }
    expect(waters).toBeGreaterThan(10);
  });
});

type Position = readonly [x: number, y: number];

/** The coast of an extract, as pieces whose points it has, in a plane. */
async function coastOf(path: string): Promise<Position[][]> {
  await using file = await OsmPbfFile.open(path);
  const positions = new Map<number, Position>();
  const lines: Position[][] = [];
  await file.visit({
    position: (id, lng, lat) => positions.set(id, [lng / 1e7, lat / 1e7]),
    way(_, refs, tags) {
      if (tags.natural !== "coastline") return;
      let line: Position[] = [];
      for (const ref of refs) {
        const position = positions.get(ref);
        if (position) line.push(position);
        else if (line.length > 0) {
          lines.push(line);
          line = [];
        }
      }
      lines.push(line);
    },
  });
  return lines.filter(({ length }) => length > 1);
}

/** Whether a point is on the right of the nearest segment; null where that is nearest at the cut end of a line. */
function isRightOf(lines: readonly (readonly Position[])[], [lng, lat]: Position): boolean | null {
  const shrink = Math.cos((lat * Math.PI) / 180);
  let [least, isRight]: [number, boolean | null] = [Number.POSITIVE_INFINITY, null];
  for (const line of lines) {
    const flat = line.map(([x, y]): Position => [(x - lng) * shrink, y - lat]);
    const turn = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position) =>
      (bx - ax) * (cy - by) - (by - ay) * (cx - bx);
    for (let at = 1; at < flat.length; at++) {
      const [from, to] = [flat[at - 1], flat[at]];
      const [byX, byY] = [to[0] - from[0], to[1] - from[1]];
      const share = -(from[0] * byX + from[1] * byY) / (byX ** 2 + byY ** 2);
      const along = Math.min(1, Math.max(0, share));
      const distance = Math.hypot(from[0] + along * byX, from[1] + along * byY);
      if (distance >= least) continue;
      least = distance;
      const corner = share <= 0 ? at - 1 : at;
      if (share > 0 && share < 1) isRight = turn(from, to, [0, 0]) < 0;
      // A point nearest to a corner is on its outer side.
      else if (corner === 0 || corner === flat.length - 1) isRight = null;
      else isRight = turn(flat[corner - 1], flat[corner], flat[corner + 1]) > 0;
    }
  }
  return isRight;
}

const liechtenstein = sharedData("liechtenstein-2015.osm.pbf");

describe.skipIf(liechtenstein === null)("the street map of Liechtenstein", () => {
  it("has the features that a visitor of Vaduz needs", async () => {
    save("liechtenstein", liechtenstein!);
    await make();
    const vaduz = [9.5215, 47.141] as const;
    const layers = await Promise.all(
      ["transportation", "transportation_name", "building", "landuse", "housenumber"].map((layer) =>
        layerAt(vaduz, layer),
      ),
    );
    for (const features of layers) expect(features.length).toBeGreaterThan(0);
    expect(layers[1].map(({ name }) => name)).toContain("Städtle");
    // Equal features are one, so there are few kinds of roads.
    expect(layers[0].length).toBeLessThan(30);
    expect((await layerAt(vaduz, "transportation", 8)).length).toBeGreaterThan(0);
    expect(await layerAt(vaduz, "building", 12)).toEqual([]);
  });
});
