import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { nearestOnLine } from "#domain/geography/shapes.ts";
import {
  type DirectionsStep,
  isDetour,
  obstaclesOf,
  type RouteObstacle,
  type WalkingRoute,
} from "./directions.ts";
import { arrivalMeters } from "./walking-time.ts";

export interface RouteProgress {
  readonly alongMeters: number;
  /** The farthest that the walker has been along the route. */
  readonly reachedMeters: number;
  /** Distance from the nearest point of the route. */
  readonly offMeters: number;
  /** Distance left to the route's end. */
  readonly leftMeters: number;
  readonly leftSeconds: number;
  /** Index of the step that the walker is on; 0 where a route has no steps. */
  readonly stepIndex: number;
  /** Index of the last step that is announced, shortly before it begins. */
  readonly announcedIndex: number;
  /** The manoeuvre that comes next; null where a route has none. */
  readonly next: NextManoeuvre | null;
}

/** A manoeuvre ahead: the beginning of the step after the one that the walker is on. */
export interface NextManoeuvre {
  readonly step: DirectionsStep;
  /** Distance to it; 0 at the corner and until it is past. */
  readonly meters: number;
  readonly isLast: boolean;
  /** The manoeuvre that follows at once, preferably a lift or stairs; absent without one, and before the arrival. */
  readonly then?: DirectionsStep;
}

/**
 * Progress of a walker after the earlier progress `last`. Lengths are the router's, which may differ a little
 * from those of the line.
 *
 * @param last null at the beginning
 */
export function routeProgress(
  route: WalkingRoute,
  position: Coordinates,
  last: RouteProgress | null,
): RouteProgress {
  const scale = lineScale(route);
  const { alongMeters: onLine, offMeters } = nearestOnLine(
    route.geometry.coordinates,
    position,
    (last?.reachedMeters ?? 0) / scale,
  );
  const alongMeters = Math.min(route.distance, onLine * scale);
  const leftMeters = route.distance - alongMeters;
  const starts = stepStarts(route);
  const pasts = starts.map((start, index) => {
    const isBeforeLift = index + 2 < starts.length && route.steps[index + 1].turn === undefined;
    return Math.min(
      start + stepPastMeters,
      isBeforeLift ? starts[index + 1] : Number.POSITIVE_INFINITY,
    );
  });
  const stepIndex = reachedStep(starts, pasts, alongMeters, last?.stepIndex ?? 0);
  const nextIndex = stepIndex + 1;
  const step = route.steps.at(nextIndex);
  const following = route.steps.filter(
    (_step, index) =>
      index > nextIndex &&
      index < starts.length - 1 &&
      starts[index] - starts[nextIndex] <= thenMeters,
  );
  const then = following.find(({ turn }) => turn === undefined) ?? following.at(0);
  return {
    alongMeters,
    reachedMeters: Math.max(alongMeters, last?.reachedMeters ?? 0),
    offMeters,
    leftMeters,
    leftSeconds: route.distance === 0 ? 0 : (route.duration * leftMeters) / route.distance,
    stepIndex,
    announcedIndex: reachedStep(
      starts,
      starts.map((start) => start - stepAheadMeters),
      alongMeters,
      last?.announcedIndex ?? 0,
    ),
    next: step
      ? {
          step,
          meters: Math.max(0, starts[nextIndex] - alongMeters),
          isLast: nextIndex === starts.length - 1,
          ...(then && { then }),
        }
      : null,
  };
}

/** What a walker has to know of the rest of a route (docs/product#detour). */
export function hindrancesAhead(
  { geometry: { coordinates }, distance, steps }: WalkingRoute,
  position: Coordinates,
  { leftMeters, stepIndex }: RouteProgress,
): ("detour" | RouteObstacle)[] {
  const end = coordinates[coordinates.length - 1];
  const isLong =
    isDetour(distance, distanceMeters(coordinates[0], end)) &&
    isDetour(leftMeters, distanceMeters(position, end));
  return [...(isLong ? ["detour" as const] : []), ...obstaclesOf(steps.slice(stepIndex))];
}

/** Whether the walker is at the place, or at the end of the way to it. */
export function hasArrived(
  position: Coordinates,
  place: Coordinates,
  route: WalkingRoute | null,
): boolean {
  const ends = [place, ...(route?.geometry.coordinates.slice(-1) ?? [])];
  return ends.some((end) => distanceMeters(position, end) <= arrivalMeters);
}

/**
 * Index of the last step that is reached. It goes back only when the walker has gone back by `stepBackMeters`, so that
 * an inaccurate position repeats nothing.
 *
 * @param starts distances of the steps' beginnings from the route's start, in metres, ascending
 * @param reachedFrom distances from which on each counts as reached, ascending
 */
function reachedStep(
  starts: readonly number[],
  reachedFrom: readonly number[],
  alongMeters: number,
  lastIndex: number,
): number {
  const reached = reachedFrom.findLastIndex((from) => from <= alongMeters);
  const index = Math.max(0, reached);
  if (index >= lastIndex) return index;
  return alongMeters < starts[lastIndex] - stepBackMeters ? index : lastIndex;
}

function stepStarts({ steps, distance }: WalkingRoute): number[] {
  const total = sumOf(steps);
  const scale = total === 0 ? 1 : distance / total;
  return steps.map((_step, index) => sumOf(steps.slice(0, index)) * scale);
}

function sumOf(steps: readonly DirectionsStep[]): number {
  return steps.reduce((sum, { distance }) => sum + distance, 0);
}

/** Metres of the route for one metre of the line. */
function lineScale({ geometry, distance }: WalkingRoute): number {
  const line = geometry.coordinates;
  const { lengthMeters } = nearestOnLine(line, line[0], 0);
  return lengthMeters === 0 || distance === 0 ? 1 : distance / lengthMeters;
}

/** Distance before a manoeuvre at which it is announced (docs/product#walking-guide). */
const stepAheadMeters = 15;

/**
 * Distance beyond a manoeuvre from which it is past (docs/product#walking-guide): a walker who misses a turn
 * is still at its corner on the route. A turn to a lift or stairs is past where these begin, if that is nearer.
 */
const stepPastMeters = 5;

/** Distance before the later step's beginning at which a walker who went back returns to the earlier step. */
const stepBackMeters = 30;

/** Distance between two manoeuvres up to which they are shown together (docs/product#walking-guide). */
const thenMeters = 20;

/** Distance from the route beyond which the walker has left it (docs/product#walking-guide). */
export const offRouteMeters = 40;

/**
 * Minimum time between two new routes for a walker who leaves the route again and again (docs/product#walking-guide).
 */
const replanIntervalMs = 10_000;

/**
 * Whether the walker has certainly left the route.
 *
 * @param offMeters from the route
 * @param accuracyMeters maximum error of the position, as the device gives it
 */
export function isOffRoute(offMeters: number, accuracyMeters: number): boolean {
  return offMeters - accuracyMeters > offRouteMeters;
}

/**
 * Milliseconds until the next query for a new route.
 *
 * @param lastRequestMs time of the last query
 */
export function replanWaitMs(lastRequestMs: number, nowMs: number): number {
  return Math.max(0, lastRequestMs + replanIntervalMs - nowMs);
}
