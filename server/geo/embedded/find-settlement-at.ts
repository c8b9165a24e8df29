import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { isInside } from "#domain/geography/shapes.ts";
import { hungary } from "#domain/place/home-country.ts";
import { countryAt, isInCountry } from "#server/geo/country-at.ts";
import type { Gazetteer, Settlement } from "./gazetteer.ts";

/** Settlement that a point belongs to. */
export interface SettlementAt {
  readonly settlement: Settlement;
  /** True within Budapest's border, false for the nearest settlement. */
  readonly isCertain: boolean;
}

/** Maximum distance from the edge of a settlement; a point farther off belongs to none. */
const maxMetersBeyondEdge = 25_000;

/** Radius of a town of one inhabitant; it grows with the square root of the population. */
const radiusMetersPerRoot = 7.7;

/** Maximum reach of the largest city, in degrees of latitude. */
const maxLatitudeDifference = 0.6;

/**
 * Finds the settlement at a point: by its border in Budapest, else the nearest of the same country, where larger
 * towns reach farther. Null where none is near.
 */
export function findSettlementAt(
  { areas, budapest, settlements }: Gazetteer,
  point: Coordinates,
): SettlementAt | null {
  if (isInside([areas.budapest], point)) return { settlement: budapest, isCertain: true };
  const isInHungary = isInside([areas.hungary], point);
  const found = isInHungary ? hungary.country : countryAt(point);
  // Hungary's border is known better here.
  const country = !isInHungary && found === hungary.country ? null : found;
  let nearest: Settlement | null = null;
  let least = maxMetersBeyondEdge;
  for (const settlement of settlements) {
    const { position, population } = settlement;
    if (Math.abs(position[1] - point[1]) > maxLatitudeDifference || settlement === budapest)
      continue;
    if ((settlement.country === hungary.country) !== isInHungary) continue;
    const meters = distanceMeters(point, position) - radiusMetersPerRoot * Math.sqrt(population);
    if (meters >= least) continue;
    const isHere = country === null || settlement.country === country;
    if (!isHere && !isInCountry(point, settlement.country)) continue;
    nearest = settlement;
    least = meters;
  }
  return nearest && { settlement: nearest, isCertain: false };
}
