import type {
  ExpressionSpecification,
  FilterSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
} from "maplibre-gl";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { type MapTheme, mapPalettes } from "#domain/map/map-palettes.ts";
import type { Directions } from "#domain/walking/directions.ts";

/** A line to the chosen place, or a way, and whether it is a route or a straight line. */
export interface ShownRoute extends Pick<Directions, "kind" | "geometry"> {
  /** Parts of a way that are long without a toilet. */
  readonly gaps?: readonly (readonly Coordinates[])[];
  /** Both ends of a way. */
  readonly ends?: readonly Coordinates[];
}

/** Guidance to the chosen place, as the map shows it. */
export interface Guidance {
  /** Null while it is loading, or there is none. */
  readonly route: ShownRoute | null;
  /** The walker's position. */
  readonly position: Coordinates;
  /** Degrees clockwise from north; null while it is unknown. */
  readonly heading: number | null;
  /** Whether the panel has what the walker should see now: a warning, or the question at the end. */
  readonly raisesSheet: boolean;
}

/** Source of the line to the chosen place. */
export const routeSource = "route";

const round = { "line-cap": "round", "line-join": "round" } as const;

const hasKind = (kind: ShownRoute["kind"] | "gap" | "end"): FilterSpecification => [
  "==",
  ["get", "kind"],
  kind,
];

/** Width from the zoom of a region to that of streets, whose names lie on the route without breaking it. */
const widening = (region: number, streets: number): ExpressionSpecification => [
  "interpolate",
  ["linear"],
  ["zoom"],
  12,
  region,
  14,
  streets,
];

/** A route as a line with a casing; a straight line, which is not a route, as dashes; on both, gaps and ends. */
export function routeLayers(theme: MapTheme): LayerSpecification[] {
  const { route, routeCasing, gap } = mapPalettes[theme];
  const line = { type: "line", source: routeSource } as const;
  return [
    {
      ...line,
      id: "route-casing",
      filter: hasKind("route"),
      layout: round,
      paint: { "line-color": routeCasing, "line-width": widening(9, 14) },
    },
    {
      ...line,
      id: "route",
      filter: hasKind("route"),
      layout: round,
      paint: { "line-color": route, "line-width": widening(5, 9) },
    },
    {
      ...line,
      id: "route-straight",
      filter: hasKind("straight"),
      paint: { "line-color": route, "line-width": 3, "line-dasharray": [2, 2] },
    },
    {
      ...line,
      id: "route-gap-casing",
      filter: hasKind("gap"),
      paint: { "line-color": routeCasing, "line-width": widening(5, 9) },
    },
    {
      ...line,
      id: "route-gap",
      filter: hasKind("gap"),
      paint: { "line-color": gap, "line-width": widening(5, 9), "line-dasharray": [1.5, 0.7] },
    },
    {
      id: "route-ends",
      type: "circle",
      source: routeSource,
      filter: hasKind("end"),
      paint: {
        ...{ "circle-radius": 6, "circle-color": routeCasing },
        ...{ "circle-stroke-color": route, "circle-stroke-width": 3 },
      },
    },
  ];
}

/** The line as the source holds it; empty where there is none. */
export function routeFeatures(
  shown: ShownRoute | null,
): Exclude<GeoJSONSourceSpecification["data"], string> {
  if (!shown) return { type: "FeatureCollection", features: [] };
  const { kind, geometry, gaps = [], ends = [] } = shown;
  const lineOf = (points: readonly Coordinates[], kind: string) => ({
    type: "Feature" as const,
    geometry: { type: "LineString" as const, coordinates: points.map((point) => [...point]) },
    properties: { kind },
  });
  return {
    type: "FeatureCollection",
    features: [
      ...(geometry.coordinates.length > 1 ? [lineOf(geometry.coordinates, kind)] : []),
      ...gaps.map((gap) => lineOf(gap, "gap")),
      ...ends.map((end) => ({
        type: "Feature" as const,
        geometry: { type: "Point" as const, coordinates: [...end] },
        properties: { kind: "end" },
      })),
    ],
  };
}
