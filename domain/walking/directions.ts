import type { Coordinates } from "#domain/geography/coordinates.ts";

/** A GeoJSON line of at least two points. */
interface RouteLine {
  readonly type: "LineString";
  readonly coordinates: readonly Coordinates[];
}

/** A step: its instruction, and the distance to the next step. */
export interface DirectionsStep {
  /** A sentence in the requested language. */
  readonly instruction: string;
  /** Metres. */
  readonly distance: number;
}

/** A walking route. */
export interface WalkingRoute {
  readonly kind: "route";
  readonly geometry: RouteLine;
  /** Metres. */
  readonly distance: number;
  /** Seconds. */
  readonly duration: number;
  readonly steps: readonly DirectionsStep[];
}

/** A straight line where the provider has no streets: distance and direction, clearly not a route. */
export interface StraightLine {
  readonly kind: "straight";
  readonly geometry: RouteLine;
  /** Metres over the ground. */
  readonly distance: number;
  /** Degrees clockwise from north, 0 up to but not 360. */
  readonly bearing: number;
  readonly steps: readonly [];
}

export type Directions = WalkingRoute | StraightLine;
