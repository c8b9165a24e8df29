import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { wrapLongitude } from "#domain/geography/coordinates.ts";
import {
  degreesWithin,
  distanceMeters,
  metersPerDegree,
} from "#domain/geography/distance-and-bearing.ts";
import type { CombinationQuery } from "./place-query.ts";
import type { PlaceStore } from "./place-store.ts";
import { boxRanges, isInUnitBox } from "./quad-cells.ts";
import { latitudeOfUnit, longitudeOfUnit } from "./world-units.ts";

/** A result near a line, at a point where one passes it. */
export interface RowAlong {
  readonly row: number;
  /** Distance of the nearest point of the line from its beginning, along it. */
  readonly alongMeters: number;
  readonly detourMeters: number;
  /** Whether everyone may be sent there (`PlaceQuery.offered`). */
  readonly isOffered: boolean;
}

/** Length of the parts of a line that are looked up, at least: a part has one box, and is flat. */
const leastPartMeters = 2_000;

/** Distance along the line within which a place is passed once, at least: twice that from the line. */
const leastSamePassMeters = 1_000;

/**
 * Results of a query within a distance of a line, in the order in which one passes them; a place is there once for each
 * time that the line passes it.
 *
 * @param line at least two points; its legs are straight on the map, the shorter way around the earth
 */
export function rowsAlong(
  { columns, flags }: PlaceStore,
  indexQuery: CombinationQuery,
  line: readonly Coordinates[],
  withinMeters: number,
): RowAlong[] {
  const { state, x, y, id } = columns;
  const { passing } = flags.resultsOf(indexQuery);
  const { passing: offered } = flags.resultsOf({ ...indexQuery, offered: "everyone" });
  const samePassMeters = Math.max(leastSamePassMeters, 2 * withinMeters);
  const passes = new Map<number, RowAlong[]>();
  for (const part of partsOf(line, Math.max(leastPartMeters, withinMeters))) {
    const plane = planeOf(part);
    for (const { from, to, box } of boxRanges(columns, boxAround(part, withinMeters))) {
      for (let row = from; row < to; row++) {
        if (passing[state[row]] === 0) continue;
        if (box !== null && !isInUnitBox(box, x[row], y[row])) continue;
        const longitude = longitudeOfUnit(x[row]);
        const nearest = nearestOnPart(plane, longitude, latitudeOfUnit(y[row]), withinMeters);
        if (nearest === null) continue;
        const pass = { row, ...nearest, isOffered: offered[state[row]] === 1 };
        const ofRow = passes.get(row);
        if (ofRow === undefined) passes.set(row, [pass]);
        else addPass(ofRow, pass, samePassMeters);
      }
    }
  }
  return [...passes.values()]
    .flat()
    .sort((a, b) => a.alongMeters - b.alongMeters || id[a.row] - id[b.row]);
}

/** Adds where a part of the line passes a place; of two such points close to each other the nearer one counts. */
function addPass(passes: RowAlong[], pass: RowAlong, samePassMeters: number): void {
  const last = passes[passes.length - 1];
  if (pass.alongMeters - last.alongMeters > samePassMeters) passes.push(pass);
  else if (pass.detourMeters < last.detourMeters) passes[passes.length - 1] = pass;
}

/** Part of a line: points whose longitudes may be beyond ±180, and their distances along the line. */
interface LinePart {
  readonly points: Coordinates[];
  readonly alongMeters: number[];
}

/** Parts of a line, of a length or a little more, each beginning where the one before ends. */
function* partsOf(line: readonly Coordinates[], partMeters: number): Generator<LinePart> {
  let part: LinePart = { points: [line[0]], alongMeters: [0] };
  let along = 0;
  for (const next of line.slice(1)) {
    const last = part.points.at(-1)!;
    const east = wrapLongitude(next[0] - last[0]);
    const north = next[1] - last[1];
    const pieces = Math.max(1, Math.ceil(distanceMeters(last, next) / partMeters));
    for (let piece = 1; piece <= pieces; piece++) {
      const from = part.points.at(-1)!;
      const to: Coordinates = [
        last[0] + (east * piece) / pieces,
        last[1] + (north * piece) / pieces,
      ];
      along += distanceMeters(from, to);
      part.points.push(to);
      part.alongMeters.push(along);
      if (along - part.alongMeters[0] < partMeters) continue;
      yield part;
      part = { points: [to], alongMeters: [along] };
    }
  }
  if (part.points.length > 1) yield part;
}

function boxAround({ points }: LinePart, withinMeters: number): BoundingBox {
  const longitudes = points.map(([longitude]) => longitude);
  const latitudes = points.map(([, latitude]) => latitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  // A per mille more: the nearest point is reckoned on a plane.
  const { high, wide } = degreesWithin(
    withinMeters * 1.001,
    Math.max(Math.abs(south), Math.abs(north)),
  );
  const [west, east] = [Math.min(...longitudes) - wide, Math.max(...longitudes) + wide];
  const isAround = east - west >= 360;
  return {
    west: isAround ? -180 : wrapLongitude(west),
    south: Math.max(-90, south - high),
    east: isAround ? 180 : wrapLongitude(east),
    north: Math.min(90, north + high),
  };
}

/** A part on a plane around it, in metres from its first point. */
function planeOf({ points, alongMeters }: LinePart) {
  const [west, south] = points[0];
  const middle = (south + points[points.length - 1][1]) / 2;
  const perLongitude = metersPerDegree * Math.cos((middle * Math.PI) / 180);
  return {
    ...{ west, south, perLongitude, alongMeters },
    xs: points.map(([longitude]) => (longitude - west) * perLongitude),
    ys: points.map(([, latitude]) => (latitude - south) * metersPerDegree),
  };
}

/** Nearest point of a part; null where it is farther than a distance. Called for each place around: it makes no garbage. */
function nearestOnPart(
  { west, south, perLongitude, xs, ys, alongMeters }: ReturnType<typeof planeOf>,
  longitude: number,
  latitude: number,
  withinMeters: number,
) {
  const east = longitude - west;
  const x = (east - 360 * Math.round(east / 360)) * perLongitude;
  const y = (latitude - south) * metersPerDegree;
  let nearest = withinMeters ** 2;
  let at = -1;
  let atShare = 0;
  for (let index = 1; index < xs.length; index++) {
    const fromX = xs[index - 1];
    const fromY = ys[index - 1];
    const wide = xs[index] - fromX;
    const high = ys[index] - fromY;
    const squared = wide * wide + high * high;
    const along = squared === 0 ? 0 : ((x - fromX) * wide + (y - fromY) * high) / squared;
    const share = along < 0 ? 0 : along > 1 ? 1 : along;
    const awayX = fromX + share * wide - x;
    const awayY = fromY + share * high - y;
    const away = awayX * awayX + awayY * awayY;
    if (away > nearest || (away === nearest && at !== -1)) continue;
    nearest = away;
    at = index;
    atShare = share;
  }
  if (at === -1) return null;
  const before = alongMeters[at - 1];
  return {
    alongMeters: before + atShare * (alongMeters[at] - before),
    detourMeters: Math.sqrt(nearest),
  };
}
