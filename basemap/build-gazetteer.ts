import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { districtPoints } from "./district-points.ts";
import { listAreas, listSearchedSettlements } from "./gazetteer-rows.ts";
import { hungaryOf, readCities, readCounties, readCountries } from "./read-inputs.ts";

/**
 * Writes the gazetteer of the server's embedded provider. Needs the data packages of GeoNames, the
 * counties and the countries.
 */
const cities = readCities();
write("settlements.tsv", listSearchedSettlements(cities));
write(
  "districts.tsv",
  [...districtPoints(cities)].map(([roman, position]) => [roman, ...position]),
);
write("areas.tsv", listAreas(readCounties(), hungaryOf(readCountries())));

function write(name: string, rows: readonly (readonly (string | number)[])[]): void {
  const text = `${rows.map((row) => row.join("\t")).join("\n")}\n`;
  writeFileSync(new URL(`../server/geo/embedded/gazetteer/${name}`, import.meta.url), text);
  console.log(
    `${name}: ${rows.length} rows, ${text.length} bytes, ${gzipSync(text).length} gzipped`,
  );
}
