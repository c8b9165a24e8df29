import type { Coordinates } from "#domain/coordinates.ts";
import { distanceMeters } from "#domain/distance.ts";

/** Where on a line somebody is. */
export interface LinePosition {
  /** From the line's beginning, along it. */
  readonly alongMeters: number;
  /** From the nearest point of the whole line, which is another where the line comes past here twice. */
  readonly offMeters: number;
  /** The whole line. */
  readonly lengthMeters: number;
}

/** What a metre forward or back along the line counts, against a metre beside it. */
const jumpWeight = 0.1;

/**
 * The point of a line at which somebody stands who was at `lastAlongMeters` before: the nearest, but where
 * the line passes twice (there and back, a loop) the one that asks for no leap.
 *
 * @param line at least one point; of two or more, neighbours a few kilometres apart at most
 */
export function nearestOnLine(
  line: readonly Coordinates[],
  position: Coordinates,
  lastAlongMeters: number,
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
    const cost = besideMeters + jumpWeight * Math.abs(alongMeters - lastAlongMeters);
    if (cost < best.cost) Object.assign(best, { cost, alongMeters });
    offMeters = Math.min(offMeters, besideMeters);
    lengthMeters += segmentMeters;
  }
  return { alongMeters: best.alongMeters, offMeters, lengthMeters };
}

/** How far from `from` (0) to `to` (1) the nearest point lies, on a plane that touches the earth there. */
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

/** Degrees of longitude from one point to another, the short way round. */
function eastOf(from: Coordinates, to: Coordinates): number {
  return ((((to[0] - from[0] + 180) % 360) + 360) % 360) - 180;
}
