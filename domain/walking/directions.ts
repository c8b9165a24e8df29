import type { Coordinates } from "#domain/geography/coordinates.ts";

/** A GeoJSON line of at least two points. */
interface RouteLine {
  readonly type: "LineString";
  readonly coordinates: readonly Coordinates[];
}

/** What to do, and how far it is until the next step. */
export interface DirectionsStep {
  /** A sentence in the language that was asked for. */
  readonly instruction: string;
  /** Metres. */
  readonly distance: number;
}

/** A way on foot. */
export interface WalkingRoute {
  readonly kind: "route";
  readonly geometry: RouteLine;
  /** Metres. */
  readonly distance: number;
  /** Seconds. */
  readonly duration: number;
  readonly steps: readonly DirectionsStep[];
}

/** Where nobody knows the streets: how far it is and in which direction, clearly not a route. */
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
