import {
  formatDegrees,
  isOnEarth,
  parseDecimals,
  wrapLongitude,
} from "#domain/geography/coordinates.ts";

/** Centre in degrees, and zoom of 512-pixel tiles (the world is 512·2^zoom pixels wide). */
export interface MapView {
  readonly longitude: number;
  readonly latitude: number;
  /** 0 (the whole world) to 22, fractions allowed. */
  readonly zoom: number;
}

/** Maximum zoom of a view. */
export const maxZoom = 22;

/** Parses `lng,lat,zoom` of the map page's URL. Null when malformed or out of range. */
export function parseMapView(text: string): MapView | null {
  const numbers = parseDecimals(text, 3);
  if (numbers === null) return null;
  const [longitude, latitude, zoom] = numbers;
  if (!isOnEarth([longitude, latitude]) || zoom < 0 || zoom > maxZoom) return null;
  return { longitude, latitude, zoom };
}

/**
 * Formats a view as `lng,lat,zoom`: degrees to 6 decimals, zoom to 2. A longitude from a map that was dragged round
 * the world is wrapped into ±180.
 */
export function formatMapView({ longitude, latitude, zoom }: MapView): string {
  const degrees = [wrapLongitude(longitude), latitude].map(formatDegrees);
  return [...degrees, String(Number(zoom.toFixed(2)))].join(",");
}

/** Sizes in CSS pixels of the drawn pictures of a view: for phones in portrait, and for desktop screens. */
export const mapPictureSizes = {
  phone: { width: 820, height: 1200 },
  desk: { width: 2560, height: 1600 },
  /** On a place's own page. */
  page: { width: 688, height: 260 },
} as const;
