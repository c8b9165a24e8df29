import { isInside } from "../domain/geography/shapes.ts";
import { type Feature, feature, finestZoom } from "./feature.ts";
import {
  centreOf,
  innerPoint,
  isInEurope,
  kilometersBetween,
  type Line,
  lengthKilometers,
  type Position,
  ringAreaSquareKilometers,
} from "./geometry.ts";
import { nameProperties } from "./names.ts";
import type { Polygon } from "./read-inputs.ts";
import { smoothLine } from "./simplify-line.ts";
import { lakeOutlines } from "./tables/lakes.ts";
import { rivers } from "./tables/rivers.ts";

/** First zoom of the tiles that have a river, by its rank, as the style shows it. */
const firstZoomOfRank = { 1: 3, 2: 6, 3: 7 };

/** The named rivers as lines, in the direction of flow, smoothed. */
export function buildRivers(surfaces: readonly Polygon[], lakes: readonly Polygon[]): Feature[] {
  // A river goes along the shore of a lake, which hides it.
  const scraps = [...surfaces, ...lakes.filter(([outer]) => isStretch(outer))]
    .flatMap(([outer]) => (isStretch(outer) ? outer : [centreOf(outer)]))
    .filter(isInEurope);
  return rivers.map(({ names, widthMeters, rank, course }) =>
    feature(
      { kind: "river", ...nameProperties(names), width: widthMeters, rank },
      { type: "LineString", coordinates: smoothLine(traceRiver(course, scraps), 2) },
      firstZoomOfRank[rank],
    ),
  );
}

/** Area from which a surface is a stretch of the river: its shore stands for it, else its middle. */
const stretchSquareKilometers = 5;

function isStretch(outer: Line): boolean {
  return ringAreaSquareKilometers(outer) >= stretchSquareKilometers;
}

/** Maximum distance of two fragments of a river that count as neighbours. */
const longestHopKilometers = 25;
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

/**
 * Area of the smallest lake of the finest tiles, in Europe and elsewhere; one zoom farther away it is
 * four times as large. Smaller ones are incomplete in the data: they have points only where a grid of
 * a kilometre or so crosses their shore.
 */
const leastSquareKilometers = { europe: 2, elsewhere: 15 };
/** Area and mean width from which a surface of a river is drawn as it is, like a lake. */
const leastRiverSquareKilometers = 5;
const leastRiverWidthKilometers = 0.6;

/** Lakes with their islands, and the widest rivers, each from the zoom from which on it is visible. */
export function buildLakes(lakes: readonly Polygon[], rivers: readonly Polygon[]): Feature[] {
  const drawn = lakeOutlines.map((outline): Polygon => [outline]);
  const isDrawn = (lake: Polygon) =>
    drawn.some(([outline]) => isInside([outline.flat()], innerPoint(lake[0])));
  const measured = [...lakes, ...rivers.filter(isWide)]
    .map((polygon) => ({ polygon, area: ringAreaSquareKilometers(polygon[0]) }))
    .filter(({ area }) => area >= leastSquareKilometers.europe);
  const polygons = [
    ...drawn.map((polygon) => ({ polygon, area: ringAreaSquareKilometers(polygon[0]) })),
    ...measured.filter(({ polygon }) => !isDrawn(polygon)),
  ];
  const byZoom = Map.groupBy(polygons, ({ polygon, area }) => firstZoomOf(polygon[0], area));
  return [...byZoom]
    .filter(([zoom]) => zoom <= finestZoom)
    .toSorted(([a], [b]) => a - b)
    .map(([fromZoom, group]) => {
      const coordinates = group.map(({ polygon }) => polygon.map((ring) => smoothLine(ring, 2)));
      return feature({ kind: "lake" }, { type: "MultiPolygon", coordinates }, fromZoom);
    });
}

function isWide([outer]: Polygon): boolean {
  const area = ringAreaSquareKilometers(outer);
  if (area < leastRiverSquareKilometers) return false;
  return (2 * area) / lengthKilometers(outer) >= leastRiverWidthKilometers;
}

function firstZoomOf(ring: Line, areaSquareKilometers: number): number {
  const least = leastSquareKilometers[isInEurope(ring[0]) ? "europe" : "elsewhere"];
  return Math.max(0, finestZoom - Math.floor(Math.log(areaSquareKilometers / least) / Math.log(4)));
}
