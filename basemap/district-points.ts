import type { Position } from "./geometry.ts";
import type { City } from "./read-inputs.ts";

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

/** Budapest's districts by number that GeoNames has under another name or not at all. */
const namedDistricts: Readonly<Record<string, string>> = {
  Erzsébetváros: "VII",
  Kőbánya: "X",
  Zugló: "XIV",
};

/** Set by hand: the two that GeoNames lacks. */
const addedDistricts: Readonly<Record<string, Position>> = {
  V: [19.051, 47.501],
  IX: [19.091, 47.466],
};
