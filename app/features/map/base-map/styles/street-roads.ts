import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import {
  edgeWidth,
  pathDashes,
  type RoadKind,
  roadKinds,
  type StreetPalette,
  stepDashes,
  streetWidths,
  tunnelOpacity,
  type ZoomRamp,
} from "#domain/map/street-map-theme.ts";
import { fromStreets, isClass, zoomRamp } from "./street-expressions.ts";

const isLine: ExpressionSpecification = ["==", ["geometry-type"], "LineString"];
const isSteps: ExpressionSpecification = ["==", ["get", "subclass"], "steps"];
/** Sidewalks and crossings are drawn where a street is wide enough to have them beside it. */
const isPathOfItsOwn: ExpressionSpecification = [
  "any",
  ["!", ["has", "sidewalk"]],
  [">=", ["zoom"], 17],
];
const round = { "line-cap": "round", "line-join": "round" } as const;
/** Tunnels are drawn pale. */
const opacity: ExpressionSpecification = [
  "case",
  ["==", ["get", "brunnel"], "tunnel"],
  tunnelOpacity,
  1,
];

/** Ways, roads, rails and borders, lowest first: every road's edge below every road. */
export function streetRoads(palette: StreetPalette): LayerSpecification[] {
  return [
    pathLayer(palette),
    stepsLayer(palette),
    ...roadKinds.map((kind) => edgeLayer(kind, palette)),
    ...roadKinds.map((kind) => roadLayer(kind, palette)),
    ...railLayers(palette),
    borderLayer(palette, { id: "street-counties", levels: [4, 5, 6], minzoom: 6 }),
    borderLayer(palette, { id: "street-borders", levels: [2], minzoom: 0 }),
  ];
}

function pathLayer(palette: StreetPalette): LayerSpecification {
  return {
    id: "street-paths",
    type: "line",
    ...fromStreets("transportation"),
    minzoom: 14,
    filter: ["all", isLine, isClass("path", "pier"), ["!", isSteps], isPathOfItsOwn],
    paint: {
      "line-color": palette.path,
      "line-width": zoomRamp(streetWidths.path),
      "line-dasharray": [...pathDashes],
      "line-opacity": opacity,
    },
  };
}

function stepsLayer(palette: StreetPalette): LayerSpecification {
  return {
    id: "street-steps",
    type: "line",
    ...fromStreets("transportation"),
    minzoom: 15,
    filter: ["all", isLine, isClass("path"), isSteps],
    paint: {
      "line-color": palette.steps,
      "line-width": zoomRamp(streetWidths.steps),
      "line-dasharray": [...stepDashes],
      "line-opacity": opacity,
    },
  };
}

function edgeLayer(kind: RoadKind, palette: StreetPalette): LayerSpecification {
  return {
    id: `street-${kind.id}-edges`,
    type: "line",
    ...fromStreets("transportation"),
    minzoom: Math.max(kind.minzoom, 8),
    filter: ["all", isLine, isClass(...kind.classes)],
    layout: { ...round, "line-cap": "butt" },
    paint: {
      "line-color": palette[kind.edge],
      "line-width": zoomRamp(edgeWidth(kind)),
      "line-opacity": opacity,
    },
  };
}

function roadLayer(kind: RoadKind, palette: StreetPalette): LayerSpecification {
  return {
    id: `street-${kind.id}`,
    type: "line",
    ...fromStreets("transportation"),
    minzoom: kind.minzoom,
    filter: ["all", isLine, isClass(...kind.classes)],
    layout: round,
    paint: {
      "line-color": palette[kind.color],
      "line-width": zoomRamp(kind.width),
      "line-opacity": opacity,
    },
  };
}

/** Railways with their sleepers, and trams without: a street with a tram is a street. */
function railLayers(palette: StreetPalette): LayerSpecification[] {
  return [
    railLayer(palette, {
      id: "street-trams",
      kind: "transit",
      minzoom: 13,
      ramp: streetWidths.tram,
    }),
    railLayer(palette, { id: "street-rails", kind: "rail", minzoom: 9, ramp: streetWidths.rail }),
    railLayer(palette, {
      id: "street-sleepers",
      kind: "rail",
      minzoom: 15,
      ramp: {
        base: 1.4,
        stops: [
          [14, 4],
          [18, 9],
        ],
      },
      dashes: [0.25, 2.5],
    }),
  ];
}

function railLayer(
  palette: StreetPalette,
  {
    id,
    kind,
    minzoom,
    ramp,
    dashes,
  }: { id: string; kind: string; minzoom: number; ramp: ZoomRamp; dashes?: number[] },
): LayerSpecification {
  return {
    id,
    type: "line",
    ...fromStreets("transportation"),
    minzoom,
    filter: ["all", isLine, isClass(kind), ["!", ["has", "service"]]],
    paint: {
      "line-color": palette.rail,
      "line-width": zoomRamp(ramp),
      "line-opacity": opacity,
      ...(dashes && { "line-dasharray": dashes }),
    },
  };
}

function borderLayer(
  palette: StreetPalette,
  { id, levels, minzoom }: { id: string; levels: readonly number[]; minzoom: number },
): LayerSpecification {
  const isCountry = levels.includes(2);
  return {
    id,
    type: "line",
    ...fromStreets("boundary"),
    minzoom,
    filter: [
      "all",
      ["in", ["get", "admin_level"], ["literal", [...levels]]],
      ["!=", ["get", "maritime"], 1],
    ],
    layout: round,
    paint: {
      "line-color": isCountry ? palette.border : palette.county,
      "line-width": isCountry
        ? zoomRamp({
            base: 1,
            stops: [
              [3, 0.6],
              [9, 1.6],
            ],
          })
        : zoomRamp({
            base: 1,
            stops: [
              [6, 0.5],
              [10, 1],
            ],
          }),
      ...(isCountry ? {} : { "line-dasharray": [4, 3] }),
    },
  };
}
