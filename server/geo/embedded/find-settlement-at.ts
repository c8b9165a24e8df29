import type { Coordinates } from "#domain/coordinates.ts";
import { distanceMeters } from "#domain/distance.ts";
import { isInsideRing } from "#domain/is-inside-ring.ts";
import type { Gazetteer } from "./gazetteer.ts";
import type { Area } from "./read-areas.ts";
import type { Settlement } from "./settlement.ts";

/** The settlement that a point belongs to. */
export interface SettlementAt {
  readonly settlement: Settlement;
  /** County by its border where that is known, else the settlement's. */
  readonly county: string;
  /** True within the border of a larger city, false where the nearest settlement was taken. */
  readonly isCertain: boolean;
}

/** Beyond the edge of the nearest settlement by this much, nothing is near. */
const maxMetersBeyondEdge = 25_000;

/** The radius of a town of one inhabitant; it grows with the root of the population. */
const radiusMetersPerRoot = 7.7;

/**
 * The settlement at a point: by border in Budapest and the Hungarian cities with county rights, else the
 * nearest on the same side of Hungary's border and in the same county, larger towns reaching further.
 * Null where none is near.
 */
export function findSettlementAt(gazetteer: Gazetteer, point: Coordinates): SettlementAt | null {
  const around = gazetteer.areas.filter(({ ring }) => isInsideRing(point, ring));
  const city = around.find(({ kind }) => kind === "city");
  if (city) {
    const settlement = findCity(gazetteer, city.name);
    if (settlement)
      return { settlement, county: city.county || settlement.county, isCertain: true };
  }
  const isInHungary = around.some(({ kind }) => kind === "country");
  const county = (isInHungary && around.find(({ kind }) => kind === "county")?.name) || null;
  const cities = citiesWithBorders(gazetteer.areas);
  const settlement = nearest(gazetteer.settlements, point, (candidate) => {
    if ((candidate.country === "HU") !== isInHungary) return false;
    if (county !== null && candidate.county !== county) return false;
    return !isInHungary || !cities.has(candidate.names.hu);
  });
  return settlement && { settlement, county: county ?? settlement.county, isCertain: false };
}

function findCity({ settlements }: Gazetteer, name: string): Settlement | undefined {
  return settlements.find(({ country, names }) => country === "HU" && names.hu === name);
}

function citiesWithBorders(areas: readonly Area[]): Set<string> {
  return new Set(areas.filter(({ kind }) => kind === "city").map(({ name }) => name));
}

function nearest(
  settlements: readonly Settlement[],
  point: Coordinates,
  isCandidate: (settlement: Settlement) => boolean,
): Settlement | null {
  let best: Settlement | null = null;
  let least = maxMetersBeyondEdge;
  for (const settlement of settlements) {
    if (Math.abs(settlement.position[1] - point[1]) > 0.5 || !isCandidate(settlement)) continue;
    const meters =
      distanceMeters(point, settlement.position) -
      radiusMetersPerRoot * Math.sqrt(settlement.population);
    if (meters < least) {
      best = settlement;
      least = meters;
    }
  }
  return best;
}
