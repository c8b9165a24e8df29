import type { Position } from "../geometry.ts";

/** Budapest's districts by number, which GeoNames holds under a name of their own or not at all. */
export const namedDistricts: Readonly<Record<string, string>> = {
  Erzsébetváros: "VII",
  Kőbánya: "X",
  Zugló: "XIV",
};

/** Set by hand: the two that GeoNames lacks. */
export const addedDistricts: Readonly<Record<string, Position>> = {
  V: [19.051, 47.501],
  IX: [19.091, 47.466],
};
