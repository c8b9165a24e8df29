import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance.ts";
import { isInside } from "#domain/geography/shapes.ts";
import type { Gazetteer, Settlement } from "./gazetteer.ts";

/** The settlement that a point belongs to. */
export interface SettlementAt {
  readonly settlement: Settlement;
  /** True within Budapest's border, false where the nearest settlement was taken. */
  readonly isCertain: boolean;
}

/** Beyond the edge of the nearest settlement by this much, nothing is near. */
const maxMetersBeyondEdge = 25_000;

/** The radius of a town of one inhabitant; it grows with the root of the population. */
const radiusMetersPerRoot = 7.7;

/** Degrees of latitude beyond which not even the largest city reaches. */
const maxLatitudeDifference = 0.6;

/**
 * The settlement at a point: by its border in Budapest, else the nearest on the same side of Hungary's
 * border, larger towns reaching further. Null where none is near.
 */
export function findSettlementAt(
  { areas, budapest, settlements }: Gazetteer,
  point: Coordinates,
): SettlementAt | null {
  if (isInside([areas.budapest], point)) return { settlement: budapest, isCertain: true };
  const isInHungary = isInside([areas.hungary], point);
  let nearest: Settlement | null = null;
  let least = maxMetersBeyondEdge;
  for (const settlement of settlements) {
    const { position, population, country } = settlement;
    if (Math.abs(position[1] - point[1]) > maxLatitudeDifference) continue;
    if ((country === "HU") !== isInHungary || settlement === budapest) continue;
    const meters = distanceMeters(point, position) - radiusMetersPerRoot * Math.sqrt(population);
    if (meters >= least) continue;
    nearest = settlement;
    least = meters;
  }
  return nearest && { settlement: nearest, isCertain: false };
}
