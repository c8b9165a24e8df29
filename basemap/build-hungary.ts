import { type Feature, feature } from "./feature.ts";
import { type Line, nearestIndex, type Position } from "./geometry.ts";
import { simplifyLine } from "./simplify-line.ts";
import { tolerance } from "./tolerance.ts";

/** A stretch of the border that runs along another line, from one point to another in the ring's direction. */
export interface Stretch {
  readonly from: Position;
  readonly to: Position;
  readonly along: Line;
}

/**
 * Hungary's outline. Its source cuts bites out of the land where water lies on the border; those stretches
 * are replaced by the line that the border follows there.
 */
export function mendOutline(ring: Line, stretches: readonly Stretch[]): Position[] {
  let mended = [...ring];
  for (const { from, to, along } of stretches) {
    const start = nearestIndex(mended, from);
    const rotated = [...mended.slice(start), ...mended.slice(1, start + 1)];
    const end = nearestIndex(rotated.slice(1), to) + 1;
    mended = [...between(along, from, to), ...rotated.slice(end)];
    mended.push(mended[0]);
  }
  return mended;
}

/** The part of a line between the points nearest to two positions, in the direction from the first to the second. */
function between(line: Line, from: Position, to: Position): Position[] {
  const a = nearestIndex(line, from);
  const b = nearestIndex(line, to);
  return a <= b ? line.slice(a, b + 1) : line.slice(b, a + 1).toReversed();
}

/** Hungary as an area, for its own tone and its border line. */
export function buildHungary(outline: Line): Feature {
  const ring = simplifyLine(outline, (position) => tolerance(position) * 0.6);
  return feature({ kind: "hungary" }, { type: "MultiPolygon", coordinates: [[ring]] });
}
