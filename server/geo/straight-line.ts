import type { Coordinates } from "#domain/coordinates.ts";
import { bearingDegrees, distanceMeters } from "#domain/distance.ts";
import type { StraightLine } from "#domain/geo/directions.ts";

/** How far a place is and in which direction, to the metre and the degree: all that is known without streets. */
export function straightLine(from: Coordinates, to: Coordinates): StraightLine {
  return {
    kind: "straight",
    geometry: { type: "LineString", coordinates: [from, to] },
    distance: Math.round(distanceMeters(from, to)),
    bearing: Math.round(bearingDegrees(from, to)) % 360,
    steps: [],
  };
}
