import type { Line, Position } from "./geometry.ts";
import { decimalsAt } from "./simplify-line.ts";

/** A GeoJSON feature as the base map's files hold them. */
export interface Feature {
  readonly type: "Feature";
  readonly properties: Readonly<Record<string, string | number>>;
  readonly geometry:
    | { readonly type: "Point"; readonly coordinates: Position }
    | { readonly type: "LineString"; readonly coordinates: Line }
    | { readonly type: "MultiLineString"; readonly coordinates: readonly Line[] }
    | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly Line[])[] };
}

/** A feature with its coordinates still exact; they are rounded when the files are written. */
export function feature(properties: Feature["properties"], geometry: Feature["geometry"]): Feature {
  return { type: "Feature", properties, geometry };
}

/** A GeoJSON FeatureCollection as text, its coordinates rounded to what is worth writing at their place. */
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
