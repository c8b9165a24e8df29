import * as v from "valibot";
import { type Coordinates, parseCoordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { openStatuses } from "#domain/opening/open-status.ts";
import { placeSchema } from "#domain/place/place.ts";
import type { PlaceFiltering } from "#domain/place/place-filters.ts";
import { checkFilters, filterEntries, filtersOf } from "#domain/place/place-list-query.ts";
import { crossCheck, type DeepReadonly } from "#domain/validation/check-fields.ts";
import { described } from "#domain/validation/described.ts";
import { count, parameter } from "#domain/validation/parse-query.ts";
import {
  maxDetourMeters,
  maxSpeed,
  maxWayMeters,
  type TravelMode,
  travelDefaults,
  travelModes,
} from "./way-plan.ts";

/** Maximum number of places of a way. */
export const maxWayPlaces = 500;
/** Maximum number of points of a line that is sent. */
export const maxLinePoints = 10_000;

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

const wayEntries = {
  by: v.optional(v.picklist(travelModes), "foot"),
  detour: v.optional(
    described(
      count(maxDetourMeters),
      "metres from the way; default: 300 on foot, 500 by bicycle, 1000 by car",
    ),
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
      speed: v.optional(
        described(count(maxSpeed), "km/h; default: 4 on foot, 15 by bicycle, 50 by car"),
      ),
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

/** Length of a line, in metres. */
export function lineMeters(line: readonly Coordinates[]): number {
  return line.reduce((sum, to, index) => sum + (index && distanceMeters(line[index - 1], to)), 0);
}

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

/** Part of a way between two stops, or one of its ends and a stop: metres along the way, and seconds. */
export type Stretch = Way["longest_gap"];

/**
 * Stretches between the stops of a way, its beginning and its end among them.
 *
 * @param stops metres along the way, ascending
 */
export function stretchesOf(
  stops: readonly number[],
  { distance, duration }: Pick<Way, "distance" | "duration">,
): readonly Stretch[] {
  return [...stops, distance].map((to, index) => {
    const from = index === 0 ? 0 : stops[index - 1];
    const share = distance === 0 ? 0 : (to - from) / distance;
    return { from, to, distance: to - from, duration: share * duration };
  });
}

/** The longest of some stretches, at least one; the first one where several are equal. */
export function longestOf<Of extends Stretch>(stretches: readonly Of[]): Of {
  return stretches.reduce((best, other) => (other.distance > best.distance ? other : best));
}

/**
 * At most `limit` of the passes of a way, spread over it: of each of its equal stretches those with the least detour.
 *
 * @param passes in their order along the way
 */
export function spreadPasses<
  Pass extends { readonly alongMeters: number; readonly detourMeters: number },
>(passes: readonly Pass[], distance: number, limit: number): Pass[] {
  if (passes.length <= limit) return [...passes];
  const stretches = Array.from({ length: limit }, (): Pass[] => []);
  for (const pass of passes) {
    const stretch = Math.min(limit - 1, Math.floor((pass.alongMeters / distance) * limit));
    stretches[stretch].push(pass);
  }
  for (const stretch of stretches) stretch.sort((a, b) => a.detourMeters - b.detourMeters);
  const chosen = new Set<Pass>();
  for (let rank = 0; chosen.size < limit; rank++) {
    for (const stretch of stretches) {
      if (rank < stretch.length && chosen.size < limit) chosen.add(stretch[rank]);
    }
  }
  return passes.filter((pass) => chosen.has(pass));
}
