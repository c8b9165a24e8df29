import * as v from "valibot";
import { type Coordinates, formatCoordinates } from "#domain/geography/coordinates.ts";
import { middleOf } from "#server/geometry/line.ts";
import type { OsmElement } from "#server/import/osm-element.ts";
import { feature, toTags } from "./json-shapes.ts";

type Feature = v.InferOutput<typeof feature>;

/**
 * Element of a feature of a GeoJSON file, its properties taken as tags. Null where it is not a
 * feature; `"no-position"` where its geometry is empty.
 *
 * An element of OpenStreetMap is known by its id: the feature's own, or `@id` among its properties.
 * Any other is known by the file's name and the feature's id, or its position.
 */
export function fromGeoJson(json: unknown, sourceName: string): OsmElement | "no-position" | null {
  const parsed = v.safeParse(feature, json);
  if (!parsed.success) return null;
  const position = positionOf(parsed.output.geometry);
  if (position === null) return "no-position";
  const { id, properties } = parsed.output;
  const tags = toTags(properties ?? {});
  const osmId = [String(id ?? ""), tags["@id"] ?? ""].find((text) => isOsmId.test(text));
  const ownId = `feature/${sourceName}/${id ?? formatCoordinates(position)}`;
  const [longitude, latitude] = position;
  return { osmId: osmId ?? ownId, longitude, latitude, tags };
}

const isOsmId = /^(node|way|relation)\/\d+$/;

function positionOf(geometry: Feature["geometry"]): Coordinates | null {
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
