import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import * as v from "valibot";
import { type Coordinates, formatCoordinates } from "#domain/geography/coordinates.ts";
import { joinRings, type Line, middleOf } from "#server/geometry/line.ts";
import { isOrWasToilets, isToilets, saysGone } from "#server/import/extract/wanted-elements.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import type { ImportTarget, ReadFile } from "#server/import/import-target.ts";
import type { OsmElement } from "#server/import/osm-element.ts";
import type { OnProgress } from "#server/import/pbf/osm-pbf-file.ts";
import { ElementScanner, parseFilePart } from "./element-scanner.ts";
import { feature, overpassElement, overpassRest, toTags } from "./json-shapes.ts";

/**
 * Stages the toilets of a file of Overpass or GeoJSON.
 *
 * @throws ImportFileError
 */
export async function readJsonFile(
  path: string,
  { staged, report, gone, source }: ImportTarget,
  onProgress: OnProgress,
): Promise<ReadFile> {
  let incomplete: string | null = null;
  for await (const part of readJsonElements(path, onProgress)) {
    if (part.kind === "rest") incomplete = readRemark(part.rest);
    else {
      const toilets = part.elements.flatMap((json) => {
        const element = toElement(json, source);
        if (element === null || element === "no-position") {
          report.leaveOut(element ?? "other");
          return [];
        }
        if (saysGone(element.tags)) {
          report.leaveOut(isOrWasToilets(element.tags) ? "unusable" : "other");
          gone.add(element.osmId);
          return [];
        }
        if (isToilets(element.tags)) return [element];
        report.leaveOut("other");
        return [];
      });
      await staged.add(toilets);
    }
  }
  return { extract: null, digest: null, incomplete };
}

function toElement(json: unknown, source: string): OsmElement | "no-position" | null {
  const isFeature = typeof json === "object" && json !== null && "properties" in json;
  return isFeature ? fromGeoJson(json, source) : fromOverpass(json);
}

/**
 * Remark of Overpass at the end of an answer that ran out of time: places that it lacks may still
 * exist.
 */
function readRemark(rest: unknown): string | null {
  const parsed = v.safeParse(overpassRest, rest);
  if (!parsed.success) throw new ImportFileError("It is neither Overpass JSON nor GeoJSON.");
  return parsed.output.remark ?? null;
}

/**
 * Result of one part of the file: objects of its list, and at the end the parts around the list.
 */
type JsonPart =
  | { readonly kind: "elements"; readonly elements: readonly unknown[] }
  | { readonly kind: "rest"; readonly rest: unknown };

/**
 * Reads a file of Overpass (`elements`) or GeoJSON (`features`) part by part.
 *
 * @throws ImportFileError where it is neither, or cut off: after some of it may have been handed
 *   out
 */
async function* readJsonElements(path: string, onProgress: OnProgress): AsyncGenerator<JsonPart> {
  const { size } = await stat(path);
  const scanner = new ElementScanner(["elements", "features"]);
  const stream = createReadStream(path, { encoding: "utf8" });
  let isFirst = true;
  for await (const chunk of stream as AsyncIterable<string>) {
    const text = isFirst ? chunk.replace(/^\uFEFF/, "") : chunk;
    isFirst = false;
    yield { kind: "elements", elements: scanner.push(text).map(parseFilePart) };
    onProgress(stream.bytesRead / size);
  }
  yield { kind: "rest", rest: scanner.end() };
}

type OverpassElement = v.InferOutput<typeof overpassElement>;

/**
 * Element of an Overpass answer. Null where it is not one; `"no-position"` where the query did not
 * ask for the shape of ways (`out center` or `out geom` does).
 */
function fromOverpass(json: unknown): OsmElement | "no-position" | null {
  const parsed = v.safeParse(overpassElement, json);
  if (!parsed.success) return null;
  const { type, id, tags } = parsed.output;
  const position = overpassPosition(parsed.output);
  if (position === null) return "no-position";
  const [longitude, latitude] = position;
  return { osmId: `${type}/${id}`, longitude, latitude, tags: toTags(tags ?? {}) };
}

function overpassPosition({ lon, lat, center, geometry, members, bounds }: OverpassElement) {
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

type Feature = v.InferOutput<typeof feature>;

/**
 * Element of a feature of a GeoJSON file, its properties taken as tags. Null where it is not a
 * feature; `"no-position"` where its geometry is empty.
 *
 * An element of OpenStreetMap is known by its id: the feature's own, or `@id` among its properties.
 * Any other is known by the file's name and the feature's id, or its position.
 */
function fromGeoJson(json: unknown, sourceName: string): OsmElement | "no-position" | null {
  const parsed = v.safeParse(feature, json);
  if (!parsed.success) return null;
  const position = geoJsonPosition(parsed.output.geometry);
  if (position === null) return "no-position";
  const { id, properties } = parsed.output;
  const tags = toTags(toiletTagsIn(properties ?? {}));
  const osmIds = [String(id ?? ""), tags["@id"] ?? "", String(properties?.osm_id ?? "")];
  const osmId = osmIds.find((text) => isOsmId.test(text));
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

const isOsmId = /^(node|way|relation)\/\d+$/;

function geoJsonPosition(geometry: Feature["geometry"]): Coordinates | null {
  if (geometry.type === "Point") return [geometry.coordinates[0], geometry.coordinates[1]];
  const lines =
    geometry.type === "LineString"
      ? [geometry.coordinates]
      : geometry.type === "Polygon"
        ? geometry.coordinates.slice(0, 1)
        : geometry.coordinates.flatMap((polygon) => polygon.slice(0, 1));
  const flat = lines.map((line) => line.flatMap((position) => [position[0], position[1]]));
  return middleOf(flat.reduce((long, line) => (line.length > long.length ? line : long), []));
}
