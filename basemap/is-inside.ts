import type { Line, Position } from "./geometry.ts";

/** Whether a position lies within a closed ring: a ray to the east crosses its edge an odd number of times. */
export function isInside([longitude, latitude]: Position, ring: Line): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1];
    const [bx, by] = ring[i];
    const isBetween = ay > latitude !== by > latitude;
    if (isBetween && longitude < ax + ((bx - ax) * (latitude - ay)) / (by - ay)) inside = !inside;
  }
  return inside;
}
