import { metersPerDegree } from "./distance-and-bearing.ts";

/**
 * A line without superfluous points: none of those left out is farther from it than the tolerance
 * (Douglas and Peucker). Both ends stay.
 *
 * @param line points one after the other: [lng, lat, lng, lat, …], degrees
 */
export function simplifyLine(line: readonly number[], toleranceMeters: number): number[] {
  const count = line.length / 2;
  if (count <= 2) return [...line];
  const shrink = Math.cos((line[1] * Math.PI) / 180);
  const isIncluded = new Uint8Array(count);
  isIncluded[0] = 1;
  isIncluded[count - 1] = 1;
  const spans: [number, number][] = [[0, count - 1]];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [from, to] = span;
    const furthest = findFurthest(line, from, to, shrink);
    if (furthest.distance * metersPerDegree <= toleranceMeters) continue;
    isIncluded[furthest.index] = 1;
    spans.push([from, furthest.index], [furthest.index, to]);
  }
  return line.filter((_, at) => isIncluded[at >> 1] === 1);
}

/** Point between two others that is farthest from the line between them, in degrees. */
function findFurthest(line: readonly number[], from: number, to: number, shrink: number) {
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
