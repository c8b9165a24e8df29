import type { Line, Position } from "./geometry.ts";

/** Zoom of the finest tiles. */
export const finestZoom = 8;

/** A feature of the base map with exact coordinates. */
export interface Feature {
  /** `kind` is the tile's layer, but for labels, which have one layer and keep it. */
  readonly properties: Readonly<Record<string, string | number>>;
  readonly geometry:
    | { readonly type: "Point"; readonly coordinates: Position }
    | { readonly type: "LineString"; readonly coordinates: Line }
    | { readonly type: "MultiLineString"; readonly coordinates: readonly Line[] }
    | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly Line[])[] };
  /** Zoom of the coarsest tiles that have it; the finest have all. */
  readonly fromZoom: number;
}

/** @param fromZoom all zooms from the first on, if not given */
export function feature(
  properties: Feature["properties"],
  geometry: Feature["geometry"],
  fromZoom = 0,
): Feature {
  return { properties, geometry, fromZoom: Math.min(finestZoom, fromZoom) };
}
