import type { Line, Position } from "./geometry.ts";

/**
 * Tolerance of a line at a position: the side, in degrees, of the smallest triangle that is not
 * dropped.
 */
export type Tolerance = (position: Position) => number;

/**
 * Drops the least significant vertices, after Visvalingam: a vertex whose triangle with its
 * neighbours is smaller than the tolerance squared, smallest first. The first and the last vertex
 * stay, so lines that share their ends still meet.
 */
export function simplifyLine(line: Line, tolerance: Tolerance): Position[] {
  const remaining = [...line];
  const weights = remaining.map((_, index) => weightAt(remaining, index, tolerance));
  while (remaining.length > 2) {
    const smallest = indexOfSmallest(weights);
    if (weights[smallest] >= 1) break;
    remaining.splice(smallest, 1);
    weights.splice(smallest, 1);
    for (const index of [smallest - 1, smallest]) {
      weights[index] = weightAt(remaining, index, tolerance);
    }
  }
  return remaining;
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

/**
 * Rounds a line's corners by Chaikin's corner cutting, `rounds` times. Open lines keep their ends;
 * a closed ring (first vertex repeated as the last) is cut all around and stays closed.
 */
export function smoothLine(line: Line, rounds: number): Position[] {
  let current: Position[] = [...line];
  const closed = isClosed(line);
  for (let round = 0; round < rounds; round++) {
    const next: Position[] = closed ? [] : [current[0]];
    for (let i = 1; i < current.length; i++) {
      next.push(
        between(current[i - 1], current[i], 0.25),
        between(current[i - 1], current[i], 0.75),
      );
    }
    next.push(closed ? next[0] : current[current.length - 1]);
    current = next;
  }
  return current;
}

function isClosed(line: Line): boolean {
  const first = line[0];
  const last = line[line.length - 1];
  return line.length > 3 && first[0] === last[0] && first[1] === last[1];
}

function between(a: Position, b: Position, share: number): Position {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}
