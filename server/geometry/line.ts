import polylabel from "polylabel";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { metersPerDegree } from "#domain/geography/distance-and-bearing.ts";
import { isInside } from "#domain/geography/shapes.ts";

/** Points one after the other: [lng, lat, lng, lat, …], degrees. A ring ends where it began. */
export type Line = readonly number[];

/** Whether a line is a ring: at least a triangle that ends where it began. */
export function isRing(line: Line): boolean {
  return line.length >= 8 && line[0] === line.at(-2) && line[1] === line.at(-1);
}

/**
 * Representative point of a line: of a ring a point within its area, of any other the point on it
 * nearest to half its length. Null for a line without points.
 */
export function middleOf(line: Line): Coordinates | null {
  if (line.length === 0) return null;
  return isRing(line) ? middleOfArea([line]) : halfway(line);
}

/**
 * Representative point of an area of several rings, in any order: within the largest of them and
 * outside its holes. It is the centre where that is on the area, else the point farthest from its
 * edges, as in the shape of a U or around a yard. Null without rings.
 */
export function middleOfArea(rings: readonly Line[]): Coordinates | null {
  const [outer, ...others] = rings
    .map((ring) => ({ ring, ...measuresOf(ring) }))
    .sort((one, other) => other.area - one.area);
  if (outer === undefined || outer.ring.length === 0) return null;
  if (outer.centre === null) return halfway(outer.ring);
  const holes = others
    .map(({ ring }) => ring)
    .filter((ring) => isRing(ring) && isInside([outer.ring], [ring[0], ring[1]]));
  const area = [outer.ring, ...holes];
  return isInside(area, outer.centre) ? outer.centre : farthestFromEdges(area);
}

/** Precision of the search for a point within an area, as a share of its size. */
const precisionShare = 1 / 200;

/**
 * Point of an area that is farthest from its edges, in the lines' own unit, which need not be
 * degrees.
 *
 * @param rings an outer one and its holes
 */
function farthestFromEdges(rings: readonly Line[]): Coordinates {
  // Relative to its first point, against rounding errors of small areas.
  const [originX, originY] = rings[0];
  const polygon = rings.map((ring) => {
    const points: [number, number][] = [];
    for (let at = 0; at < ring.length; at += 2) {
      points.push([ring[at] - originX, ring[at + 1] - originY]);
    }
    return points;
  });
  const reach = Math.max(...polygon[0].map(([x, y]) => Math.max(Math.abs(x), Math.abs(y))));
  const [x, y] = polylabel(polygon, reach * precisionShare);
  return [originX + x, originY + y];
}

/** Centre is null for a ring without area. Small areas are flat enough to count in degrees. */
function measuresOf(ring: Line): { area: number; centre: Coordinates | null } {
  // Relative to its first point, against rounding errors of small rings.
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
  if (area === 0) return { area: 0, centre: null };
  return { area: Math.abs(area), centre: [originX + x / (3 * area), originY + y / (3 * area)] };
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

/**
 * Point on a line at a share of its length, in degrees of longitude that are as long as those of latitude.
 *
 * @param line at least one point
 * @param share 0…1
 */
export function pointAlong(line: Line, share: number): Coordinates {
  const shrink = Math.cos((line[1] * Math.PI) / 180);
  const lengths: number[] = [];
  for (let at = 2; at < line.length; at += 2) {
    lengths.push(Math.hypot((line[at] - line[at - 2]) * shrink, line[at + 1] - line[at - 1]));
  }
  let left = share * lengths.reduce((sum, length) => sum + length, 0);
  for (const [index, length] of lengths.entries()) {
    if (left <= length && length > 0) {
      const [x, y, toX, toY] = line.slice(index * 2, index * 2 + 4);
      return [x + ((toX - x) * left) / length, y + ((toY - y) * left) / length];
    }
    left -= length;
  }
  return [line[line.length - 2], line[line.length - 1]];
}

/** Distance of a point from a line nearby, in metres; infinite for a line without points. */
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

/**
 * Rings of lines that are joined at their ends, in either direction. Null where they do not close:
 * the outline of an object that is only partly in the file.
 */
export function joinRings(lines: readonly Line[]): number[][] | null {
  const rings: number[][] = [];
  const open = new Set(lines.filter((line) => line.length >= 4));
  const atEnd = indexByEnds(open);
  for (const first of open) {
    open.delete(first);
    let ring = [...first];
    while (!isRing(ring)) {
      const [x, y] = ring.slice(-2);
      const next = atEnd.get(keyOf(x, y))?.find((line) => open.has(line));
      if (next === undefined) return null;
      open.delete(next);
      const isForward = next[0] === x && next[1] === y;
      ring = ring.concat((isForward ? next : reversedLine(next)).slice(2));
    }
    rings.push(ring);
  }
  return rings.length === 0 ? null : rings;
}

function indexByEnds(lines: Iterable<Line>): Map<string, Line[]> {
  const atEnd = new Map<string, Line[]>();
  for (const line of lines) {
    for (const key of new Set([keyOf(line[0], line[1]), keyOf(line.at(-2), line.at(-1))])) {
      atEnd.set(key, [...(atEnd.get(key) ?? []), line]);
    }
  }
  return atEnd;
}

export function reversedLine(line: Line): number[] {
  const back: number[] = [];
  for (let at = line.length - 2; at >= 0; at -= 2) back.push(line[at], line[at + 1]);
  return back;
}

function keyOf(x: number | undefined, y: number | undefined): string {
  return `${x} ${y}`;
}

/**
 * The part of a ring in a box, edge by edge (Sutherland and Hodgman), in the lines' own unit; empty for a
 * ring outside.
 */
export function clipRingToBox(
  ring: ArrayLike<number>,
  box: readonly [minX: number, minY: number, maxX: number, maxY: number],
): number[] {
  let points = Array.from(ring);
  for (const [side, edge] of box.entries()) {
    const axis = side % 2;
    const isInside = (at: number) =>
      side < 2 ? points[at + axis] >= edge : points[at + axis] <= edge;
    const clipped: number[] = [];
    for (let at = 0; at < points.length; at += 2) {
      const before = at === 0 ? points.length - 2 : at - 2;
      if (isInside(at) !== isInside(before)) {
        const share = (edge - points[before + axis]) / (points[at + axis] - points[before + axis]);
        const [from, to] = [points[before + 1 - axis], points[at + 1 - axis]];
        const other = from + (to - from) * share;
        clipped.push(...(axis === 0 ? [edge, other] : [other, edge]));
      }
      if (isInside(at)) clipped.push(points[at], points[at + 1]);
    }
    points = clipped;
  }
  return points;
}
