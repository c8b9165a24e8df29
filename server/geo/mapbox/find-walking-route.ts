import * as v from "valibot";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { type Directions, type DirectionsStep, obstaclesOf } from "#domain/walking/directions.ts";
import type { GeoOptions, GeoResult } from "#server/geo/geo.ts";
import { type MapboxClient, mapboxUrl, readJsonResponse } from "./mapbox-client.ts";

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));

const stepSchema = v.object({
  distance: amount,
  mode: v.optional(v.string()),
  name: v.optional(v.string(), ""),
  maneuver: v.object({
    instruction: v.string(),
    type: v.optional(v.string()),
    modifier: v.optional(v.string(), ""),
  }),
});

type MapboxStep = v.InferOutput<typeof stepSchema>;

const directionsSchema = v.object({
  code: v.string(),
  routes: v.optional(
    v.array(
      v.object({
        distance: amount,
        duration: amount,
        geometry: v.object({
          coordinates: v.pipe(v.array(v.tuple([v.number(), v.number()])), v.minLength(2)),
        }),
        legs: v.array(
          v.object({
            steps: v.array(stepSchema),
          }),
        ),
      }),
    ),
    [],
  ),
});

/** Preference for walkways, from -1 (avoid) to 1 (prefer). */
const walkwayBias = 1;

/** Codes of a response without a route: none exists, or no way is near one of its ends. */
const noWayCodes: ReadonlySet<string> = new Set(["NoRoute", "NoSegment"]);

/** Finds the way on foot, with Mapbox's own instructions in the language of the call. */
export function findWalkingRoute(
  client: MapboxClient,
  { from, to }: { from: Coordinates; to: Coordinates },
  { language, signal }: GeoOptions,
): Promise<GeoResult<Directions>> {
  const url = mapboxUrl(client, `directions/v5/mapbox/walking/${from.join(",")};${to.join(",")}`, {
    steps: true,
    walkway_bias: walkwayBias,
    overview: "full",
    language,
    geometries: "geojson",
  });
  const read = readJsonResponse(
    directionsSchema,
    ({ code, routes: [route] }): GeoResult<Directions> => {
      if (noWayCodes.has(code)) return { ok: false, code: "notfound" };
      if (code !== "Ok" || !route) return { ok: false, code: "unavailable" };
      const steps = (route.legs[0]?.steps ?? []).map(toStep);
      const obstacles = obstaclesOf(steps);
      return {
        ok: true,
        value: {
          kind: "route",
          geometry: { type: "LineString", coordinates: route.geometry.coordinates },
          distance: Math.round(route.distance),
          duration: Math.round(route.duration),
          ...(obstacles.length > 0 && { obstacles }),
          steps_unknown: true,
          steps,
        },
      };
    },
  );
  return client.service.request({ url, read }, signal);
}

function toStep({ distance, mode, name, maneuver }: MapboxStep): DirectionsStep {
  const { instruction, type, modifier } = maneuver;
  const turn = type === "arrive" ? undefined : turns.get(modifier);
  return {
    instruction,
    distance: Math.round(distance),
    ...(name !== "" && { street: name }),
    ...(turn !== undefined && { turn }),
    ...(mode === "ferry" && { obstacle: mode }),
  };
}

/** Mapbox's modifiers of manoeuvres, in degrees to the right. */
const turns: ReadonlyMap<string, number> = new Map([
  ["straight", 0],
  ["slight right", 45],
  ["right", 90],
  ["sharp right", 135],
  ["uturn", 180],
  ["sharp left", -135],
  ["left", -90],
  ["slight left", -45],
]);
