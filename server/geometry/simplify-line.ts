import { metersPerDegree } from "#domain/geography/distance.ts";
import type { Line } from "./line.ts";

/**
 * The line without the points that it can do without: none of those left out is further from it
 * than the tolerance (Douglas and Peucker). Both ends stay.
 */
export function simplifyLine(line: Line, toleranceMeters: number): number[] {
  const count = line.length / 2;
  if (count <= 2) return [...line];
  const shrink = Math.cos((line[1] * Math.PI) / 180);
  const isKept = new Uint8Array(count);
  isKept[0] = 1;
  isKept[count - 1] = 1;
  const spans: [number, number][] = [[0, count - 1]];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [from, to] = span;
    const furthest = findFurthest(line, from, to, shrink);
    if (furthest.distance * metersPerDegree <= toleranceMeters) continue;
    isKept[furthest.index] = 1;
    spans.push([from, furthest.index], [furthest.index, to]);
  }
  return line.filter((_, at) => isKept[at >> 1] === 1);
}

/** The point between two others that is furthest from the line between them, in degrees. */
function findFurthest(line: Line, from: number, to: number, shrink: number) {
  let furthest = { index: from, distance: -1 };
  const [startX, startY] = [line[from * 2] * shrink, line[from * 2 + 1]];
  const [width, height] = [line[to * 2] * shrink - startX, line[to * 2 + 1] - startY];
  const squared = width * width + height * height;
  for (let index = from + 1; index < to; index++) {
    const [x, y] = [line[index * 2] * shrink - startX, line[index * 2 + 1] - startY];
    const share = squared === 0 ? 0 : Math.min(1, Math.max(0, (x * width + y * height) / squared));
    const distance = Math.hypot(x - share * width, y - share * height);
    if (distance > furthest.distance) furthest = { index, distance };
  }
  return furthest;
}
