import type { Line, Position } from "./geometry.ts";

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
