import type { Position } from "./geometry.ts";

/** Hungary with a margin: where the map is at its finest. */
const [west, south, east, north] = [15.6, 45.5, 23.2, 48.9];

/** Degrees outside the finest area, 0 within it. */
function degreesAway([longitude, latitude]: Position): number {
  return Math.hypot(
    Math.max(west - longitude, 0, longitude - east),
    Math.max(south - latitude, 0, latitude - north),
  );
}

/** The side, in degrees, of the smallest triangle that is kept in Hungary: about 300 m. */
export const finestTolerance = 0.0035;

/** How coarse a line may be at a position, in degrees: finest in Hungary, 50 km on the far side of the world. */
export function tolerance(position: Position): number {
  return Math.min(finestTolerance + 0.008 * degreesAway(position), 0.5);
}

/** Decimals that are worth writing at a position: 4 (11 m) in Hungary, 3 around it, else 2. */
export function decimalsAt(position: Position): number {
  const away = degreesAway(position);
  return away < 0.5 ? 4 : away < 10 ? 3 : 2;
}
