import * as v from "valibot";
import type { DeepReadonly } from "#domain/reading/check-fields.ts";

const lineSchema = v.pipe(
  v.object({
    type: v.literal("LineString"),
    // At least two points.
    coordinates: v.array(v.strictTuple([v.number(), v.number()])),
  }),
  v.description("a GeoJSON LineString"),
);

const stepSchema = v.object({
  /** A sentence in the requested language. */
  instruction: v.string(),
  distance: v.pipe(v.number(), v.description("metres to the next step")),
});

export type DirectionsStep = DeepReadonly<v.InferOutput<typeof stepSchema>>;

const walkingRouteSchema = v.object({
  kind: v.literal("route"),
  geometry: lineSchema,
  distance: v.pipe(v.number(), v.description("metres")),
  duration: v.pipe(v.number(), v.description("seconds")),
  steps: v.array(stepSchema),
});

/** A walking route. */
export type WalkingRoute = DeepReadonly<v.InferOutput<typeof walkingRouteSchema>>;

const straightLineSchema = v.pipe(
  v.object({
    kind: v.literal("straight"),
    geometry: lineSchema,
    distance: v.pipe(v.number(), v.description("metres over the ground")),
    /** 0 up to but not 360. */
    bearing: v.pipe(v.number(), v.description("degrees clockwise from north")),
    steps: v.strictTuple([]),
  }),
  v.description("straight line, where the streets are not known"),
);

/** A straight line where the provider has no streets: distance and direction, clearly not a route. */
export type StraightLine = DeepReadonly<v.InferOutput<typeof straightLineSchema>>;

/** The way to a place. */
export const directionsSchema = v.variant("kind", [walkingRouteSchema, straightLineSchema]);

export type Directions = WalkingRoute | StraightLine;
