import * as v from "valibot";
import type { OsmTags } from "#server/import/osm-element.ts";

/** A number, which some programs write as text. */
const coordinate = v.union([
  v.number(),
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^-?\d+(?:\.\d+)?$/),
    v.transform((text) => Number(text)),
  ),
]);

/**
 * Two coordinates, which may be of another system than degrees; further numbers, such as a height,
 * do not count.
 */
const position = v.looseTuple([coordinate, coordinate]);

export type Position = v.InferOutput<typeof position>;

const point = v.object({
  lon: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
});

/** Line with gaps: Overpass leaves them where its data end. */
const line = v.array(v.nullable(point));

/** One of Overpass's `elements`, with the parts of its shape that the query requested. */
export const overpassElement = v.object({
  type: v.picklist(["node", "way", "relation"]),
  id: v.number(),
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

/** GeoJSON geometry of one kind, as far as its positions can be read. */
const singleGeometry = v.variant("type", [
  v.object({ type: v.literal("Point"), coordinates: position }),
  v.object({ type: v.literal("MultiPoint"), coordinates: v.array(position) }),
  v.object({ type: v.literal("LineString"), coordinates: v.array(position) }),
  v.object({ type: v.literal("MultiLineString"), coordinates: v.array(v.array(position)) }),
  v.object({ type: v.literal("Polygon"), coordinates: v.array(v.array(position)) }),
  v.object({ type: v.literal("MultiPolygon"), coordinates: v.array(v.array(v.array(position))) }),
]);

export type Geometry = v.InferOutput<typeof singleGeometry>;

/** Geometries of a feature: its own, or those of its collection; empty without a readable one. */
export const geometries = v.fallback(
  v.union([
    v.pipe(
      singleGeometry,
      v.transform((geometry): Geometry[] => [geometry]),
    ),
    v.pipe(
      v.object({
        type: v.literal("GeometryCollection"),
        geometries: v.array(v.fallback(v.nullable(singleGeometry), null)),
      }),
      v.transform(({ geometries }) => geometries.filter((one) => one !== null)),
    ),
  ]),
  [],
);

/** GeoJSON feature (RFC 7946, 3.2), with or without properties and geometry. */
export const feature = v.object({
  type: v.literal("Feature"),
  id: v.nullish(v.union([v.string(), v.number()])),
  properties: v.optional(v.nullable(v.record(v.string(), v.unknown())), null),
  geometry: v.optional(v.unknown()),
});

/** System of a file's coordinates, as the GeoJSON of 2008 names it. */
export const coordinateSystem = v.object({
  crs: v.object({ properties: v.object({ name: v.string() }) }),
});

/** Parts of an Overpass file around the list. */
export const overpassRest = v.object({
  osm3s: v.optional(v.object({ timestamp_osm_base: v.optional(v.string()) })),
  /** Reason why the response is not complete. */
  remark: v.optional(v.string()),
});

/**
 * Tags from any JSON: numbers and booleans become text; other values, and characters that the
 * database refuses, are left out.
 */
export function toTags(properties: Readonly<Record<string, unknown>>): OsmTags {
  const tags: Record<string, string> = Object.create(null);
  for (const [key, value] of Object.entries(properties)) {
    if (!["string", "number", "boolean"].includes(typeof value)) continue;
    tags[key] = String(value).replaceAll("\0", "").toWellFormed();
  }
  return tags;
}
