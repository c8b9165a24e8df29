import { expect, test } from "vitest";
import { baseMapOrigins, chooseBaseMap } from "./choose-base-map.ts";

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
  const { lightTilesUrl, darkTilesUrl } = Object(
    chooseBaseMap({ ...nothing, geoProvider: "mapbox" }, false),
  );
  expect(lightTilesUrl).toBe(
    "https://api.mapbox.com/styles/v1/mapbox/streets-v12/tiles/512/{z}/{x}/{y}@2x?access_token=pk.x",
  );
  expect(darkTilesUrl).toContain("/mapbox/dark-v11/tiles/512/");
});
