/** Maximum distance of a near place, straight, in metres (docs/product#nearest-place). */
export const walkLimitMeters = 3_000;

/** Distance from a place at which it is in sight, and a walker has arrived (docs/product#walking-guide). */
export const arrivalMeters = 20;

/** Ratio of a way on foot in a town to the straight distance, measured (docs/decisions/018). */
const detourRatio = 1.43;

/** 5 km/h. */
const metersPerSecond = 5 / 3.6;

/** Time to walk a straight distance on streets that are not known, in seconds: an estimate. */
export function walkingSeconds(straightMeters: number): number {
  return (straightMeters * detourRatio) / metersPerSecond;
}
