import { type Line, type Position, ringAreaSquareKilometers } from "./geometry.ts";

/** Where a label of an area belongs: the centre of mass of its largest ring, in degrees. */
export function labelPoint(rings: readonly Line[]): Position {
  const ring = rings.reduce((best, candidate) =>
    ringAreaSquareKilometers(candidate) > ringAreaSquareKilometers(best) ? candidate : best,
  );
  let doubledArea = 0;
  let x = 0;
  let y = 0;
  for (let i = 1; i < ring.length; i++) {
    const cross = ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1];
    doubledArea += cross;
    x += (ring[i - 1][0] + ring[i][0]) * cross;
    y += (ring[i - 1][1] + ring[i][1]) * cross;
  }
  return [x / (3 * doubledArea), y / (3 * doubledArea)];
}
