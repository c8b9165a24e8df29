import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, test } from "vitest";
import { writePmtiles } from "#tests/support/map-data/write-pmtiles.ts";
import { baseMapOrigins, chooseBaseMap, ensureBaseMapFile } from "./choose-base-map.ts";

const style = "https://maps.example/style.json";
const file = "/srv/hungary.pmtiles";
const elsewhere = "https://files.example/hungary.pmtiles";
const nothing = { mapStyleUrl: null, mapPmtiles: null, mapboxAccessToken: "pk.x" };

const openFreeMap = ["https://tiles.openfreemap.org"];

test.each([
  ["embedded", {}, "embedded", []],
  ["embedded", { mapStyleUrl: style }, "embedded", []],
  ["embedded", { mapPmtiles: elsewhere }, "embedded", []],
  ["embedded", { mapPmtiles: file }, "/basemap.pmtiles", []],
  ["auto", {}, "https://tiles.openfreemap.org/planet", openFreeMap],
  ["open", {}, "https://tiles.openfreemap.org/planet", openFreeMap],
  ["open", { mapStyleUrl: style }, style, ["https://maps.example"]],
  ["auto", { mapStyleUrl: style, mapPmtiles: file }, "/basemap.pmtiles", []],
  ["auto", { mapPmtiles: elsewhere }, elsewhere, ["https://files.example"]],
  ["embedded", { hasStreetMap: true }, "/street-map.pmtiles", []],
  ["embedded", { hasStreetMap: true, mapPmtiles: file }, "/basemap.pmtiles", []],
  ["auto", { hasStreetMap: true }, "/street-map.pmtiles", []],
  ["auto", { hasStreetMap: true, mapPmtiles: elsewhere }, elsewhere, ["https://files.example"]],
  ["auto", { hasStreetMap: true, mapStyleUrl: style }, style, ["https://maps.example"]],
  ["open", { hasStreetMap: true }, "https://tiles.openfreemap.org/planet", openFreeMap],
  ["mapbox", { hasStreetMap: true }, "raster", ["https://api.mapbox.com"]],
  ["mapbox", {}, "raster", ["https://api.mapbox.com"]],
  ["mapbox", { mapStyleUrl: style, mapPmtiles: file }, "raster", ["https://api.mapbox.com"]],
] as const)("with %s and %o it is %s, from %o", (geoProvider, set, from, origins) => {
  const { hasStreetMap = false, ...others } = set as { hasStreetMap?: boolean };
  const source = chooseBaseMap({ ...nothing, geoProvider, ...others }, hasStreetMap);
  const address =
    source.kind === "street" ? source.url : source.kind === "style" ? source.styleUrl : source.kind;
  expect(address).toBe(from);
  expect(baseMapOrigins(source)).toEqual(origins);
});

test("gives the token to the page with Mapbox as provider only", () => {
  for (const geoProvider of ["embedded", "auto", "open"] as const) {
    expect(JSON.stringify(chooseBaseMap({ ...nothing, geoProvider }, false))).not.toContain("pk.x");
  }
  const { tilesUrls } = Object(chooseBaseMap({ ...nothing, geoProvider: "mapbox" }, false));
  expect(tilesUrls.light).toBe(
    "https://api.mapbox.com/styles/v1/mapbox/streets-v12/tiles/512/{z}/{x}/{y}@2x?access_token=pk.x",
  );
  expect(tilesUrls.dark).toContain("/mapbox/dark-v11/tiles/512/");
});

const folder = mkdtempSync(join(tmpdir(), "mosdo-base-map-"));
const good = join(folder, "good.pmtiles");
writePmtiles(good, [{ z: 0, x: 0, y: 0, data: new Uint8Array([7]) }]);
afterAll(() => rmSync(folder, { recursive: true }));

/** The good file with a byte of its header changed, or cut off. */
function spoiled(name: string, change: (bytes: Buffer) => Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, change(readFileSync(good)));
  return path;
}

it("accepts a PMTiles file of vector tiles", async () => {
  await expect(ensureBaseMapFile(good)).resolves.toBeUndefined();
});

it.each([
  ["a missing file", () => join(folder, "missing"), "it can't be read (ENOENT)."],
  ["a folder", () => folder, "it can't be read (EISDIR)."],
  ["an empty file", () => spoiled("empty", () => Buffer.alloc(0)), "version 3."],
  ["a cut header", () => spoiled("cut", (bytes) => bytes.subarray(0, 126)), "version 3."],
  ["an MBTiles file", () => spoiled("mb", () => Buffer.alloc(200, "SQLite")), "version 3."],
  ["an older version", () => spoiled("old", (bytes) => bytes.fill(2, 7, 8)), "version 3."],
  ["pictures", () => spoiled("png", (bytes) => bytes.fill(2, 99, 100)), "must be vector tiles."],
])("reports the error of %s", async (_, path, reason) => {
  const named = path();
  await expect(ensureBaseMapFile(named)).rejects.toThrow(`MAP_PMTILES is '${named}': `);
  await expect(ensureBaseMapFile(named)).rejects.toThrow(reason);
});
