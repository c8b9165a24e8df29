import { expect, test } from "vitest";
import { sourceName } from "./import-file.ts";

test.each([
  ["/data/hungary-latest.osm.pbf", "hungary"],
  ["hungary-260101.osm.pbf", "hungary"],
  ["liechtenstein-2015.osm.pbf", "liechtenstein"],
  ["toilets-norway-osm-2025.overpass.json", "toilets-norway-osm"],
  ["budapest_2026-01-31.geojson", "budapest"],
  ["Own.PBF", "Own"],
  ["hungary-260101.osm.bz2", "hungary"],
  ["map.osm", "map"],
  ["overpass.xml.gz", "overpass"],
  ["2026.json", "2026"],
])("%s has the name %s", (path, name) => {
  expect(sourceName(path)).toBe(name);
});
