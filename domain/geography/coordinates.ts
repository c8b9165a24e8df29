/**
 * A point on the earth, WGS 84 degrees, in the order of GeoJSON: longitude (-180…180, east positive),
 * then latitude (-90…90, north positive).
 */
export type Coordinates = readonly [longitude: number, latitude: number];

/** Both ends are places on earth: 180 and -180 are the same meridian, 90 is the pole. */
export function isOnEarth([longitude, latitude]: Coordinates): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}

/**
 * Reads `lng,lat` as it stands in an address (`19.040235,47.497912`): plain decimals, no spaces, no
 * exponent. Null when it is anything else or outside ±180/±90 (docs/product#coordinates).
 */
export function parseCoordinates(text: string): Coordinates | null {
  const numbers = parseDecimals(text, 2);
  if (numbers === null) return null;
  const coordinates: Coordinates = [numbers[0], numbers[1]];
  return isOnEarth(coordinates) ? coordinates : null;
}

/** `lng,lat`, each rounded to 6 decimals (11 cm; docs/product#coordinates). */
export function formatCoordinates([longitude, latitude]: Coordinates): string {
  return `${formatDegrees(longitude)},${formatDegrees(latitude)}`;
}

/** Degrees as a plain decimal of at most 6 places, without trailing zeros, and never `-0`. */
export function formatDegrees(degrees: number): string {
  return String(roundDegrees(degrees));
}

/** To 6 decimals, as coordinates are stored (11 cm; docs/product#coordinates); never `-0`. */
export function roundCoordinates([longitude, latitude]: Coordinates): Coordinates {
  return [roundDegrees(longitude), roundDegrees(latitude)];
}

/** One of the two, rounded in the same way. */
export function roundDegrees(degrees: number): number {
  return Number(degrees.toFixed(6)) + 0;
}

/** `count` plain decimals separated by commas, or null. */
export function parseDecimals(text: string, count: number): number[] | null {
  const parts = text.split(",");
  if (parts.length !== count || !parts.every((part) => plainDecimal.test(part))) return null;
  return parts.map((part) => Number(part) + 0);
}

const plainDecimal = /^-?\d{1,3}(\.\d{1,15})?$/;

/**
 * A position rounded to 4 decimals (11 m or less): near enough for an order by distance, and no more of
 * a visitor's whereabouts than that goes into an address that may be shared.
 */
export function approximatePosition([longitude, latitude]: Coordinates): Coordinates {
  return [coarseDegrees(longitude), coarseDegrees(latitude)];
}

function coarseDegrees(degrees: number): number {
  return Number(degrees.toFixed(4));
}
