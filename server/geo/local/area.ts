import type { Coordinates } from "#domain/coordinates.ts";
import { distanceMeters } from "#domain/distance.ts";
import { mayContain, type OutlinedSettlement } from "./settlement-row.ts";

/** Where to look for what somebody says is in a settlement. */
export interface Area {
  /** A `box` around it, as text. */
  readonly box: string;
  contains(point: Coordinates): boolean;
}

/** How far a settlement without an outline is taken to reach. */
const reachMeters = 3_000;
const metersPerDegree = 111_195;

export function areaOf(settlement: OutlinedSettlement): Area {
  const { longitude, latitude, bounds } = settlement;
  if (bounds !== null) {
    return { box: bounds, contains: (point) => mayContain(settlement, point) };
  }
  return {
    box: boxAround([longitude, latitude], reachMeters),
    contains: (point) => distanceMeters(point, [longitude, latitude]) <= reachMeters,
  };
}

/** A `box`, as text, that holds all within a distance. */
export function boxAround([longitude, latitude]: Coordinates, meters: number): string {
  const high = meters / metersPerDegree;
  const wide = high / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  return `(${longitude + wide},${latitude + high}),(${longitude - wide},${latitude - high})`;
}
