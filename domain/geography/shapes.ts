import type { Coordinates } from "./coordinates.ts";
import { distanceMeters } from "./distance-and-bearing.ts";

/**
 * Decodes an encoded polyline (Google's algorithm, as used by routers) to points, longitude first. Text after a
 * malformed number is ignored.
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

/** Decodes one signed number, five bits a letter, the lowest first; null where the text ends within it. */
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

/** Position of a walker on a line. */
export interface LinePosition {
  /** Metres along the line from its beginning. */
  readonly alongMeters: number;
  /**
   * Distance from the nearest point of the whole line, possibly another point than that of `alongMeters` where the
   * line passes twice.
   */
  readonly offMeters: number;
  /** Length of the whole line. */
  readonly lengthMeters: number;
}

/** Weight of a metre along the line, ahead or back, relative to a metre beside it. */
const jumpWeights = { ahead: 0.1, back: 0.15 } as const;

/**
 * Position of a walker on a line, given the farthest position so far, `reachedMeters`: the nearest point, except where
 * the line passes twice (there and back, a loop): there the point without a jump, rather ahead than back.
 *
 * @param reachedMeters null where it is not known
 * @param line at least one point; of two or more, neighbours a few kilometres apart at most
 */
export function nearestOnLine(
  line: readonly Coordinates[],
  position: Coordinates,
  reachedMeters: number | null,
): LinePosition {
  const best = { cost: Number.POSITIVE_INFINITY, alongMeters: 0 };
  let offMeters = distanceMeters(position, line[0]);
  let lengthMeters = 0;
  for (let index = 1; index < line.length; index++) {
    const [from, to] = [line[index - 1], line[index]];
    const segmentMeters = distanceMeters(from, to);
    const share = nearestShare(from, to, position);
    const besideMeters = distanceMeters(position, pointBetween(from, to, share));
    const alongMeters = lengthMeters + share * segmentMeters;
    const jump = reachedMeters === null ? 0 : alongMeters - reachedMeters;
    const cost = besideMeters + Math.max(jumpWeights.ahead * jump, -jumpWeights.back * jump);
    if (cost < best.cost) Object.assign(best, { cost, alongMeters });
    offMeters = Math.min(offMeters, besideMeters);
    lengthMeters += segmentMeters;
  }
  return { alongMeters: best.alongMeters, offMeters, lengthMeters };
}

/**
 * Fraction of the way from `from` (0) to `to` (1) of the nearest point, on a tangent plane.
 */
function nearestShare(from: Coordinates, to: Coordinates, position: Coordinates): number {
  const narrowing = Math.cos((position[1] * Math.PI) / 180);
  const [eastward, northward] = [eastOf(from, to) * narrowing, to[1] - from[1]];
  const squared = eastward ** 2 + northward ** 2;
  if (squared === 0) return 0;
  const east = eastOf(from, position) * narrowing;
  const north = position[1] - from[1];
  return Math.min(1, Math.max(0, (east * eastward + north * northward) / squared));
}

function pointBetween(from: Coordinates, to: Coordinates, share: number): Coordinates {
  return [from[0] + share * eastOf(from, to), from[1] + share * (to[1] - from[1])];
}

/** Degrees of longitude from one point to another, the short way round the earth. */
function eastOf(from: Coordinates, to: Coordinates): number {
  return ((((to[0] - from[0] + 180) % 360) + 360) % 360) - 180;
}

/**
 * Whether a point is inside an odd number of rings, by the even-odd rule: a ray from the point to the east crosses
 * an odd number of edges. Outer rings, holes and islands need no marking.
 *
 * @param rings each with its points in sequence, [lng, lat, lng, lat, …]; the last equals the first
 */
export function isInside(rings: readonly (readonly number[])[], [x, y]: Coordinates): boolean {
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

/** Length of a line, in metres. */
export function lineMeters(line: readonly Coordinates[]): number {
  return line.reduce((sum, to, index) => sum + (index && distanceMeters(line[index - 1], to)), 0);
}
