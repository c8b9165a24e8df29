/**
 * Point on the earth in WGS 84 degrees, in the order of GeoJSON: longitude (-180…180, east positive), then
 * latitude (-90…90, north positive).
 */
export type Coordinates = readonly [longitude: number, latitude: number];

/** Whether a point is within ±180/±90, limits included: 180 and -180 are the same meridian, 90 is the pole. */
export function isOnEarth([longitude, latitude]: Coordinates): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}

/**
 * Parses `lng,lat` in the form of our URLs (`19.040235,47.497912`): plain decimals, no spaces, no exponent. Null
 * for any other text, or outside ±180/±90 (docs/product#coordinates).
 */
export function parseCoordinates(text: string): Coordinates | null {
  const numbers = parseDecimals(text, 2);
  if (numbers === null) return null;
  const coordinates: Coordinates = [numbers[0], numbers[1]];
  return isOnEarth(coordinates) ? coordinates : null;
}

/** Formats a point as `lng,lat`, each rounded to 6 decimals (11 cm; docs/product#coordinates). */
export function formatCoordinates([longitude, latitude]: Coordinates): string {
  return `${formatDegrees(longitude)},${formatDegrees(latitude)}`;
}

/** Formats degrees as a plain decimal of at most 6 places, without trailing zeros, never as `-0`. */
export function formatDegrees(degrees: number): string {
  return String(roundDegrees(degrees));
}

/** Rounds to 6 decimals, the precision of stored coordinates (11 cm; docs/product#coordinates); never `-0`. */
export function roundCoordinates([longitude, latitude]: Coordinates): Coordinates {
  return [roundDegrees(longitude), roundDegrees(latitude)];
}

/** Rounds one coordinate in the same way. */
export function roundDegrees(degrees: number): number {
  return Number(degrees.toFixed(6)) + 0;
}

/** Parses `count` plain decimals separated by commas; null for any other text. */
export function parseDecimals(text: string, count: number): number[] | null {
  const parts = text.split(",");
  if (parts.length !== count || !parts.every((part) => plainDecimal.test(part))) return null;
  return parts.map((part) => Number(part) + 0);
}

const plainDecimal = /^-?\d{1,3}(\.\d{1,15})?$/;

/**
 * Position rounded to 4 decimals (11 m or less): exact enough for an order by distance, and vague enough for a URL
 * that a visitor may share.
 */
export function approximatePosition([longitude, latitude]: Coordinates): Coordinates {
  return [coarseDegrees(longitude), coarseDegrees(latitude)];
}

function coarseDegrees(degrees: number): number {
  return Number(degrees.toFixed(4));
}

/** Wraps a longitude into ±180. */
export function wrapLongitude(longitude: number): number {
  if (Math.abs(longitude) <= 180) return longitude;
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
