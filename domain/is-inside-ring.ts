import type { Coordinates } from "./coordinates.ts";

/** Whether a point lies within a closed ring: a ray to the east crosses its edge an odd number of times. */
export function isInsideRing(
  [longitude, latitude]: Coordinates,
  ring: readonly Coordinates[],
): boolean {
  let isInside = false;
  for (let index = 1; index < ring.length; index++) {
    const [ax, ay] = ring[index - 1];
    const [bx, by] = ring[index];
    const isBetween = ay > latitude !== by > latitude;
    if (isBetween && longitude < ax + ((bx - ax) * (latitude - ay)) / (by - ay))
      isInside = !isInside;
  }
  return isInside;
}
