import type { Coordinates } from "#domain/coordinates.ts";
import type { Line } from "./line.ts";

/** Whether a point is inside an odd number of rings: holes and islands need no telling apart. */
export function isInside(rings: readonly Line[], [x, y]: Coordinates): boolean {
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
