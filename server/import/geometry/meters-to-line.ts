import type { Coordinates } from "#domain/coordinates.ts";
import type { Line } from "./line.ts";

const metersPerDegree = 111_195;

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
