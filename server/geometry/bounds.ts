import type { Coordinates } from "#domain/geography/coordinates.ts";
import { degreesWithin } from "#domain/geography/distance-and-bearing.ts";
import type { Line } from "./line.ts";

/** West, south, east, north, in degrees; beyond ±180 where a box crosses the antimeridian. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** The smallest box around lines, which must have a point. */
export function boundsOf(lines: readonly Line[]): Bounds {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const line of lines) {
    for (let at = 0; at < line.length; at += 2) {
      west = Math.min(west, line[at]);
      east = Math.max(east, line[at]);
      south = Math.min(south, line[at + 1]);
      north = Math.max(north, line[at + 1]);
    }
  }
  return [west, south, east, north];
}

/** Box around every point within a distance of a point. */
export function boundsAround([longitude, latitude]: Coordinates, meters: number): Bounds {
  const { high, wide } = degreesWithin(meters, latitude);
  return [longitude - wide, latitude - high, longitude + wide, latitude + high];
}

/** Text of a box as PostgreSQL reads a `box`. */
export function formatBox([west, south, east, north]: Bounds): string {
  return `(${east},${north}),(${west},${south})`;
}
