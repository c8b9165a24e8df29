import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { buildCounties } from "./build-counties.ts";
import { buildHungary, mendOutline } from "./build-hungary.ts";
import { buildCountryLabels, buildDistrictLabels, buildLakeLabels } from "./build-labels.ts";
import { buildLakes } from "./build-lakes.ts";
import { buildLand } from "./build-land.ts";
import { buildRivers } from "./build-rivers.ts";
import { buildSettlements } from "./build-settlements.ts";
import { encodeFeatures } from "./encode-features.ts";
import type { Feature } from "./feature.ts";
import type { Line } from "./geometry.ts";
import { readInputs } from "./read-inputs.ts";

const inputs = readInputs();
const rivers = buildRivers(inputs.rivers);
const outline = mendOutline(inputs.hungary, [
  { from: [17.2, 48.01], to: [18.85, 47.82], along: lineOf("Danube") },
]);
const counties = buildCounties(inputs.counties, outline);

write("shapes.json", [
  ...buildLand(inputs.world, outline),
  buildHungary(outline),
  counties.lines,
  buildLakes(inputs.lakes),
  ...rivers,
]);
write("labels.json", [
  ...buildCountryLabels(inputs.world),
  ...counties.labels,
  ...buildLakeLabels(),
  ...buildSettlements(inputs.cities),
  ...buildDistrictLabels(inputs.cities),
]);
for (const part of ["latin", "latin-ext"]) {
  const source = `node_modules/@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`;
  const target = new URL(`../public/fonts/inter-${part}.woff2`, import.meta.url);
  writeFileSync(target, readFileSync(new URL(source, import.meta.url)));
}

function lineOf(name: string): Line {
  const river = rivers.find(({ properties }) => properties.en === name);
  if (river?.geometry.type !== "LineString") throw new Error(`There is no river ${name}.`);
  return river.geometry.coordinates;
}

function write(name: string, features: readonly Feature[]): void {
  const text = encodeFeatures(features);
  writeFileSync(new URL(`../public/basemap/${name}`, import.meta.url), text);
  console.log(
    `${name}: ${features.length} features, ${text.length} bytes, ${gzipSync(text).length} gzipped`,
  );
}
