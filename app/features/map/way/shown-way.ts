import type { ShownRoute } from "#app/features/map/live/route.ts";
import type { MapPageData } from "#app/features/map/map-page-data.ts";
import { viewOfBoth } from "#app/features/map/picture/picture-geometry.ts";
import { type Coordinates, wrapLongitude } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { type Stretch, stretchesOf } from "#domain/way/stretches.ts";
import type { Way } from "#domain/way/way.ts";
import type { WayPlan } from "#domain/way/way-plan.ts";

/** A place of a way, at the point where one passes it. */
export type Passing = Way["places"][number];

/** A stretch with the stops at its ends; null at the beginning and at the end of the way. */
export interface NamedStretch extends Stretch {
  readonly after: Passing | null;
  readonly before: Passing | null;
}

/** The stretches of a way between its open stops; with others, also between those whose hours are not known. */
export function namedStretches(way: Way, withUnknown = false): readonly NamedStretch[] {
  const stops = way.places.filter(
    ({ stop }) => stop === "open" || (withUnknown && stop === "unknown"),
  );
  const stretches = stretchesOf(
    stops.map(({ along }) => along),
    way,
  );
  return stretches.map((stretch, index) => ({
    ...stretch,
    after: stops[index - 1] ?? null,
    before: stops[index] ?? null,
  }));
}

/** Those that take as many minutes or more; none without a limit. */
export function longStretches(way: Way, minutes: number | null): readonly NamedStretch[] {
  if (minutes === null) return [];
  return namedStretches(way).filter(({ duration }) => duration >= minutes * 60);
}

/** A way's line for the map, with its long stretches. */
export function routeOfWay(way: Way, minutes: number | null): ShownRoute {
  const line = unwrapped(way.geometry.coordinates);
  const shareOf = (meters: number) => (way.distance === 0 ? 0 : meters / way.distance);
  const gaps = longStretches(way, minutes).map(({ from, to }) =>
    lineBetween(line, shareOf(from), shareOf(to)),
  );
  const geometry = { type: "LineString", coordinates: line } as const;
  return { kind: way.kind, geometry, gaps, ends: [line[0], line[line.length - 1]] };
}

/** Two corners of the box around a line. */
export function cornersOf(line: readonly Coordinates[]): readonly [Coordinates, Coordinates] {
  const points = unwrapped(line);
  const longitudes = points.map(([longitude]) => longitude);
  const latitudes = points.map(([, latitude]) => latitude);
  return [
    [Math.min(...longitudes), Math.min(...latitudes)],
    [Math.max(...longitudes), Math.max(...latitudes)],
  ];
}

/** Size in CSS pixels for which the first view of a way is made. */
const fitted = { width: 320, height: 110 };

/** View of a way, or of its ends while it is not known; null without them. */
export function viewOfWay({ from, to, track }: WayPlan, way: MapPageData["way"]): MapView | null {
  const ends = track === null && from && to && [from.coordinates, to.coordinates];
  const line = way && "places" in way ? way.geometry.coordinates : ends;
  return line ? viewOfBoth(...cornersOf(line), fitted) : null;
}

/** A line whose longitudes go on beyond ±180 where it crosses the antimeridian. */
function unwrapped(line: readonly Coordinates[]): Coordinates[] {
  let last = line[0][0];
  return line.map(([longitude, latitude]) => {
    last += wrapLongitude(longitude - last);
    return [last, latitude];
  });
}

/** Point of a line. @param share of its length, 0 to 1 */
export function pointOnLine(line: readonly Coordinates[], share: number): Coordinates {
  const [longitude, latitude] = lineBetween(unwrapped(line), share, share)[0];
  return [wrapLongitude(longitude), latitude];
}

/** Part of a line between two shares of its length. */
function lineBetween(line: readonly Coordinates[], from: number, to: number): Coordinates[] {
  const along = [0];
  for (let index = 1; index < line.length; index++) {
    along.push(along[index - 1] + distanceMeters(line[index - 1], line[index]));
  }
  const length = along[along.length - 1];
  const pointAt = (meters: number): Coordinates => {
    const next = Math.max(
      1,
      along.findIndex((passed) => passed >= meters),
    );
    const [one, other] = [line[next - 1], line[next]];
    const leg = along[next] - along[next - 1];
    const share = leg === 0 ? 0 : (meters - along[next - 1]) / leg;
    return [one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])];
  };
  const [first, last] = [from * length, Math.min(1, to) * length];
  const between = line.filter((_, index) => along[index] > first && along[index] < last);
  return [pointAt(Math.min(first, length)), ...between, pointAt(last)];
}
