import type { Coordinates } from "#domain/geography/coordinates.ts";
import { lineMeters } from "#domain/geography/shapes.ts";
import { instantOf } from "#domain/opening/instant.ts";
import { isOpenNow } from "#domain/opening/open-status.ts";
import type { Place } from "#domain/place/place.ts";
import { filteringOf } from "#domain/place/place-filters.ts";
import { longestOf, spreadPasses, stretchesOf } from "#domain/way/stretches.ts";
import type { LineQuery, Way, WayFiltering, WayQuery } from "#domain/way/way.ts";
import { maxWayPlaces, travelDefaults } from "#domain/way/way-plan.ts";
import { permissionFailure, visitorPermissionsOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Config } from "#server/config/config.ts";
import { visibleTo } from "#server/database/place-visibility.ts";
import type { Geo, WalkingOptions } from "#server/geo/geo.ts";
import { type PlaceDeps, readPlaces } from "./place-cache.ts";
import { toPlace } from "./place-row.ts";

interface LineDeps extends PlaceDeps {
  /** Of the departure's clock. */
  readonly timeZone: string;
}

interface WayDeps extends LineDeps {
  readonly config: Config;
  readonly geo: Pick<Geo, "directions">;
}

/**
 * A way between two points with its places (docs/product#ways): by the router for those who may ask it, else, and where
 * it knows none, a straight corridor.
 */
export async function findWay(
  deps: WayDeps,
  query: WayQuery,
  viewer: Viewer,
  options: WalkingOptions,
): Promise<Way> {
  const { from, to, by } = query;
  const mayAsk =
    permissionFailure(viewer, "getDirections", visitorPermissionsOf(deps.config)) === null;
  const found = mayAsk ? await deps.geo.directions(from, to, { ...options, by }) : null;
  if (found?.ok && found.value.kind === "route") {
    const { geometry, distance, duration } = found.value;
    const route = { kind: "route", line: geometry.coordinates, distance, duration } as const;
    return describeWay(deps, route, query, viewer);
  }
  return describeWay(deps, corridorOf([from, to], travelDefaults[by].speed), query, viewer);
}

/** The places along a line that is one's own. */
export function findAlongLine(
  deps: LineDeps,
  line: readonly Coordinates[],
  query: LineQuery,
  viewer: Viewer,
): Promise<Way> {
  return describeWay(deps, corridorOf(line, query.speed), query, viewer);
}

interface Travelled extends Pick<Way, "kind" | "distance" | "duration"> {
  readonly line: readonly Coordinates[];
}

/** @param speed km/h */
function corridorOf(line: readonly Coordinates[], speed: number): Travelled {
  const distance = lineMeters(line);
  return { kind: "straight", line, distance, duration: distance / (speed / 3.6) };
}

/** A way with its places, each as it is at the minute when one passes it. */
async function describeWay(
  deps: LineDeps,
  { kind, line, distance, duration }: Travelled,
  query: WayFiltering,
  viewer: Viewer,
): Promise<Way> {
  const now = deps.now();
  const departs = instantOf(query.at, now, deps.timeZone)?.at ?? now;
  // Which of them are open depends on when one comes there.
  const filtering = { ...filteringOf(query), filters: { ...query.filters, open: false } };
  const visible = { ...filtering, ...visibleTo(viewer) };
  const ownLength = lineMeters(line);
  const passes = spreadPasses(
    deps.placeIndex.along(visible, line, query.detour),
    ownLength,
    maxWayPlaces,
  );
  const { rows } = await readPlaces(deps, [...new Set(passes.map(({ id }) => id))], viewer);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const places: Way["places"][number][] = [];
  const stops: number[] = [];
  for (const { id, alongMeters, detourMeters, isOffered } of passes) {
    const row = rowOf.get(id);
    if (row === undefined) continue;
    const share = ownLength === 0 ? 0 : alongMeters / ownLength;
    const along = share * distance;
    const arrives = new Date(departs.getTime() + share * duration * 1000);
    const place = toPlace(row, arrives, viewer, now);
    if (!suits(place, query)) continue;
    const { open_status } = place;
    const isUnknown = open_status === "none";
    const isStop = isOffered && (isUnknown || isOpenNow(open_status));
    const stop = isStop ? (isUnknown ? "unknown" : "open") : null;
    places.push({
      ...{ place, along, detour: detourMeters, arrives: arrives.toISOString(), open_status, stop },
    });
    if (stop === "open") stops.push(along);
  }
  return {
    ...{ kind, geometry: { type: "LineString", coordinates: line.map(([x, y]) => [x, y]) } },
    ...{ distance, duration, departs: departs.toISOString(), places },
    longest_gap: longestOf(stretchesOf(stops, { distance, duration })),
  };
}

/** Whether a place passes the filter 'open' when one comes there. */
function suits(
  { open_status, likely }: Place,
  { filters, includeUnknown, includeLikely }: WayFiltering,
): boolean {
  if (!filters.open || isOpenNow(open_status)) return true;
  return open_status === "none" && (includeUnknown || Boolean(includeLikely && likely?.open));
}
