import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { PMTiles } from "pmtiles";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { hasStreetMap, streetMapFolder, streetMapPath } from "#server/base-map/street-map-file.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { hungarianExtract } from "#tests/support/map-data/hungarian-extract.ts";
import { sharedData } from "#tests/support/map-data/shared-data.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { makeStreetMap, readMadeOf } from "./make-street-map.ts";

const root = mkdtempSync(join(tmpdir(), "mosdo-street-map-"));
afterAll(() => rmSync(root, { recursive: true }));

let data: string;
let count = 0;
beforeEach(() => {
  data = join(root, String(++count));
});

/** Stores an extract in the data directory, as an import does. */
function save(name: string, extract: TestExtract | string): void {
  let path = join(root, `${name}.osm.pbf`);
  if (typeof extract === "string") path = extract;
  else writeFileSync(path, writeOsmPbf(extract));
  const digest = String(count).padStart(3, "0") + Buffer.from(name).toString("hex").padEnd(61, "0");
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
