import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { buildCounties, buildHungary, buildLand, repairOutline } from "./build-areas.ts";
import { buildCountryLabels, buildDistrictLabels, buildLakeLabels } from "./build-labels.ts";
import { buildSettlements } from "./build-settlements.ts";
import { buildLakes, buildRivers, traceRivers } from "./build-waters.ts";
import { encodeFeatures, type Feature } from "./feature.ts";
import type { Line } from "./geometry.ts";
import { readInputs } from "./read-inputs.ts";

/**
 * Hungary's border through Lake Fertő, from Fertőrákos to Fertőújlak: the valid points of the
 * source.
 */
const borderInLakeFerto: Line = [
  [16.6384, 47.7546],
  [16.6889, 47.7388],
  [16.7184, 47.7356],
  [16.7214, 47.7227],
  [16.7262, 47.7156],
  [16.7246, 47.695],
  [16.7432, 47.6805],
  [16.7871, 47.6728],
  [16.805, 47.6654],
];

const inputs = readInputs();
const traces = traceRivers(inputs.rivers);
const outline = repairOutline(inputs.hungary, [
  { from: [17.2, 48.01], to: [18.85, 47.8185], along: traces.get("Danube") ?? [] },
  { from: borderInLakeFerto[0], to: borderInLakeFerto.at(-1)!, along: borderInLakeFerto },
]);
const counties = buildCounties(inputs.counties, outline);

write("shapes.json", [
  ...buildLand(inputs.world, outline),
  buildHungary(outline),
  counties.lines,
  buildLakes(inputs.lakes),
  ...buildRivers(traces),
]);
write("labels.json", [
  ...buildCountryLabels(inputs.world),
  ...counties.labels,
  ...buildLakeLabels(),
  ...buildSettlements(inputs.cities),
  ...buildDistrictLabels(inputs.cities),
]);
function write(name: string, features: readonly Feature[]): void {
  const text = encodeFeatures(features);
  writeFileSync(new URL(`../public/basemap/${name}`, import.meta.url), text);
  console.log(
    `${name}: ${features.length} features, ${text.length} bytes, ${gzipSync(text).length} gzipped`,
  );
}
