import type { PositionError } from "#app/ui/find-position.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Directions } from "#domain/walking/directions.ts";
import {
  hasArrived,
  isOffRoute,
  type RouteProgress,
  routeProgress,
} from "#domain/walking/route-progress.ts";
import type { DirectionsFailure, DirectionsResult } from "./fetch-directions.ts";

/** State of a walk to a place. */
export interface Walk {
  readonly place: Coordinates;
  /** The walker's last position. */
  readonly position: Coordinates;
  readonly accuracyMeters: number;
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
  /** Distance from the walker to the route when it came: a newer one would begin no nearer. */
  readonly beginOffMeters: number;
  readonly hasLeftRoute: boolean;
  /** Stays true. */
  readonly hasArrived: boolean;
}

export type WalkEvent =
  | { readonly kind: "requested" }
  | { readonly kind: "received"; readonly result: DirectionsResult }
  | { readonly kind: "moved"; readonly position: Coordinates; readonly accuracyMeters: number }
  | { readonly kind: "lost"; readonly error: PositionError };

/** The walk before its first result. */
export function beginWalk({ place, position }: Pick<Walk, "place" | "position">): Walk {
  return {
    place,
    position,
    accuracyMeters: 0,
    error: null,
    directions: null,
    isFallback: false,
    isLoading: true,
    failure: null,
    progress: null,
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
      return located({ ...walk, position, accuracyMeters, error: null }, walk.progress);
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
  const { directions, position, place, accuracyMeters, beginOffMeters } = walk;
  const route = directions?.kind === "route" ? directions : null;
  const progress = route && routeProgress(route, position, last);
  return {
    ...walk,
    progress,
    hasLeftRoute:
      progress !== null && isOffRoute(progress.offMeters - beginOffMeters, accuracyMeters),
    hasArrived: walk.hasArrived || hasArrived(position, place, route),
  };
}
