import type { Position } from "./geometry.ts";
import type { City } from "./read-inputs.ts";
import { addedDistricts, namedDistricts } from "./tables/districts.ts";

/** A point in each of Budapest's districts, by Roman number. */
export function districtPoints(cities: readonly City[]): Map<string, Position> {
  const points = new Map<string, Position>(Object.entries(addedDistricts));
  for (const { name, country, featureCode, loc } of cities) {
    if (country !== "HU" || featureCode !== "PPLX") continue;
    const number = /^Budapest ([IVX]+)\. kerület$/.exec(name)?.[1] ?? namedDistricts[name];
    if (number) points.set(number, loc.coordinates);
  }
  return points;
}
