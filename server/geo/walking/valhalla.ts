import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { decodePolyline } from "#domain/geography/shapes.ts";
import {
  type DirectionsStep,
  obstaclesOf,
  routeObstacles,
  type WalkingRoute,
} from "#domain/walking/directions.ts";
import type { WalkingOptions } from "#server/geo/geo.ts";
import {
  composeInstruction,
  type InstructionLocale,
  type ManoeuvreKind,
  manoeuvreKindOf,
} from "./instructions.ts";

/** Router as `npm run routing:install` installs it. */
export interface ValhallaInstallation {
  /** Path of the module that a worker loads. */
  readonly module: string;
  /** Path of the program that makes walking tiles of an extract. */
  readonly tileBuilder: string;
}

const routingFolder = fileURLToPath(new URL("../../../routing/", import.meta.url));

/** Installed router; null where it is missing or does not support this kind of machine. */
export function findValhalla(folder = routingFolder): ValhallaInstallation | null {
  try {
    const module = createRequire(join(folder, "package.json")).resolve("@valhallajs/valhallajs");
    const { platform, arch } = process;
    const tileBuilder = join(dirname(module), platform, arch, "valhalla_build_tiles");
    return existsSync(tileBuilder) ? { module, tileBuilder } : null;
  } catch {
    return null;
  }
}

const quiet = { logging: { type: "" } };

/** Threads that make tiles; memory follows their number. */
const builderThreads = 2;

/** Longest route; nobody walks farther to a toilet. */
const maxRouteMeters = 100_000;

/**
 * Minimal configuration of Valhalla to make walking tiles and to find routes on them: it refuses a configuration
 * without the limits of calls that we never make, so those are zero. Its own tool for this needs Python.
 */
export function valhallaConfig(tileFolder: string) {
  return {
    mjolnir: { tile_dir: tileFolder, concurrency: builderThreads, ...quiet },
    loki: {
      actions: ["route"],
      service_defaults: {
        heading_tolerance: 60,
        minimum_reachability: 50,
        node_snap_tolerance: 5,
        radius: 0,
        search_cutoff: 200,
        street_side_max_distance: 1000,
        street_side_tolerance: 5,
      },
      ...quiet,
    },
    thor: quiet,
    odin: quiet,
    meili: { default: { breakage_distance: 2000 } },
    service_limits: {
      pedestrian: {
        max_distance: maxRouteMeters,
        max_locations: 2,
        max_matrix_distance: 0,
        max_matrix_location_pairs: 0,
        max_transit_walking_distance: 0,
        min_transit_walking_distance: 0,
      },
      isochrone: {
        max_contours: 0,
        max_distance: 0,
        max_distance_contour: 0,
        max_locations: 0,
        max_time_contour: 0,
      },
      skadi: { max_shape: 0, min_resample: 10 },
      trace: {
        max_alternates: 0,
        max_alternates_shape: 0,
        max_distance: 0,
        max_gps_accuracy: 0,
        max_search_radius: 0,
        max_shape: 0,
      },
      max_alternates: 0,
      max_exclude_locations: 0,
      max_exclude_polygons_length: 0,
      max_radius: 200,
      max_reachability: 100,
    },
  };
}

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));

const manoeuvreSchema = v.object({
  type: v.number(),
  length: amount,
  street_names: v.optional(v.array(v.string()), []),
});

type ValhallaManoeuvre = v.InferOutput<typeof manoeuvreSchema>;

/** Parsed fields of Valhalla's response: kilometres, seconds, a polyline of six decimals for each leg. */
const routeSchema = v.object({
  trip: v.object({
    summary: v.object({ length: amount, time: amount }),
    legs: v.pipe(
      v.array(
        v.object({
          shape: v.string(),
          maneuvers: v.array(manoeuvreSchema),
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
  const steps = legs.flatMap(({ maneuvers }) =>
    withoutNameless(maneuvers).map((step) => toStep(step, locale)),
  );
  const obstacles = obstaclesOf(steps);
  return {
    kind: "route",
    geometry: { type: "LineString", coordinates },
    distance: Math.round(summary.length * 1000),
    duration: Math.round(summary.time),
    ...(obstacles.length > 0 && { obstacles }),
    steps,
  };
}

/**
 * Manoeuvres where the walker does something: going on along a way without a name is part of the turn before it, and
 * so is turning around in a lift's door, where the ways of its levels lie upon each other.
 */
function withoutNameless(manoeuvres: readonly ValhallaManoeuvre[]): ValhallaManoeuvre[] {
  const kept: ValhallaManoeuvre[] = [];
  for (const manoeuvre of manoeuvres) {
    const last = kept.at(-1);
    if (manoeuvreKindOf(manoeuvre.type) === "elevator" && kept.length > 1) {
      const [before, turn] = kept.slice(-2);
      if (manoeuvreKindOf(turn.type) === "turnAround" && turn.length <= liftDoorKilometers) {
        kept.splice(-2, 2, { ...before, length: before.length + turn.length });
      }
    }
    const isNameless =
      manoeuvreKindOf(manoeuvre.type) === "continue" && !manoeuvre.street_names[0]?.trim();
    if (isNameless && last && manoeuvreKindOf(last.type) in turns) {
      kept[kept.length - 1] = { ...last, length: last.length + manoeuvre.length };
    } else kept.push(manoeuvre);
  }
  return kept;
}

/** Length of a way into a lift, in kilometres. */
const liftDoorKilometers = 0.005;

function toStep(
  { type, length, street_names: streetNames }: ValhallaManoeuvre,
  locale: InstructionLocale,
): DirectionsStep {
  const kind = manoeuvreKindOf(type);
  const lengthMeters = length * 1000;
  const street = streetNames[0]?.trim() ?? "";
  const obstacle = routeObstacles.find((known) => known === kind);
  return {
    instruction: composeInstruction({ kind, streetNames, lengthMeters }, locale),
    distance: Math.round(lengthMeters),
    ...(street !== "" && { street }),
    ...(kind in turns && { turn: turns[kind] }),
    ...(obstacle && { obstacle }),
  };
}

/** Degrees to the right. Absent: what a walker does for a while, such as stairs, and the arrival. */
const turns: Readonly<Partial<Record<ManoeuvreKind, number>>> = {
  depart: 0,
  continue: 0,
  slightRight: 45,
  right: 90,
  sharpRight: 135,
  turnAround: 180,
  sharpLeft: -135,
  left: -90,
  slightLeft: -45,
  leaveRoundabout: 0,
  leaveFerry: 0,
  enterBuilding: 0,
  leaveBuilding: 0,
};

/** Maximum distance from a way; farther off there is no route. */
const searchCutoffMeters = 200;

/** Seconds that Valhalla adds at most for stairs: it takes them only where there is no other way. */
const maxStepPenalty = 43_200;

const costings = { foot: "pedestrian", bicycle: "bicycle", car: "auto" } as const;

/**
 * Request for a route on foot, as Valhalla's route call takes it. We compose the sentences, so it
 * contains no language.
 */
export function walkingRequest(
  from: Coordinates,
  to: Coordinates,
  { avoidsSteps, by = "foot" }: Pick<WalkingOptions, "avoidsSteps" | "by"> = {},
) {
  return {
    locations: [from, to].map(([lon, lat]) => ({
      lon,
      lat,
      type: "break",
      search_cutoff: searchCutoffMeters,
    })),
    costing: costings[by],
    ...(avoidsSteps && { costing_options: { pedestrian: { step_penalty: maxStepPenalty } } }),
    units: "kilometers",
    directions_type: "maneuvers",
  };
}
