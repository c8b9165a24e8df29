import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { baseMapMaxUsefulZoom } from "#domain/map/base-map-source.ts";
import { mapPalettes } from "#domain/map/map-palettes.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { PmtilesWriter } from "#server/base-map/pmtiles-writer.ts";
import { TileArchive, worldMapFile } from "#server/base-map/tile-archive.ts";
import { type PlacedFeature, worldUnits } from "#server/import/street-map/cell-store.ts";
import { cutTiles } from "#server/import/street-map/cut-tiles.ts";
import { drawMapPicture } from "./draw-map-picture.ts";
import { shownBoxes } from "./picture-frame.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-streets-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "streets.pmtiles");
const size = { width: 400, height: 400 };

beforeEach(() => writeMap(town));
afterEach(() => rmSync(path, { force: true }));

type Point = readonly [x: number, y: number];

/** Points in pixels of zoom 16 from the centre of the pictures, 0° 0°. */
const list = (...points: readonly Point[]) =>
  Uint32Array.from(
    points.flatMap(([x, y]) =>
      [x, y].map((pixels) => (0.5 + pixels / (512 * 2 ** 16)) * worldUnits),
    ),
  );
const box = (west: number, north: number, east: number, south: number) =>
  list([west, north], [east, north], [east, south], [west, south], [west, north]);

let lastId = 0;
function feature(
  layer: PlacedFeature["layer"],
  properties: PlacedFeature["properties"],
  outline: Uint32Array,
  type: PlacedFeature["type"] = "line",
): PlacedFeature {
  return { id: ++lastId, layer, type, minZoom: 11, properties, outline: [outline] };
}

const town = [
  feature("water", { class: "lake" }, box(50, 50, 150, 150), "area"),
  feature("landcover", { class: "wood" }, box(-150, 50, -50, 150), "area"),
  feature("building", {}, box(-60, -60, -30, -30), "area"),
  feature("transportation", { class: "primary" }, list([-190, 0], [190, 0])),
  feature("transportation", { class: "minor" }, list([0, -190], [0, 190])),
  feature("transportation", { class: "path" }, list([20, -190], [20, 190])),
  feature("transportation_name", { class: "primary", name: "Fő út" }, list([-190, 0], [190, 0])),
  feature("poi", { subclass: "museum", name: "Falumúzeum" }, list([-90, 60]), "point"),
  feature("poi", { subclass: "pharmacy", name: "Patika" }, list([90, 60]), "point"),
  feature("place", { class: "village", name: "Kisfalu", rank: 12 }, list([90, -90]), "point"),
];

/** Writes a street map of these features that covers the town, and no area west of it. */
function writeMap(features: readonly PlacedFeature[]): void {
  const writer = new PmtilesWriter(path);
  for (const [x, y] of [
    [1023, 1023],
    [1024, 1023],
    [1023, 1024],
    [1024, 1024],
  ]) {
    for (const tile of cutTiles({ z: 11, x, y, lastZoom: 14 }, features)) writer.add(tile);
  }
  const bounds = [-0.005, -0.005, 0.005, 0.005] as const;
  writer.close({ bounds, maxZoom: 14, metadata: { covered: [bounds] } });
}

/** Reader of a street map as the server has it. */
function readerOf(file: string): TileArchive {
  return new TileArchive(file, baseMapMaxUsefulZoom);
}

const find = (reader: TileArchive, view: MapView) => reader.find(shownBoxes(view, size), view.zoom);

async function draw(zoom = 16, theme: "light" | "dark" = "light", reader = readerOf(path)) {
  const view = { longitude: 0, latitude: 0, zoom };
  const streets = await find(reader, view);
  return drawMapPicture({ view, ...size, theme, language: "hu", places: [], world: [], streets });
}

describe("a picture where there is a street map", () => {
  it.each(["light", "dark"] as const)(
    "has its ground, water, woods and roads in %s colours",
    async (theme) => {
      const svg = await draw(16, theme);
      const { land, wood, road, mainRoad, path: pathColour } = mapPalettes[theme];
      for (const colour of [land, wood, mapPalettes[theme].water]) {
        expect(svg).toContain(`fill="${colour}"`);
      }
      const { water } = mapPalettes[theme];
      expect(svg).toContain(`fill="${water}" stroke="${water}" stroke-width="1" d="M250 250l`);
      expect(svg).toContain(`stroke="${mainRoad}" stroke-width="12"`);
      expect(svg).toContain(`stroke="${road}" stroke-width="7"`);
      expect(svg).toContain(`stroke="${pathColour}" stroke-width="1.6"`);
    },
  );

  it("has buildings from zoom 16 on, and paths from 14 on", async () => {
    const { building, path: pathColour } = mapPalettes.light;
    expect(await draw(16)).toContain(building);
    expect(await draw(15.9)).not.toContain(building);
    expect(await draw(14)).toContain(pathColour);
    expect(await draw(13.9)).not.toContain(pathColour);
  });

  it("has paths, but no sidewalks", async () => {
    const path = { class: "path", subclass: "footway" };
    writeMap([feature("transportation", { ...path, sidewalk: "yes" }, list([20, 0], [20, 90]))]);
    expect(await draw(16)).not.toContain(mapPalettes.light.path);
    writeMap([feature("transportation", path, list([20, 0], [20, 90]))]);
    expect(await draw(16)).toContain(mapPalettes.light.path);
  });

  it("has pedestrian streets of the tone of squares", async () => {
    const { road, square } = mapPalettes.light;
    const street = list([0, -90], [0, 90]);
    writeMap([feature("transportation", { class: "minor", subclass: "pedestrian" }, street)]);
    const svg = await draw(16);
    expect(svg).toContain(`stroke="${square}" stroke-width="7"`);
    expect(svg).not.toContain(`stroke="${road}"`);
    writeMap([feature("transportation", { class: "minor" }, street)]);
    expect(await draw(16)).not.toContain(square);
  });

  it("has the border of a country dashed", async () => {
    writeMap([feature("boundary", { admin_level: 2, maritime: 0 }, list([-190, 0], [190, 0]))]);
    const { border } = mapPalettes.light;
    expect(await draw(16)).toMatch(new RegExp(`stroke="${border}"[^>]*stroke-dasharray="9.6,3.2`));
  });

  it("has ferries as pale dashes", async () => {
    writeMap([feature("transportation", { class: "ferry" }, list([-190, 0], [190, 0]))]);
    const { waterText } = mapPalettes.light;
    expect(await draw(16)).toMatch(
      new RegExp(`stroke="${waterText}"[^>]*stroke-dasharray="8.4,5.6" opacity="0.45"`),
    );
  });

  it("has trams as thinner lines than railways", async () => {
    writeMap([
      feature("transportation", { class: "transit" }, list([-190, 0], [190, 0])),
      feature("transportation", { class: "rail" }, list([-190, 90], [190, 90])),
    ]);
    const { rail } = mapPalettes.light;
    const widths = async (zoom: number) =>
      Array.from(
        (await draw(zoom)).matchAll(new RegExp(`stroke="${rail}" stroke-width="([\\d.]+)"`, "g")),
        ([, width]) => Number(width),
      );
    const [tram, railway] = await widths(14.9);
    expect(tram).toBeGreaterThan(0);
    expect(tram).toBeLessThan(railway);
    // The third are the sleepers, on railways alone.
    expect(await widths(16)).toEqual([0.9, 1.74, expect.any(Number)]);
  });

  it("names its settlements, and its roads along them", async () => {
    const svg = await draw(16);
    expect(svg).toContain(">Kisfalu</text>");
    expect(svg).toMatch(/rotate\(0\.0\)"[^>]*>Fő út<\/text>/);
  });

  it("names its major landmarks from their zoom on, and no others", async () => {
    const svg = await draw(16);
    expect(svg).toContain(`fill="${mapPalettes.light.cultureText}">Falumúzeum</text>`);
    expect(svg).not.toContain("Patika");
    expect(await draw(15)).toContain(">Falumúzeum<");
    expect(await draw(14.9)).not.toContain(">Falumúzeum<");
  });

  it("is that of the embedded map outside the street map, and at low zooms", async () => {
    const reader = readerOf(path);
    const beside = { longitude: 0.05, latitude: 0, zoom: 16 };
    expect(await find(reader, beside)).toBeNull();
    expect(await find(reader, { longitude: 0, latitude: 0, zoom: 10.9 })).toBeNull();
    expect(await reader.covers(beside)).toBe(false);
    expect(await reader.covers({ longitude: 0, latitude: 0 })).toBe(true);
  });

  it("has no edge: the embedded map's land has the same tone, and no borders", async () => {
    const streets = await find(readerOf(path), { longitude: 0, latitude: 0, zoom: 12 });
    const view = { longitude: 18.8, latitude: 47.8, zoom: 11 };
    const world = (await find(new TileArchive(worldMapFile), view))?.tiles ?? [];
    const request = { view, ...size, theme: "light", language: "hu", places: [], world } as const;
    const { hungary, border } = mapPalettes.light;
    const bare = drawMapPicture(request);
    const joined = drawMapPicture({ ...request, streets });
    for (const colour of [`fill="${hungary}"`, `stroke="${border}"`]) {
      expect(bare).toContain(colour);
      expect(joined).not.toContain(colour);
    }
    expect(joined).toContain(mapPalettes.light.land);
  });

  it("has no `use` for a program that does not know it", async () => {
    const view = { longitude: 0, latitude: 0, zoom: 16 };
    const streets = await find(readerOf(path), view);
    const places = [{ ...view, accepted: true, dot: "closed" as const }];
    const map = { world: [], streets };
    const request = { view, ...size, theme: "light", language: "hu", places, ...map } as const;
    expect(drawMapPicture(request)).toContain("<use");
    const flat = drawMapPicture({ ...request, isFlat: true });
    expect(flat).not.toContain("<use");
    expect(flat).toContain(`stroke="${mapPalettes.light.mainRoad}" stroke-width="12"`);
    expect(flat.match(/>Fő út<\/text>/g)).toHaveLength(2);
  });

  it("stays within 60 KB however much there is, without buildings and paths first", async () => {
    const zigzag = (at: number): Point[] =>
      Array.from({ length: 60 }, (_, step) => [
        ((at * 37 + step * 23) % 380) - 190,
        ((at * 53 + step * 29 + (step % 7)) % 380) - 190,
      ]);
    const many = Array.from({ length: 300 }, (_, at) => zigzag(at));
    const houses = many.map((points) =>
      feature("building", {}, list(...points, points[0]), "area"),
    );
    const paths = many.map((points) =>
      feature("transportation", { class: "path" }, list(...points)),
    );
    writeMap([...town, ...houses, ...paths]);
    const svg = await draw(16);
    const { building, path: pathColour, mainRoad } = mapPalettes.light;
    expect(gzipSync(svg).length).toBeLessThan(60_000);
    expect(svg).not.toContain(building);
    expect(svg).not.toContain(`stroke="${pathColour}"`);
    expect(svg).toContain(`stroke="${mainRoad}"`);
  });
});

describe("the reader of the street map", () => {
  it("detects a replaced or removed file after a second at most", async () => {
    const reader = readerOf(path);
    const now = vi.spyOn(performance, "now");
    const versionAt = (seconds: number) => {
      now.mockReturnValue(seconds * 1000);
      return reader.version();
    };
    const { land, wood } = mapPalettes.light;
    const first = versionAt(10);
    expect(await draw(16, "light", reader)).toContain(wood);
    rmSync(path);
    writeMap(town.filter(({ layer }) => layer !== "landcover"));
    const replaced = await draw(16, "light", reader);
    expect(replaced).not.toContain(`fill="${wood}"`);
    expect(replaced).toContain(land);
    const second = versionAt(11);
    expect(second).not.toBe(first);
    rmSync(path);
    expect(await draw(16, "light", reader)).not.toContain(land);
    expect(versionAt(11.9)).toBe(second);
    expect(versionAt(12)).toBe("");
    now.mockRestore();
  });

  it("draws the embedded map where the file has no tiles", async () => {
    const bare = await draw(16, "light", readerOf(join(folder, "nowhere")));
    writeFileSync(path, "not a map");
    expect(await draw(16)).toBe(bare);
  });
});
