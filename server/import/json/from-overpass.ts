import * as v from "valibot";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { joinRings, type Line, middleOf } from "#server/geometry/line.ts";
import type { OsmElement } from "#server/import/osm-element.ts";
import { overpassElement, toTags } from "./json-shapes.ts";

type OverpassElement = v.InferOutput<typeof overpassElement>;

/**
 * Element of an Overpass answer. Null where it is not one; `"no-position"` where the query did not
 * ask for the shape of ways (`out center` or `out geom` does).
 */
export function fromOverpass(json: unknown): OsmElement | "no-position" | null {
  const parsed = v.safeParse(overpassElement, json);
  if (!parsed.success) return null;
  const { type, id, tags } = parsed.output;
  const position = positionOf(parsed.output);
  if (position === null) return "no-position";
  const [longitude, latitude] = position;
  return { osmId: `${type}/${id}`, longitude, latitude, tags: toTags(tags ?? {}) };
}

function positionOf({ lon, lat, center, geometry, members, bounds }: OverpassElement) {
  if (lon !== undefined && lat !== undefined) return [lon, lat] as const;
  if (center) return [center.lon, center.lat] as const;
  const middle = geometry ? middleOf(toLine(geometry)) : middleOfMembers(members ?? []);
  if (middle) return middle;
  if (!bounds) return null;
  return [(bounds.minlon + bounds.maxlon) / 2, (bounds.minlat + bounds.maxlat) / 2] as const;
}

function middleOfMembers(members: NonNullable<OverpassElement["members"]>): Coordinates | null {
  const outer = members.filter(({ role }) => role === "outer" || role === "");
  const rings = joinRings(outer.map(({ geometry }) => toLine(geometry ?? [])));
  const longest = rings?.reduce((long, ring) => (ring.length > long.length ? ring : long));
  return longest ? middleOf(longest) : null;
}

function toLine(points: NonNullable<OverpassElement["geometry"]>): Line {
  return points.flatMap((point) => (point === null ? [] : [point.lon, point.lat]));
}
