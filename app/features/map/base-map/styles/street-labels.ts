import type {
  ExpressionSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";
import type { StreetPalette } from "#domain/map/street-map-theme.ts";
import type { Language } from "#domain/text/language.ts";
import { fromStreets, isClass, localName, zoomRamp } from "./street-expressions.ts";
import { baseMapFont } from "./style-parts.ts";

type Layout = NonNullable<SymbolLayerSpecification["layout"]>;

/** A kind of label: its layer and features in the schema, its minimum zoom, colour and text layout. */
interface LabelKind {
  readonly id: string;
  readonly layer: string;
  readonly minzoom?: number;
  readonly filter?: ExpressionSpecification;
  /** Along lines, such as streets and rivers. */
  readonly isAlong?: boolean;
  readonly color: "roadText" | "waterText";
  /** Ground below it; paper by default. */
  readonly halo?: "water";
  /** Layout beyond the name in the page's language, in the map's font. */
  readonly layout: Layout;
}

const isLine: ExpressionSpecification = ["==", ["geometry-type"], "LineString"];
const isPoint: ExpressionSpecification = ["==", ["geometry-type"], "Point"];

const ofRoad = { layer: "transportation_name", isAlong: true, color: "roadText" } as const;
const ofRiver = { layer: "waterway", isAlong: true, color: "waterText" } as const;
const ofLake = { layer: "water_name", color: "waterText", halo: "water" } as const;
const lakes = isClass("lake", "bay", "sea", "ocean", "strait", "reservoir", "pond");
const lakeText: Layout = { "text-size": 12, "text-letter-spacing": 0.04 };

/** Lowest rank first: MapLibre places the last layer's names first. */
const labelKinds: readonly LabelKind[] = [
  {
    id: "house-numbers",
    layer: "housenumber",
    minzoom: 17,
    color: "roadText",
    layout: { "text-field": ["get", "housenumber"], "text-size": 11, "text-padding": 3 },
  },
  {
    ...ofRiver,
    id: "stream-names",
    minzoom: 14,
    filter: isClass("stream", "canal"),
    layout: { "text-size": 11, "symbol-spacing": 400, "text-padding": 8 },
  },
  {
    ...ofRoad,
    id: "way-names",
    minzoom: 15.5,
    filter: isClass("service", "track", "path"),
    layout: { "text-size": 11, "symbol-spacing": 350, "text-padding": 6 },
  },
  {
    ...ofRoad,
    id: "minor-names",
    minzoom: 14,
    filter: isClass("minor"),
    layout: {
      "text-size": zoomRamp({
        base: 1,
        stops: [
          [14, 11],
          [18, 14],
        ],
      }),
      "symbol-spacing": 320,
      "text-padding": 4,
    },
  },
  {
    ...ofRoad,
    id: "main-names",
    minzoom: 12.5,
    filter: isClass("motorway", "trunk", "primary", "secondary", "tertiary"),
    layout: {
      "text-size": zoomRamp({
        base: 1,
        stops: [
          [12, 11],
          [18, 15],
        ],
      }),
      "symbol-spacing": 380,
      "text-padding": 6,
    },
  },
  {
    id: "airport-names",
    layer: "aerodrome_label",
    minzoom: 10,
    filter: ["has", "iata"],
    color: "roadText",
    layout: { "text-size": 12, "text-max-width": 8, "text-padding": 6 },
  },
  {
    ...ofRiver,
    id: "river-names",
    minzoom: 9,
    filter: isClass("river"),
    layout: {
      "text-size": zoomRamp({
        base: 1,
        stops: [
          [9, 11],
          [14, 13],
        ],
      }),
      "text-letter-spacing": 0.06,
      // From afar the bends of a river are sharp.
      "text-max-angle": 45,
      "symbol-spacing": 320,
      "text-padding": 10,
    },
  },
  {
    ...ofLake,
    id: "long-lake-names",
    filter: lakes,
    isAlong: true,
    layout: { ...lakeText, "symbol-spacing": 600 },
  },
  {
    ...ofLake,
    id: "lake-names",
    filter: ["all", isPoint, lakes],
    layout: { ...lakeText, "text-max-width": 7 },
  },
];

/** Names of house numbers, streets, stations and waters, lowest rank first. */
export function streetLabels(palette: StreetPalette, language: Language): LayerSpecification[] {
  return labelKinds.map((kind) => labelLayer(kind, palette, language));
}

function labelLayer(
  { id, layer, minzoom, filter, isAlong, color, halo, layout }: LabelKind,
  palette: StreetPalette,
  language: Language,
): LayerSpecification {
  const along = { "symbol-placement": "line", "text-max-angle": 32 } as const;
  return {
    id: `street-${id}`,
    type: "symbol",
    ...fromStreets(layer),
    ...(minzoom !== undefined && { minzoom }),
    ...(filter && { filter: isAlong ? ["all", isLine, filter] : filter }),
    layout: {
      "text-field": localName(language),
      "text-font": [baseMapFont],
      ...(isAlong && along),
      ...layout,
    },
    paint: {
      "text-color": palette[color],
      "text-halo-color": palette[halo ?? "halo"],
      "text-halo-width": 1.4,
      "text-halo-blur": 0.4,
    },
  };
}
