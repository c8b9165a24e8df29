import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import { fromStreets, isClass, zoomRamp } from "./street-expressions.ts";
import type { StreetPalette } from "./street-palette.ts";

/** A kind of road: its classes in the schema, its minimum zoom, colour and width. */
interface RoadKind {
  readonly id: string;
  readonly classes: readonly string[];
  readonly minzoom: number;
  readonly color: "road" | "mainRoad" | "motorway";
  readonly edge: "roadEdge" | "mainRoadEdge";
  /** Zoom and CSS pixels. */
  readonly widths: readonly (readonly [zoom: number, pixels: number])[];
}

/** The narrowest first, because wider roads cover them. */
const roadKinds: readonly RoadKind[] = [
  {
    id: "service",
    classes: ["service", "track"],
    minzoom: 14,
    color: "road",
    edge: "roadEdge",
    widths: [
      [14, 0.8],
      [16, 3],
      [18, 9],
    ],
  },
  {
    id: "minor",
    classes: ["minor", "busway", "bus_guideway"],
    minzoom: 12,
    color: "road",
    edge: "roadEdge",
    widths: [
      [12, 0.6],
      [14, 2.4],
      [16, 7],
      [18, 20],
    ],
  },
  {
    id: "middle",
    classes: ["secondary", "tertiary"],
    minzoom: 9,
    color: "mainRoad",
    edge: "mainRoadEdge",
    widths: [
      [9, 0.7],
      [12, 1.8],
      [14, 4],
      [16, 10],
      [18, 24],
    ],
  },
  {
    id: "main",
    classes: ["primary", "trunk"],
    minzoom: 6,
    color: "mainRoad",
    edge: "mainRoadEdge",
    widths: [
      [6, 0.6],
      [10, 1.6],
      [14, 5],
      [16, 12],
      [18, 28],
    ],
  },
  {
    id: "motorway",
    classes: ["motorway"],
    minzoom: 5,
    color: "motorway",
    edge: "mainRoadEdge",
    widths: [
      [5, 0.7],
      [10, 2.2],
      [14, 6],
      [16, 13],
      [18, 30],
    ],
  },
];

const isLine: ExpressionSpecification = ["==", ["geometry-type"], "LineString"];
const round = { "line-cap": "round", "line-join": "round" } as const;
/** Tunnels are drawn pale. */
const opacity: ExpressionSpecification = ["case", ["==", ["get", "brunnel"], "tunnel"], 0.35, 1];

/** Ways, roads, rails and borders, lowest first: every road's edge below every road. */
export function streetRoads(palette: StreetPalette): LayerSpecification[] {
  return [
    pathLayer(palette),
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
    filter: ["all", isLine, isClass("path", "pier")],
    paint: {
      "line-color": palette.path,
      "line-width": zoomRamp(1.3, [14, 0.8], [16, 1.6], [18, 3]),
      "line-dasharray": [2.5, 1.5],
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
      "line-width": zoomRamp(
        1.4,
        ...kind.widths.map(([zoom, pixels]) => [zoom, pixels + 1.6] as const),
      ),
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
      "line-width": zoomRamp(1.4, ...kind.widths),
      "line-opacity": opacity,
    },
  };
}

function railLayers(palette: StreetPalette): LayerSpecification[] {
  const layer = {
    type: "line",
    ...fromStreets("transportation"),
    filter: ["all", isLine, isClass("rail", "transit"), ["!", ["has", "service"]]],
  } as const satisfies Partial<LayerSpecification>;
  return [
    {
      ...layer,
      id: "street-rails",
      minzoom: 9,
      paint: {
        "line-color": palette.rail,
        "line-width": zoomRamp(1.4, [9, 0.6], [14, 1.4], [18, 3]),
        "line-opacity": opacity,
      },
    },
    {
      ...layer,
      id: "street-sleepers",
      minzoom: 14,
      paint: {
        "line-color": palette.rail,
        "line-width": zoomRamp(1.4, [14, 4], [18, 9]),
        "line-dasharray": [0.25, 2.5],
        "line-opacity": opacity,
      },
    },
  ];
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
      "line-width": isCountry ? zoomRamp(1, [3, 0.6], [9, 1.6]) : zoomRamp(1, [6, 0.5], [10, 1]),
      ...(isCountry ? {} : { "line-dasharray": [4, 3] }),
    },
  };
}
