import type { Line, Position } from "./geometry.ts";

/** How coarse a line may become at a position: the side, in degrees, of the smallest triangle that is kept. */
export type Tolerance = (position: Position) => number;

/**
 * Drops the vertices that matter least, after Visvalingam: a vertex whose triangle with its neighbours is
 * smaller than the tolerance squared goes, smallest first. The first and the last vertex stay, so lines
 * that share their ends still meet.
 */
export function simplifyLine(line: Line, tolerance: Tolerance): Position[] {
  const kept = [...line];
  const weights = kept.map((_, index) => weightAt(kept, index, tolerance));
  while (kept.length > 2) {
    const smallest = indexOfSmallest(weights);
    if (weights[smallest] >= 1) break;
    kept.splice(smallest, 1);
    weights.splice(smallest, 1);
    for (const index of [smallest - 1, smallest]) {
      weights[index] = weightAt(kept, index, tolerance);
    }
  }
  return kept;
}

function weightAt(line: Line, index: number, tolerance: Tolerance): number {
  if (index <= 0 || index >= line.length - 1) return Number.POSITIVE_INFINITY;
  const [ax, ay] = line[index - 1];
  const [bx, by] = line[index];
  const [cx, cy] = line[index + 1];
  const area = Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) * 0.5;
  return area / tolerance(line[index]) ** 2;
}

function indexOfSmallest(weights: readonly number[]): number {
  let smallest = 0;
  for (let index = 1; index < weights.length; index++) {
    if (weights[index] < weights[smallest]) smallest = index;
  }
  return smallest;
}
