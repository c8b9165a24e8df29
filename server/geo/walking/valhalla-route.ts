import * as v from "valibot";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { decodePolyline } from "#domain/geography/shapes.ts";
import { routeObstacles, type WalkingRoute } from "#domain/walking/directions.ts";
import type { WalkingOptions } from "#server/geo/geo.ts";
import {
  composeInstruction,
  type InstructionLocale,
  type ManoeuvreKind,
  manoeuvreKindOf,
} from "./instructions.ts";

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));

/**
 * Parsed fields of Valhalla's response: kilometres, seconds, a polyline of six decimals for each
 * leg.
 */
const routeSchema = v.object({
  trip: v.object({
    summary: v.object({ length: amount, time: amount }),
    legs: v.pipe(
      v.array(
        v.object({
          shape: v.string(),
          maneuvers: v.array(
            v.object({
              type: v.number(),
              length: amount,
              street_names: v.optional(v.array(v.string()), []),
            }),
          ),
        }),
      ),
      v.minLength(1),
    ),
  }),
});

/**
 * Valhalla's route as ours, with our own instructions.
 *
 * @param response of the route call, as its service and its library give it
 * @returns null where the response is invalid
 */
export function toWalkingRoute(response: unknown, locale: InstructionLocale): WalkingRoute | null {
  const parsed = v.safeParse(routeSchema, response);
  if (!parsed.success) return null;
  const { summary, legs } = parsed.output.trip;
  const coordinates = legs.flatMap(({ shape }) => decodePolyline(shape, 6));
  if (coordinates.length < 2) return null;
  const manoeuvres = legs.flatMap(({ maneuvers }) => maneuvers);
  const kinds = new Set<ManoeuvreKind>(manoeuvres.map(({ type }) => manoeuvreKindOf(type)));
  const obstacles = routeObstacles.filter((obstacle) => kinds.has(obstacle));
  return {
    kind: "route",
    geometry: { type: "LineString", coordinates },
    distance: Math.round(summary.length * 1000),
    duration: Math.round(summary.time),
    ...(obstacles.length > 0 && { obstacles }),
    steps: manoeuvres.map(({ type, length, street_names: streetNames }) => {
      const lengthMeters = length * 1000;
      const manoeuvre = { kind: manoeuvreKindOf(type), streetNames, lengthMeters };
      return {
        instruction: composeInstruction(manoeuvre, locale),
        distance: Math.round(lengthMeters),
      };
    }),
  };
}

/** Maximum distance from a way; farther off there is no route. */
const searchCutoffMeters = 200;

/**
 * Seconds that Valhalla adds at most for stairs: it takes them only where there is no other way.
 */
const maxStepPenalty = 43_200;

/**
 * Request for a route on foot, as Valhalla's route call takes it. We compose the sentences, so it
 * contains no language.
 */
export function walkingRequest(
  from: Coordinates,
  to: Coordinates,
  { avoidsSteps }: Pick<WalkingOptions, "avoidsSteps"> = {},
) {
  return {
    locations: [from, to].map(([lon, lat]) => ({
      lon,
      lat,
      type: "break",
      search_cutoff: searchCutoffMeters,
    })),
    costing: "pedestrian",
    ...(avoidsSteps && { costing_options: { pedestrian: { step_penalty: maxStepPenalty } } }),
    units: "kilometers",
    directions_type: "maneuvers",
  };
}
