import { isInside } from "../domain/geography/shapes.ts";
import { type Feature, feature } from "./feature.ts";
import {
  centreOf,
  kilometersBetween,
  type Line,
  type Position,
  ringAreaSquareKilometers,
} from "./geometry.ts";
import { finestTolerance, simplifyLine, smoothLine, tolerance } from "./simplify-line.ts";
import { lakeOutlines } from "./tables/lakes.ts";
import { rivers } from "./tables/rivers.ts";

/** The named rivers as lines, in the direction of flow, greatest first. */
export function buildRivers(traces: ReadonlyMap<string, Line>): Feature[] {
  return rivers.map(({ hu, en, de, widthMeters, rank }) =>
    feature(
      { kind: "river", hu, en, de, width: widthMeters, rank },
      {
        type: "LineString",
        coordinates: simplifyLine(traces.get(en) ?? [], (p) => tolerance(p) * 0.4),
      },
    ),
  );
}

/** The middle line of each river by its English name, smoothed and in full detail. */
export function traceRivers(scrapRings: readonly Line[]): Map<string, Line> {
  const scraps = scrapRings.map(centreOf).filter(isInEurope);
  return new Map(rivers.map(({ en, course }) => [en, smoothLine(traceRiver(course, scraps), 2)]));
}

function isInEurope([longitude, latitude]: Position): boolean {
  return longitude > 4 && longitude < 31 && latitude > 42.5 && latitude < 55;
}

/** Maximum distance of two fragments of a river that count as neighbours. */
const longestHopKilometers = 7;
/**
 * Long hops cost more than many short ones, so that the trace follows the dense chain of fragments.
 */
const hopExponent = 1.6;
/** Distance within which a fragment replaces a point of the course. */
const snapKilometers = 3;

/**
 * The middle line of a river. The river data are unnamed fragments of water surface a kilometre or
 * so apart; the trace is the cheapest path through their centres from each point of the hand-set
 * course to the next. Without fragments it is straight between the points.
 */
export function traceRiver(course: Line, scraps: readonly Position[]): Position[] {
  const snapped = course.map((point) => snap(point, scraps));
  const line: Position[] = [snapped[0]];
  for (let i = 1; i < snapped.length; i++) {
    line.push(...cheapestPath(snapped[i - 1], snapped[i], scraps).slice(1));
  }
  return line;
}

function snap(point: Position, scraps: readonly Position[]): Position {
  let best = point;
  let bestKilometers = snapKilometers;
  for (const scrap of scraps) {
    const kilometers = kilometersBetween(point, scrap);
    if (kilometers < bestKilometers) {
      best = scrap;
      bestKilometers = kilometers;
    }
  }
  return best;
}

function cheapestPath(from: Position, to: Position, scraps: readonly Position[]): Position[] {
  const nodes = [from, ...nearLeg(from, to, scraps), to];
  const costs = nodes.map(() => Number.POSITIVE_INFINITY);
  const previous = nodes.map(() => 0);
  const open = new Set(nodes.keys());
  costs[0] = 0;
  while (open.size > 0) {
    const at = cheapestOf(open, costs);
    open.delete(at);
    if (at === nodes.length - 1) break;
    for (const next of open) {
      const kilometers = kilometersBetween(nodes[at], nodes[next]);
      const isStraight = at === 0 && next === nodes.length - 1;
      if (kilometers > longestHopKilometers && !isStraight) continue;
      const cost = costs[at] + kilometers ** hopExponent;
      if (cost < costs[next]) {
        costs[next] = cost;
        previous[next] = at;
      }
    }
  }
  const path: Position[] = [];
  for (let at = nodes.length - 1; at !== 0; at = previous[at]) path.unshift(nodes[at]);
  return [from, ...path];
}

/**
 * The fragments in an ellipse around a leg: a detour through them is at most 1.6 times the leg and
 * 12 km.
 */
function nearLeg(from: Position, to: Position, scraps: readonly Position[]): Position[] {
  const reach = kilometersBetween(from, to) * 1.6 + 12;
  return scraps.filter((s) => kilometersBetween(from, s) + kilometersBetween(s, to) < reach);
}

function cheapestOf(open: ReadonlySet<number>, costs: readonly number[]): number {
  let best = -1;
  for (const candidate of open) if (best < 0 || costs[candidate] < costs[best]) best = candidate;
  return best;
}

/** Area below which lakes are incomplete in the data, and left out everywhere. */
const smallestCompleteSquareKilometers = 17;
/** Area of the smallest drawn lake where the map is finest; it grows with the tolerance. */
const smallestSeenSquareKilometers = 3;

/** All lakes that are large enough at their position, as one feature. */
export function buildLakes(rings: readonly Line[]): Feature {
  const shores = [...lakeOutlines, ...rings.filter(isLargeEnough)];
  const polygons = shores.map((ring) => [
    simplifyLine(smoothLine(ring, 2), (position) => tolerance(position) * 0.5),
  ]);
  return feature({ kind: "lake" }, { type: "MultiPolygon", coordinates: polygons });
}

function isLargeEnough(ring: Line): boolean {
  if (lakeOutlines.some((outline) => isInside([outline.flat()], centreOf(ring)))) return false;
  const coarseness = tolerance(centreOf(ring)) / finestTolerance;
  const least = Math.max(
    smallestCompleteSquareKilometers,
    smallestSeenSquareKilometers * coarseness ** 2,
  );
  return ringAreaSquareKilometers(ring) >= least;
}
