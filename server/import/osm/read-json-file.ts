import * as v from "valibot";
import { type Coordinates, formatCoordinates, isOnEarth } from "#domain/geography/coordinates.ts";
import { joinRings, type Line, middleOf, middleOfArea } from "#server/geometry/line.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import { isOrWasToilets } from "#server/import/is-toilets.ts";
import { isUsableId, type OsmElement, type OsmTags } from "#server/import/osm-element.ts";
import { ElementScanner, parseFilePart } from "./element-scanner.ts";
import type { OnProgress } from "./osm-pbf-file.ts";
import { readUnpacked } from "./read-unpacked.ts";

/** Reason why an element has no position on the map. */
type Misplaced = "no-position" | "bad-position";

/**
 * Reads a file of Overpass (`elements`) or GeoJSON (`features`), element by element.
 *
 * @param source name of the file, part of the ids of elements that are not OpenStreetMap's
 * @param onElement takes each element; null for one that is none
 * @returns the reason why the file is not complete, in its own text; null for a complete file
 * @throws ImportFileError where it is neither, or cut off: after some of it may have been handed out
 */
export async function readJsonFile(
  path: string,
  source: string,
  onElement: (element: OsmElement | Misplaced | null) => void,
  onProgress: OnProgress,
): Promise<string | null> {
  const scanner = new ElementScanner(["elements", "features"], isFeature);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const read = (json: unknown) =>
    onElement(isFeature(json) ? fromGeoJson(json, source) : fromOverpass(json));
  const push = (bytes: Uint8Array) => {
    for (const part of scanner.push(decode(decoder, bytes))) read(parseFilePart(part));
  };
  await readUnpacked(path, push, onProgress);
  decode(decoder);
  const rest = scanner.end();
  if (!isFeature(rest)) return readRemark(rest);
  read(rest);
  return null;
}

function isFeature(json: unknown): boolean {
  return typeof json === "object" && json !== null && "type" in json && json.type === "Feature";
}

/**
 * Remark of Overpass at the end of a response that timed out: places that it lacks may still exist.
 *
 * @throws ImportFileError where its coordinates are of another system than degrees
 */
function readRemark(rest: unknown): string | null {
  const system = v.safeParse(coordinateSystem, rest);
  const name = system.success ? system.output.crs.properties.name : "CRS84";
  if (!degreesName.test(name)) {
    throw new ImportFileError(
      `Its coordinates are in the system ${name}, and not in that of longitude and latitude. Convert them to WGS 84 first, such as with ogr2ogr -t_srs EPSG:4326.`,
    );
  }
  const parsed = v.safeParse(overpassRest, rest);
  if (!parsed.success) throw new ImportFileError("It is neither Overpass JSON nor GeoJSON.");
  return parsed.output.remark ?? null;
}

/** Names of WGS 84 in degrees (CRS84, EPSG:4326), and of ETRS89, which differs by under a metre. */
const degreesName = /\bCRS:?84h?\b|\bEPSG:(?:[\d.]*:)?(?:4326|4258)\b/i;

/** Text of the next bytes, without a byte order mark. @throws ImportFileError for bytes of another encoding */
function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch (cause) {
    throw new ImportFileError(
      "Its text is not in UTF-8, but in another encoding, perhaps Windows-1250. Convert it first, such as with iconv -f WINDOWS-1250 -t UTF-8.",
      { cause },
    );
  }
}

type OverpassElement = v.InferOutput<typeof overpassElement>;

/** Element of an Overpass response; null for another thing, `"no-position"` without `out center` or `out geom`. */
function fromOverpass(json: unknown): OsmElement | "no-position" | null {
  const parsed = v.safeParse(overpassElement, json);
  if (!parsed.success) return null;
  const { type, id, tags } = parsed.output;
  const position = overpassPosition(parsed.output);
  if (position === null) return "no-position";
  const [longitude, latitude] = position;
  // Above 2^53 the number is not exact, and no element has 0.
  const number = Number.isSafeInteger(id) ? id : 0;
  return { osmId: `${type}/${number}`, longitude, latitude, tags: toTags(tags ?? {}) };
}

/** Position of an element by whichever of its parts the query requested; null without any. */
export function overpassPosition({
  lon,
  lat,
  center,
  geometry,
  members,
  bounds,
}: Omit<OverpassElement, "type" | "id" | "tags">): Coordinates | null {
  if (lon !== undefined && lat !== undefined) return [lon, lat] as const;
  if (center) return [center.lon, center.lat] as const;
  const middle = geometry?.length ? middleOf(toLine(geometry)) : middleOfMembers(members ?? []);
  if (middle) return middle;
  if (!bounds) return null;
  return [(bounds.minlon + bounds.maxlon) / 2, (bounds.minlat + bounds.maxlat) / 2] as const;
}

function middleOfMembers(members: NonNullable<OverpassElement["members"]>): Coordinates | null {
  const outlines = members.filter(({ role }) => ["", "outer", "inner"].includes(role));
  const rings = joinRings(outlines.map(({ geometry }) => toLine(geometry ?? [])));
  return rings && middleOfArea(rings);
}

function toLine(points: NonNullable<OverpassElement["geometry"]>): Line {
  return points.flatMap((point) => (point === null ? [] : [point.lon, point.lat]));
}

/**
 * Element of a feature of a GeoJSON file, its properties taken as tags. Null where it is not a
 * feature; `"no-position"` without a readable geometry, `"bad-position"` where that is not in
 * degrees.
 *
 * An element of OpenStreetMap is identified by its id: the feature's own, or `@id` among its
 * properties. Any other is identified by the file's name and the feature's id, or its position.
 */
function fromGeoJson(json: unknown, sourceName: string): OsmElement | Misplaced | null {
  const parsed = v.safeParse(feature, json);
  if (!parsed.success) return null;
  const { id, properties } = parsed.output;
  const tags = toTags(toiletTagsIn(properties ?? {}));
  const position = geoJsonPosition(parsed.output.geometry);
  // An element that is not a toilet is reported so, wherever it is.
  if (position === null || !isOnEarth(position)) {
    if (!isOrWasToilets(tags)) return null;
    return position === null ? "no-position" : "bad-position";
  }
  const ids = [String(id ?? ""), tags["@id"] ?? "", String(properties?.osm_id ?? "")];
  const osmIds = ids.filter((text) => isOsmId.test(text));
  const osmId = osmIds.find(isUsableId) ?? osmIds[0];
  const ownId = `feature/${sourceName}/${id ?? formatCoordinates(position)}`;
  const [longitude, latitude] = position;
  return { osmId: osmId ?? ownId, longitude, latitude, tags };
}

/** Tags among a feature's properties: the properties themselves, or `tags` in an export of the product. */
function toiletTagsIn(properties: Readonly<Record<string, unknown>>) {
  const { tags } = properties;
  const isOwn = typeof tags === "object" && tags !== null && "amenity" in tags;
  return isOwn ? { ...tags } : properties;
}

const isOsmId = /^(?:node|way|relation)\//;

/** Of several geometries, as in a collection, one of the largest kind represents the feature. */
function geoJsonPosition(geometry: unknown): Coordinates | null {
  const shapes = v.parse(geometries, geometry);
  const linesOf = (...kinds: readonly Geometry["type"][]) =>
    shapes.filter(({ type }) => kinds.includes(type)).flatMap(toLines);
  const areas = linesOf("Polygon", "MultiPolygon");
  if (areas.length > 0) return middleOfArea(areas);
  const [longest = []] = linesOf("LineString", "MultiLineString").sort(
    (one, other) => other.length - one.length,
  );
  if (longest.length > 0) return middleOf(longest);
  const [[longitude, latitude] = []] = linesOf("Point", "MultiPoint");
  return longitude === undefined ? null : [longitude, latitude];
}

/** Its points, lines or rings, each as a flat list of numbers. */
function toLines({ type, coordinates }: Geometry): number[][] {
  const flat = (positions: readonly Position[]) => positions.flatMap((at) => [at[0], at[1]]);
  if (type === "Point") return [flat([coordinates])];
  if (type === "MultiPoint") return coordinates.map((position) => flat([position]));
  if (type === "LineString") return [flat(coordinates)];
  return (type === "MultiPolygon" ? coordinates.flat() : coordinates).map(flat);
}

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

/** Two coordinates, perhaps not in degrees; further numbers, such as a height, do not count. */
const position = v.looseTuple([coordinate, coordinate]);

type Position = v.InferOutput<typeof position>;

const point = v.object({
  lon: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
});

/** Line with gaps: Overpass leaves them where its data end. */
const line = v.array(v.nullable(point));

/** One of Overpass's `elements`, with the parts of its shape that the query requested. */
const overpassElement = v.object({
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

type Geometry = v.InferOutput<typeof singleGeometry>;

/** Geometries of a feature: its own, or those of its collection; empty without a readable one. */
const geometries = v.fallback(
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
const feature = v.object({
  type: v.literal("Feature"),
  id: v.nullish(v.union([v.string(), v.number()])),
  properties: v.optional(v.nullable(v.record(v.string(), v.unknown())), null),
  geometry: v.optional(v.unknown()),
});

/** System of a file's coordinates, as the GeoJSON of 2008 names it. */
const coordinateSystem = v.object({
  crs: v.object({ properties: v.object({ name: v.string() }) }),
});

/** Parts of an Overpass file around the list. */
const overpassRest = v.object({
  /** Reason why the response is not complete. */
  remark: v.optional(v.string()),
});

/** Tags from any JSON: numbers and booleans as text, without other values and NUL. */
function toTags(properties: Readonly<Record<string, unknown>>): OsmTags {
  const tags: Record<string, string> = Object.create(null);
  for (const [key, value] of Object.entries(properties)) {
    if (!["string", "number", "boolean"].includes(typeof value)) continue;
    tags[key] = String(value).replaceAll("\0", "").toWellFormed();
  }
  return tags;
}
