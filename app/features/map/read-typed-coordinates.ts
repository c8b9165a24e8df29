import type { Coordinates } from "#domain/coordinates.ts";

/**
 * Reads degrees as people type them: `47.4979`, `47,4979`, `-0,5`, `47.4979°`, spaces around. Null when it
 * is anything else or beyond the limit, 90 for a latitude, 180 for a longitude.
 */
export function readTypedDegrees(text: string, limit: number): number | null {
  const match = /^([+-]?\d{1,3}(?:[.,]\d{1,15})?)°?$/.exec(text.trim());
  if (!match) return null;
  const degrees = Number(match[1].replace(",", "."));
  return Math.abs(degrees) <= limit ? degrees : null;
}

/**
 * Reads a latitude and a longitude in one text, in the order in which map services let people copy them:
 * `47.4979, 19.0402`, `47,4979 19,0402`, `47,4979; 19,0402`. Null when it is anything else; `47,19` is one
 * number with a decimal comma.
 */
export function readTypedPair(text: string): Coordinates | null {
  const parts = splitPair(text.trim());
  if (parts.length !== 2) return null;
  const latitude = readTypedDegrees(parts[0], 90);
  const longitude = readTypedDegrees(parts[1], 180);
  return latitude === null || longitude === null ? null : [longitude, latitude];
}

function splitPair(text: string): string[] {
  if (/[\s;]/.test(text)) return text.split(/\s*[,;]\s+|\s*;\s*|\s+/);
  const hasDecimalPoints = /^[^,]*\.[^,]*,[^,]*\.[^,]*$/.test(text);
  return hasDecimalPoints ? text.split(",") : [];
}
