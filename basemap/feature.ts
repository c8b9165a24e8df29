import type { Line, Position } from "./geometry.ts";
import { decimalsAt } from "./simplify-line.ts";

/** A GeoJSON feature of the base map's files. */
export interface Feature {
  readonly type: "Feature";
  readonly properties: Readonly<Record<string, string | number>>;
  readonly geometry:
    | { readonly type: "Point"; readonly coordinates: Position }
    | { readonly type: "LineString"; readonly coordinates: Line }
    | { readonly type: "MultiLineString"; readonly coordinates: readonly Line[] }
    | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly Line[])[] };
}

/** A feature with exact coordinates; they are rounded when the files are written. */
export function feature(properties: Feature["properties"], geometry: Feature["geometry"]): Feature {
  return { type: "Feature", properties, geometry };
}

/** A GeoJSON FeatureCollection as text, its coordinates rounded by their position. */
export function encodeFeatures(features: readonly Feature[]): string {
  const lines = features.map((feature) => JSON.stringify(feature, roundPosition));
  return `{"type":"FeatureCollection","features":[\n${lines.join(",\n")}\n]}\n`;
}

function roundPosition(_key: string, value: unknown): unknown {
  if (!isPosition(value)) return value;
  const scale = 10 ** decimalsAt(value);
  return value.map((degrees) => Math.round(degrees * scale) / scale);
}

function isPosition(value: unknown): value is Position {
  return (
    Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "number")
  );
}
