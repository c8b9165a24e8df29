import * as v from "valibot";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { described } from "#domain/validation/described.ts";

const lineSchema = described(
  v.object({
    type: v.literal("LineString"),
    // At least two points.
    coordinates: v.array(v.strictTuple([v.number(), v.number()])),
  }),
  "a GeoJSON LineString",
);

/** Obstacles that a walker may be unable or unwilling to pass. */
export const routeObstacles = ["ferry", "steps", "escalator"] as const;

export type RouteObstacle = (typeof routeObstacles)[number];

const stepSchema = v.object({
  instruction: v.string(),
  distance: described(v.number(), "metres to the next step"),
  street: v.optional(described(v.string(), "name of the way from here on")),
  turn: v.optional(
    described(
      v.number(),
      "degrees to the right, 0 straight on; absent on stairs, a lift or a ferry, and at the end",
    ),
  ),
  obstacle: v.optional(v.picklist(routeObstacles)),
});

export type DirectionsStep = DeepReadonly<v.InferOutput<typeof stepSchema>>;

const walkingRouteSchema = v.object({
  kind: v.literal("route"),
  geometry: lineSchema,
  distance: described(v.number(), "metres"),
  duration: described(v.number(), "seconds"),
  steps: v.array(stepSchema),
  obstacles: v.optional(
    described(
      v.array(v.picklist(routeObstacles)),
      "present where the route takes a ferry, stairs or an escalator; avoid_steps=1 asks for one without stairs",
    ),
  ),
  steps_unknown: v.optional(described(v.literal(true), "the router does not know stairs")),
});

export type WalkingRoute = DeepReadonly<v.InferOutput<typeof walkingRouteSchema>>;

const straightLineSchema = described(
  v.object({
    kind: v.literal("straight"),
    geometry: lineSchema,
    distance: described(v.number(), "metres over the ground"),
    /** 0 up to but not 360. */
    bearing: described(v.number(), "degrees clockwise from north"),
    steps: v.strictTuple([]),
  }),
  "straight line, where the streets are not known",
);

/** A straight line where the provider has no streets: distance and direction, clearly not a route. */
export type StraightLine = DeepReadonly<v.InferOutput<typeof straightLineSchema>>;

export const directionsSchema = v.variant("kind", [walkingRouteSchema, straightLineSchema]);

export type Directions = WalkingRoute | StraightLine;

/** Ratio of a route to the straight line, and difference in metres, from which on it is a detour. */
const detour = { ratio: 3, meters: 500 } as const;

/** Whether a route is so much longer than the straight line that the page warns of it (docs/product#detour). */
export function isDetour(meters: number, straightMeters: number): boolean {
  return meters > straightMeters * detour.ratio && meters - straightMeters > detour.meters;
}

/** Obstacles on a route or on its rest, each once. */
export function obstaclesOf(steps: readonly Pick<DirectionsStep, "obstacle">[]): RouteObstacle[] {
  return routeObstacles.filter((known) => steps.some(({ obstacle }) => obstacle === known));
}
