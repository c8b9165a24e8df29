import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PmtilesWriter } from "../server/base-map/pmtiles-writer.ts";
import { buildBorders, buildCounties, buildHungary, buildLand } from "./build-areas.ts";
import { buildCountryLabels, buildDistrictLabels, buildLakeLabels } from "./build-labels.ts";
import { buildSettlements } from "./build-settlements.ts";
import { buildLakes, buildRivers } from "./build-waters.ts";
import { cutTiles } from "./cut-tiles.ts";
import { finestZoom } from "./feature.ts";
import { PointsInRings } from "./points-in-rings.ts";
import { hungaryOf, type Polygon, readInputs } from "./read-inputs.ts";

/** Writes `server/base-map/world.pmtiles` and its version, and prints what each zoom weighs. */
const inputs = readInputs();
const outline = hungaryOf(inputs.countries);
const counties = buildCounties(inputs.counties, outline);
const land = buildLand(inputs.lands, [outersOf(inputs.lakes), outersOf(inputs.rivers)]);

const path = fileURLToPath(new URL("../server/base-map/world.pmtiles", import.meta.url));
const archive = new PmtilesWriter(path);
const weights = Array.from({ length: finestZoom + 1 }, () => ({ tiles: 0, bytes: 0 }));
const tiles = cutTiles([
  land,
  buildHungary(outline),
  counties.lines,
  ...buildRivers(inputs.rivers, inputs.lakes),
  ...buildLakes(inputs.lakes, inputs.rivers),
  buildBorders(inputs.countries, {
    land: outersOf(inputs.lands),
    dryLand: new PointsInRings(inputs.lands.flat()),
  }),
  ...buildCountryLabels(inputs.world),
  ...counties.labels,
  ...buildLakeLabels(),
  ...buildSettlements(inputs.cities),
  ...buildDistrictLabels(inputs.cities),
]);
for (const tile of tiles) {
  archive.add(tile);
  weights[tile.z].tiles++;
  weights[tile.z].bytes += tile.data.length;
}
archive.close({
  bounds: [-180, -85.0511, 180, 85.0511],
  maxZoom: finestZoom,
  metadata: { name: "Base map", attribution: "© OpenStreetMap · GeoNames · Natural Earth" },
});
console.table(weights);

const version = createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 8);
const versioned = new URL("../domain/map/world-tiles.ts", import.meta.url);
writeFileSync(
  versioned,
  readFileSync(versioned, "utf8").replace(/(?<=worldMapVersion = ")\w+/, version),
);

function outersOf(polygons: readonly Polygon[]): PointsInRings {
  return new PointsInRings(polygons.map(([outer]) => outer));
}
