import * as v from "valibot";
import type { OsmTags } from "#server/import/osm-element.ts";

/** Longitude and latitude on earth. */
const position = v.looseTuple([
  v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
]);

const point = v.object({
  lon: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
});

/** Where a file breaks off, Overpass leaves gaps. */
const line = v.array(v.nullable(point));

const id = v.pipe(v.number(), v.safeInteger());

/** One of Overpass's `elements`, with whatever of its shape the query asked for. */
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

/** A GeoJSON feature whose place can be told. */
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

/** What is around the list of an Overpass file. */
export const overpassRest = v.object({
  osm3s: v.optional(v.object({ timestamp_osm_base: v.optional(v.string()) })),
  /** Why the answer is not complete. */
  remark: v.optional(v.string()),
});

/** Tags from anyone's JSON: numbers and booleans as text, all else left out; text that can be kept. */
export function toTags(properties: Readonly<Record<string, unknown>>): OsmTags {
  const tags: Record<string, string> = Object.create(null);
  for (const [key, value] of Object.entries(properties)) {
    if (!["string", "number", "boolean"].includes(typeof value)) continue;
    tags[key] = String(value).replaceAll("\0", "").toWellFormed();
  }
  return tags;
}
