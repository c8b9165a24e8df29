import type { Coordinates } from "#domain/coordinates.ts";

/**
 * The points of an encoded polyline (Google's algorithm, as routers use it), longitude first. What follows
 * a broken number is left out.
 *
 * @param decimals of the degrees: 6 for Valhalla, 5 for most others
 */
export function decodePolyline(text: string, decimals: number): Coordinates[] {
  const scale = 10 ** decimals;
  const points: Coordinates[] = [];
  let latitude = 0;
  let longitude = 0;
  let at = 0;
  while (at < text.length) {
    const north = decodeNumber(text, at);
    const east = north && decodeNumber(text, north.end);
    if (!north || !east) break;
    latitude += north.value;
    longitude += east.value;
    points.push([longitude / scale, latitude / scale]);
    at = east.end;
  }
  return points;
}

/** One signed number, five bits a letter, the lowest first; null where the text ends within it. */
function decodeNumber(text: string, start: number): { value: number; end: number } | null {
  let bits = 0;
  let shift = 0;
  for (let at = start; at < text.length; at++) {
    const chunk = text.charCodeAt(at) - 63;
    bits += (chunk & 31) * 2 ** shift;
    if (chunk < 32) return { value: bits % 2 === 1 ? -(bits + 1) / 2 : bits / 2, end: at + 1 };
    shift += 5;
  }
  return null;
}
