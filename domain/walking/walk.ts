import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance.ts";
import { nearestOnLine } from "#domain/geography/shapes.ts";
import type { DirectionsStep, WalkingRoute } from "./directions.ts";

/** How far somebody has come on a route. */
export interface WalkProgress {
  readonly alongMeters: number;
  /** From the nearest point of the route. */
  readonly offMeters: number;
  /** To the route's end. */
  readonly leftMeters: number;
  readonly leftSeconds: number;
  /** Of the step to be followed now; 0 where a route has no steps. */
  readonly stepIndex: number;
  /** To where the step after it begins; null at the last. */
  readonly toNextStepMeters: number | null;
}

/**
 * How far somebody has come who was at `last`. Lengths are the route's own, which may differ a little from
 * those of its line.
 *
 * @param last null at the beginning
 */
export function walkProgress(
  route: WalkingRoute,
  position: Coordinates,
  last: WalkProgress | null,
): WalkProgress {
  const scale = lineScale(route);
  const { alongMeters: onLine, offMeters } = nearestOnLine(
    route.geometry.coordinates,
    position,
    (last?.alongMeters ?? 0) / scale,
  );
  const alongMeters = Math.min(route.distance, onLine * scale);
  const leftMeters = route.distance - alongMeters;
  const starts = stepStarts(route);
  const stepIndex = currentStep(starts, alongMeters, last?.stepIndex ?? 0);
  const nextStart = starts.at(stepIndex + 1);
  return {
    alongMeters,
    offMeters,
    leftMeters,
    leftSeconds: route.distance === 0 ? 0 : (route.duration * leftMeters) / route.distance,
    stepIndex,
    toNextStepMeters: nextStart === undefined ? null : Math.max(0, nextStart - alongMeters),
  };
}

/** Whether somebody is at the place, or at the end of the way to it. */
export function hasArrived(
  position: Coordinates,
  place: Coordinates,
  route: WalkingRoute | null,
): boolean {
  const ends = [place, ...(route?.geometry.coordinates.slice(-1) ?? [])];
  return ends.some((end) => distanceMeters(position, end) <= arrivalMeters);
}

/**
 * The step to be followed: the last one that has begun or begins within `stepAheadMeters`. It falls back
 * only for who has really gone back, by `stepBackMeters`, so that a position which wavers repeats nothing.
 *
 * @param starts where the steps begin, in metres from the route's beginning, ascending
 */
export function currentStep(
  starts: readonly number[],
  alongMeters: number,
  lastIndex: number,
): number {
  const reached = starts.findLastIndex((start) => start <= alongMeters + stepAheadMeters);
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

/** What a metre of the line counts as of the route. */
function lineScale({ geometry, distance }: WalkingRoute): number {
  const line = geometry.coordinates;
  const { lengthMeters } = nearestOnLine(line, line[0], 0);
  return lengthMeters === 0 || distance === 0 ? 1 : distance / lengthMeters;
}

/** A step counts as the current one this much before it begins, so that a turn is said before the corner. */
const stepAheadMeters = 15;

/** Somebody who went back is at an earlier step again only this much before the later one begins. */
const stepBackMeters = 30;

/** Farther from the way than this, one has left it. */
export const offRouteMeters = 40;

/** From here the place is in sight: one has arrived. */
const arrivalMeters = 20;

/** Whoever leaves the way again and again is given a new one this often at most. */
const replanIntervalMs = 10_000;

/**
 * Whether somebody has certainly left the way.
 *
 * @param offMeters from the way
 * @param accuracyMeters by how much the device says that its position may be wrong
 */
export function isOffRoute(offMeters: number, accuracyMeters: number): boolean {
  return offMeters - accuracyMeters > offRouteMeters;
}

/** For how many milliseconds no other way may be asked for. @param lastAskedMs the last question's instant */
export function replanWaitMs(lastAskedMs: number, nowMs: number): number {
  return Math.max(0, lastAskedMs + replanIntervalMs - nowMs);
}

/** The eight directions that people name, clockwise from north. */
const compassDirections = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;

export type CompassDirection = (typeof compassDirections)[number];

/**
 * The direction that a bearing is nearest to; a bearing halfway between two belongs to the one further
 * clockwise.
 *
 * @param bearingDegrees clockwise from north; any number of turns, negative ones too
 */
export function compassDirectionOf(bearingDegrees: number): CompassDirection {
  const eighth = Math.floor(bearingDegrees / 45 + 0.5) % 8;
  return compassDirections[(eighth + 8) % 8];
}
