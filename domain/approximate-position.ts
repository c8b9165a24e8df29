import type { Coordinates } from "./coordinates.ts";

/**
 * A position rounded to 4 decimals (11 m or less): near enough for an order by distance, and no more of
 * a visitor's whereabouts than that goes into an address that may be shared.
 */
export function approximatePosition([longitude, latitude]: Coordinates): Coordinates {
  return [roundDegrees(longitude), roundDegrees(latitude)];
}

function roundDegrees(degrees: number): number {
  return Number(degrees.toFixed(4));
}
