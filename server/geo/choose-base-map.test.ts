import { expect, test } from "vitest";
import { baseMapOrigins, chooseBaseMap } from "./choose-base-map.ts";

const style = "https://maps.example/style.json";

test.each([
  ["embedded", null, "embedded", []],
  ["embedded", style, "embedded", []],
  ["auto", null, "style", ["https://tiles.openfreemap.org"]],
  ["open", null, "style", ["https://tiles.openfreemap.org"]],
  ["open", style, "style", ["https://maps.example"]],
  ["local", null, "embedded", []],
  ["local", style, "style", ["https://maps.example"]],
  ["mapbox", null, "raster", ["https://api.mapbox.com"]],
  ["mapbox", style, "raster", ["https://api.mapbox.com"]],
] as const)(
  "with %s and the style %s it is %s, from %o",
  (geoProvider, mapStyleUrl, kind, origins) => {
    const source = chooseBaseMap({ geoProvider, mapStyleUrl, mapboxAccessToken: "pk.x" });
    expect(source.kind).toBe(kind);
    expect(baseMapOrigins(source)).toEqual(origins);
  },
);
