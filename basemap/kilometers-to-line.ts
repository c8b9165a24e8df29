import { type Line, type Position, toKilometers } from "./geometry.ts";

/** Distance in kilometres from a position to the nearest point of a line, between its vertices too. */
export function kilometersToLine(position: Position, line: Line): number {
  const [x, y] = toKilometers(position);
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 1; i < line.length; i++) {
    const [ax, ay] = toKilometers(line[i - 1]);
    const [bx, by] = toKilometers(line[i]);
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
    const along = Math.min(1, Math.max(0, share));
    nearest = Math.min(nearest, Math.hypot(ax + (bx - ax) * along - x, ay + (by - ay) * along - y));
  }
  return nearest;
}
