import type { Line, Position } from "./geometry.ts";

/**
 * Rounds a line's corners by Chaikin's corner cutting, `rounds` times. Open lines keep their ends; a closed
 * ring (first vertex repeated as the last) is cut all round and stays closed.
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
