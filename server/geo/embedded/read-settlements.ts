import { countyNames } from "./county-names.ts";
import { readRows } from "./read-rows.ts";
import type { Settlement } from "./settlement.ts";

/**
 * Reads the gazetteer that `basemap/build-gazetteer.ts` has made (its columns are described there), the
 * most populous settlement first.
 */
export function readSettlements(path: string): Settlement[] {
  return readRows(path).map(parseRow);
}

function parseRow(row: readonly string[]): Settlement {
  const [id, country, county, population, longitude, latitude, en, hu, de, otherNames] = row;
  return {
    id: Number(id),
    country,
    county: countyNames[county] ?? "",
    population: Number(population),
    position: [Number(longitude), Number(latitude)],
    names: { en, hu: hu || en, de: de || en },
    otherNames: otherNames === "" ? [] : otherNames.split("|"),
  };
}
