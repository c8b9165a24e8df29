import * as v from "valibot";
import type { OsmTags } from "#server/import/osm-element.ts";

/** Longitude and latitude in the valid range. */
const position = v.looseTuple([
  v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
]);

const point = v.object({
  lon: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
});

/** Line with gaps: Overpass leaves them where its data end. */
const line = v.array(v.nullable(point));

const id = v.pipe(v.number(), v.safeInteger());

/** One of Overpass's `elements`, with the parts of its shape that the query asked for. */
export const overpassElement = v.object({
  type: v.picklist(["node", "way", "relation"]),
  id,
  lon: v.optional(point.entries.lon),
  lat: v.optional(point.entries.lat),
  center: v.optional(point),
  bounds: v.optional(
    v.object({
      minlon: v.number(),
      minlat: v.number(),
      maxlon: v.number(),
      maxlat: v.number(),
    }),
  ),
  geometry: v.optional(line),
  members: v.optional(v.array(v.object({ role: v.string(), geometry: v.optional(line) }))),
  tags: v.optional(v.record(v.string(), v.unknown())),
});

/** GeoJSON feature with a known geometry. */
export const feature = v.object({
  type: v.literal("Feature"),
  id: v.optional(v.union([v.string(), v.number()])),
  properties: v.nullable(v.record(v.string(), v.unknown())),
  geometry: v.variant("type", [
    v.object({ type: v.literal("Point"), coordinates: position }),
    v.object({ type: v.literal("LineString"), coordinates: v.array(position) }),
    v.object({ type: v.literal("Polygon"), coordinates: v.array(v.array(position)) }),
    v.object({ type: v.literal("MultiPolygon"), coordinates: v.array(v.array(v.array(position))) }),
  ]),
});

/** Parts of an Overpass file around the list. */
export const overpassRest = v.object({
  osm3s: v.optional(v.object({ timestamp_osm_base: v.optional(v.string()) })),
  /** Reason why the answer is not complete. */
  remark: v.optional(v.string()),
});

/**
 * Tags from any JSON: numbers and booleans become text, other values are left out, and characters
 * that the database refuses too.
 */
export function toTags(properties: Readonly<Record<string, unknown>>): OsmTags {
  const tags: Record<string, string> = Object.create(null);
  for (const [key, value] of Object.entries(properties)) {
    if (!["string", "number", "boolean"].includes(typeof value)) continue;
    tags[key] = String(value).replaceAll("\0", "").toWellFormed();
  }
  return tags;
}
