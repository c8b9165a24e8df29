import type { PositionError } from "#app/ui/find-position.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Directions } from "#domain/walking/directions.ts";
import {
  hasArrived,
  hindrancesAhead,
  isOffRoute,
  type RouteProgress,
  routeProgress,
} from "#domain/walking/route-progress.ts";

/** State of a walk to a place. */
export interface Walk {
  readonly place: Coordinates;
  /** The walker's last position. */
  readonly position: Coordinates;
  readonly accuracyMeters: number;
  /** Direction in which the walker last moved, in degrees clockwise from north; null while it is unknown. */
  readonly heading: number | null;
  /** Why the position is unknown. */
  readonly error: PositionError | null;
  /** The last good result. */
  readonly directions: Directions | null;
  readonly isFallback: boolean;
  readonly isLoading: boolean;
  /** Why there is no newer result. */
  readonly failure: DirectionsFailure | null;
  /** Null unless there is a route. */
  readonly progress: RouteProgress | null;
  /** What the walker has to know of the rest of the route. */
  readonly hindrances: ReturnType<typeof hindrancesAhead>;
  /**
   * Minimum distance from the walker to the route since it came, until the route is reached: a newer one would begin
   * no nearer.
   */
  readonly beginOffMeters: number;
  readonly hasLeftRoute: boolean;
  /** Stays true. */
  readonly hasArrived: boolean;
}

export type WalkEvent =
  | { readonly kind: "requested" }
  | { readonly kind: "received"; readonly result: DirectionsResult }
  | {
      readonly kind: "moved";
      readonly position: Coordinates;
      readonly accuracyMeters: number;
      /** Not a number where the device does not know it, as while the walker stands. */
      readonly heading: number | null;
    }
  | { readonly kind: "lost"; readonly error: PositionError };

/** Whether another route is sought, because the walker has left this one. */
export function isSeekingRoute({ hasLeftRoute, failure }: Walk): boolean {
  return hasLeftRoute && failure === null;
}

/** The walk before its first result. */
export function beginWalk({ place, position }: Pick<Walk, "place" | "position">): Walk {
  return {
    place,
    position,
    accuracyMeters: 0,
    heading: null,
    error: null,
    directions: null,
    isFallback: false,
    isLoading: true,
    failure: null,
    progress: null,
    hindrances: [],
    beginOffMeters: 0,
    hasLeftRoute: false,
    hasArrived: false,
  };
}

/** The walk after an event. */
export function nextWalk(walk: Walk, event: WalkEvent): Walk {
  switch (event.kind) {
    case "requested":
      return { ...walk, isLoading: true };
    case "received":
      return withResult({ ...walk, isLoading: false }, event.result);
    case "moved": {
      const { position, accuracyMeters } = event;
      const heading = Number.isFinite(event.heading) ? event.heading : walk.heading;
      return located({ ...walk, position, accuracyMeters, heading, error: null }, walk.progress);
    }
    case "lost":
      return { ...walk, error: event.error };
  }
}

/** A route is worth more than a later straight line from a fallback service. */
function withResult(walk: Walk, result: DirectionsResult): Walk {
  if (!result.ok) return { ...walk, failure: result.failure };
  const { directions, isFallback } = result;
  const isWorse = walk.directions?.kind === "route" && directions.kind === "straight" && isFallback;
  if (isWorse) return { ...walk, failure: "unavailable" };
  const next = { ...walk, directions, isFallback, failure: null, beginOffMeters: 0 };
  const begun = located(next, null);
  const beginOffMeters = begun.progress?.offMeters ?? 0;
  return { ...begun, beginOffMeters, hasLeftRoute: false };
}

function located(walk: Walk, last: RouteProgress | null): Walk {
  const { directions, position, place, accuracyMeters } = walk;
  const route = directions?.kind === "route" ? directions : null;
  const progress = route && routeProgress(route, position, last);
  const beginOffMeters = Math.min(walk.beginOffMeters, progress?.offMeters ?? 0);
  return {
    ...walk,
    progress,
    beginOffMeters,
    hindrances: route && progress ? hindrancesAhead(route, position, progress) : [],
    hasLeftRoute:
      progress !== null && isOffRoute(progress.offMeters - beginOffMeters, accuracyMeters),
    hasArrived: walk.hasArrived || hasArrived(position, place, route),
  };
}

export type DirectionsResult =
  | {
      readonly ok: true;
      readonly directions: Directions;
      /** A service that knows more was called first and did not respond. */
      readonly isFallback: boolean;
    }
  | { readonly ok: false; readonly failure: DirectionsFailure };

/** Why there is no new route. */
export type DirectionsFailure =
  /** There is no walking route. */
  | "noroute"
  /** The session has ended. */
  | "signin"
  | "toomanyrequests"
  /** The server is unavailable for now. */
  | "unavailable"
  /** No response came. */
  | "unreachable";
