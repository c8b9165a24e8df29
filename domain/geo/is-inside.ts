import type { Coordinates } from "../coordinates.ts";

/**
 * Whether a point is inside an odd number of rings, so that holes and islands need no telling apart: a
 * ray from it to the east crosses their edges an odd number of times.
 *
 * @param rings their points one after the other, [lng, lat, lng, lat, …]; each ends where it began
 */
export function isInside(rings: readonly (readonly number[])[], [x, y]: Coordinates): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let at = 0; at + 3 < ring.length; at += 2) {
      const [fromY, toY] = [ring[at + 1], ring[at + 3]];
      if (fromY > y === toY > y) continue;
      const crossing = ring[at] + ((y - fromY) / (toY - fromY)) * (ring[at + 2] - ring[at]);
      if (x < crossing) inside = !inside;
    }
  }
  return inside;
}
