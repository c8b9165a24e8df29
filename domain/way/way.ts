import * as v from "valibot";
import { type Coordinates, parseCoordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { lineMeters } from "#domain/geography/shapes.ts";
import { openStatuses } from "#domain/opening/open-status.ts";
import { placeSchema } from "#domain/place/place.ts";
import type { PlaceFiltering } from "#domain/place/place-filters.ts";
import { checkFilters, filterEntries, filtersOf } from "#domain/place/place-list-query.ts";
import { crossCheck, type DeepReadonly } from "#domain/validation/check-fields.ts";
import { described } from "#domain/validation/described.ts";
import { count, parameter } from "#domain/validation/parse-query.ts";
import {
  maxDetourMeters,
  maxLinePoints,
  maxSpeed,
  maxWayMeters,
  type TravelMode,
  travelDefaults,
  travelModes,
} from "./way-plan.ts";

/** What is asked about a way, beside the way itself. */
export interface WayFiltering extends PlaceFiltering {
  readonly by: TravelMode;
  /** Metres from the way within which a place counts. */
  readonly detour: number;
}

export interface WayQuery extends WayFiltering {
  readonly from: Coordinates;
  readonly to: Coordinates;
}

export interface LineQuery extends WayFiltering {
  /** km/h. */
  readonly speed: number;
}

function defaultsOf(name: "detour" | "speed"): string {
  return `default: ${travelModes.map((by) => `${travelDefaults[by][name]} (${by})`).join(", ")}`;
}

const wayEntries = {
  by: v.optional(v.picklist(travelModes), "foot"),
  detour: v.optional(
    described(count(maxDetourMeters), `metres from the way; ${defaultsOf("detour")}`),
  ),
  ...filterEntries,
};

/** Parameters of a way between two points; `at` is the departure. */
export const wayQuerySchema = /* @__PURE__ */ (() =>
  v.pipe(
    v.object({
      from: described(parameter(parseCoordinates), "lng,lat"),
      to: described(
        parameter(parseCoordinates),
        `lng,lat, at most ${maxWayMeters / 1000} km from there`,
      ),
      ...wayEntries,
    }),
    checkFilters(),
    crossCheck(({ valid: { from, to }, reject }) => {
      if (from && to && distanceMeters(from, to) > maxWayMeters) reject("to");
    }),
    v.transform(
      ({ from, to, by, detour, ...fields }): WayQuery => ({
        ...{ from, to, by, detour: detour ?? travelDefaults[by].detour },
        ...filtersOf(fields),
      }),
    ),
  ))();

/** Parameters of a way along a line that is sent. */
export const lineQuerySchema = /* @__PURE__ */ (() =>
  v.pipe(
    v.object({
      speed: v.optional(described(count(maxSpeed), `km/h; ${defaultsOf("speed")}`)),
      ...wayEntries,
    }),
    checkFilters(),
    v.transform(
      ({ by, speed, detour, ...fields }): LineQuery => ({
        ...{ by, speed: speed ?? travelDefaults[by].speed },
        detour: detour ?? travelDefaults[by].detour,
        ...filtersOf(fields),
      }),
    ),
  ))();

const point = v.strictTuple([
  v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
]);

/** Body with a line: a GeoJSON LineString. */
export const lineBodySchema = /* @__PURE__ */ (() =>
  v.object({
    type: v.literal("LineString"),
    coordinates: described(
      v.pipe(
        v.array(point),
        v.minLength(2),
        v.maxLength(maxLinePoints),
        v.check((line) => lineMeters(line) <= maxWayMeters),
      ),
      `2 to ${maxLinePoints} points, at most ${maxWayMeters / 1000} km`,
    ),
  }))();

const meters = v.pipe(v.number(), v.description("metres"));
const instant = v.pipe(v.string(), v.description("ISO 8601 instant"));

export const waySchema = /* @__PURE__ */ (() =>
  v.object({
    kind: described(
      v.picklist(["route", "straight"]),
      "straight where no router knows the way, or the line is one's own",
    ),
    geometry: v.object({
      type: v.literal("LineString"),
      coordinates: v.array(v.strictTuple([v.number(), v.number()])),
    }),
    distance: meters,
    duration: described(v.number(), "seconds"),
    departs: instant,
    places: v.array(
      v.object({
        place: described(placeSchema, "as it is when one passes it"),
        along: described(v.number(), "metres along the way"),
        detour: described(v.number(), "metres beside the way"),
        arrives: instant,
        open_status: v.picklist(openStatuses),
        stop: described(
          v.nullable(v.picklist(["open", "unknown"])),
          "whether it is open then, or its hours are not known; null where it is closed, or not for everyone",
        ),
      }),
    ),
    longest_gap: described(
      v.object({
        from: described(v.number(), "metres along the way: its beginning, or a place"),
        to: described(v.number(), "metres along the way: a place, or its end"),
        distance: meters,
        duration: described(v.number(), "seconds"),
      }),
      "longest stretch without an open stop",
    ),
  }))();

export type Way = DeepReadonly<v.InferOutput<typeof waySchema>>;
