import { type Coordinates, formatDegrees, isOnEarth, parseDecimals } from "./coordinates.ts";

/**
 * Rectangle in degrees, edges included. `south` is never greater than `north`; `west` greater than `east` means
 * that it crosses the antimeridian.
 */
export interface BoundingBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * Parses `west,south,east,north` (the order of GeoJSON). Null when malformed, outside ±180/±90, or when south is
 * greater than north.
 */
export function parseBoundingBox(text: string): BoundingBox | null {
  const numbers = parseDecimals(text, 4);
  if (numbers === null) return null;
  const [west, south, east, north] = numbers;
  if (!isOnEarth([west, south]) || !isOnEarth([east, north]) || south > north) return null;
  return { west, south, east, north };
}

/** Formats a box as `west,south,east,north`, each rounded to 6 decimals. */
export function formatBoundingBox({ west, south, east, north }: BoundingBox): string {
  return [west, south, east, north].map(formatDegrees).join(",");
}

/** Whether the point lies in the box or on its edge. */
export function isInBoundingBox([longitude, latitude]: Coordinates, box: BoundingBox): boolean {
  if (latitude < box.south || latitude > box.north) return false;
  if (box.west <= box.east) return longitude >= box.west && longitude <= box.east;
  return longitude >= box.west || longitude <= box.east;
}

/** Whether two boxes have a point in common, their edges included. */
export function doBoxesTouch(one: BoundingBox, other: BoundingBox): boolean {
  if (one.south > other.north || one.north < other.south) return false;
  const hasMeridian = (box: BoundingBox, longitude: number) =>
    isInBoundingBox([longitude, box.south], box);
  return hasMeridian(one, other.west) || hasMeridian(other, one.west);
}
