import type { Coordinates } from "#domain/geography/coordinates.ts";
import { metersPerDegree } from "#domain/geography/distance.ts";

/** Points one after the other: [lng, lat, lng, lat, …], degrees. A ring ends where it began. */
export type Line = readonly number[];

/** Whether a line is a ring: at least a triangle that ends where it began. */
export function isRing(line: Line): boolean {
  return line.length >= 8 && line[0] === line.at(-2) && line[1] === line.at(-1);
}

/**
 * The point that stands for a line: of a ring the centre of its area, of any other the point on it
 * nearest to half its length. Null for a line without points.
 */
export function middleOf(line: Line): Coordinates | null {
  if (line.length === 0) return null;
  return (isRing(line) ? centreOfArea(line) : null) ?? halfway(line);
}

/** Null for a ring without area. Small areas are flat enough to count in degrees. */
function centreOfArea(ring: Line): Coordinates | null {
  // Counted from its first point, or rounding would move the centre of a small one.
  const [originX, originY] = ring;
  let [area, x, y] = [0, 0, 0];
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [fromX, fromY] = [ring[at] - originX, ring[at + 1] - originY];
    const [toX, toY] = [ring[at + 2] - originX, ring[at + 3] - originY];
    const cross = fromX * toY - toX * fromY;
    area += cross;
    x += (fromX + toX) * cross;
    y += (fromY + toY) * cross;
  }
  if (area === 0) return null;
  return [originX + x / (3 * area), originY + y / (3 * area)];
}

function halfway(line: Line): Coordinates {
  const lengths = [0];
  for (let at = 2; at < line.length; at += 2) {
    const width = (line[at] - line[at - 2]) * Math.cos((line[at + 1] * Math.PI) / 180);
    lengths.push((lengths.at(-1) ?? 0) + Math.hypot(width, line[at + 1] - line[at - 1]));
  }
  const half = (lengths.at(-1) ?? 0) / 2;
  const index = lengths.findIndex((length) => length >= half);
  return [line[index * 2], line[index * 2 + 1]];
}

/** How far a point is from a line nearby, in metres; infinitely far from a line without points. */
export function metersToLine([x, y]: Coordinates, line: Line): number {
  const shrink = Math.cos((y * Math.PI) / 180);
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < line.length; at += 2) {
    const [toX, toY] = [(line[at] - x) * shrink, line[at + 1] - y];
    const [fromX, fromY] = at === 0 ? [toX, toY] : [(line[at - 2] - x) * shrink, line[at - 1] - y];
    const [width, height] = [toX - fromX, toY - fromY];
    const squared = width * width + height * height;
    const along = squared === 0 ? 0 : -(fromX * width + fromY * height) / squared;
    const share = Math.min(1, Math.max(0, along));
    least = Math.min(least, Math.hypot(fromX + share * width, fromY + share * height));
  }
  return least * metersPerDegree;
}
