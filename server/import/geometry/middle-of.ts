import type { Coordinates } from "#domain/coordinates.ts";
import { isRing, type Line } from "./line.ts";

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
