import type {
  ExpressionSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";
import type { Language } from "#domain/language.ts";
import { baseMapFont } from "./base-map-fonts.ts";
import { growing } from "./growing.ts";
import { localName } from "./local-name.ts";
import type { StreetMapPalette } from "./street-map-palette.ts";
import { fromStreets, isClass } from "./street-source.ts";

type Layout = NonNullable<SymbolLayerSpecification["layout"]>;

const isLine: ExpressionSpecification = ["==", ["geometry-type"], "LineString"];
const isPoint: ExpressionSpecification = ["==", ["geometry-type"], "Point"];
const lakes = isClass("lake", "bay", "sea", "ocean", "strait", "reservoir", "pond");

/** House numbers, streets, stations, waters: what is there, lowest rank first. */
export function streetMapLabelLayers(
  palette: StreetMapPalette,
  language: Language,
): LayerSpecification[] {
  const text = {
    "text-field": localName(language),
    "text-font": [baseMapFont],
  } satisfies Layout;
  const along = { ...text, "symbol-placement": "line", "text-max-angle": 32 } satisfies Layout;
  const halo = { "text-halo-color": palette.halo, "text-halo-width": 1.4, "text-halo-blur": 0.4 };
  const roadPaint = { ...halo, "text-color": palette.roadText };
  const waterPaint = { ...halo, "text-color": palette.waterText };
  return [
    {
      id: "street-house-numbers",
      type: "symbol",
      ...fromStreets("housenumber"),
      minzoom: 16.5,
      layout: { ...text, "text-field": ["get", "housenumber"], "text-size": 11, "text-padding": 3 },
      paint: roadPaint,
    },
    {
      id: "street-stream-names",
      type: "symbol",
      ...fromStreets("waterway"),
      minzoom: 14,
      filter: ["all", isLine, isClass("stream", "canal")],
      layout: { ...along, "text-size": 11, "symbol-spacing": 400, "text-padding": 8 },
      paint: waterPaint,
    },
    {
      id: "street-way-names",
      type: "symbol",
      ...fromStreets("transportation_name"),
      minzoom: 15.5,
      filter: ["all", isLine, isClass("service", "track", "path")],
      layout: { ...along, "text-size": 11, "symbol-spacing": 350, "text-padding": 6 },
      paint: roadPaint,
    },
    {
      id: "street-minor-names",
      type: "symbol",
      ...fromStreets("transportation_name"),
      minzoom: 14,
      filter: ["all", isLine, isClass("minor")],
      layout: {
        ...along,
        "text-size": growing(1, [14, 11], [18, 14]),
        "symbol-spacing": 320,
        "text-padding": 4,
      },
      paint: roadPaint,
    },
    {
      id: "street-main-names",
      type: "symbol",
      ...fromStreets("transportation_name"),
      minzoom: 12.5,
      filter: ["all", isLine, isClass("motorway", "trunk", "primary", "secondary", "tertiary")],
      layout: {
        ...along,
        "text-size": growing(1, [12, 11], [18, 15]),
        "symbol-spacing": 380,
        "text-padding": 6,
      },
      paint: roadPaint,
    },
    {
      id: "street-stations",
      type: "symbol",
      ...fromStreets("poi"),
      minzoom: 13,
      filter: ["in", ["get", "subclass"], ["literal", ["station", "halt", "bus_station"]]],
      layout: { ...text, "text-size": 12, "text-max-width": 7, "text-padding": 6 },
      paint: roadPaint,
    },
    {
      id: "street-airport-names",
      type: "symbol",
      ...fromStreets("aerodrome_label"),
      minzoom: 10,
      filter: ["has", "iata"],
      layout: { ...text, "text-size": 12, "text-max-width": 8, "text-padding": 6 },
      paint: roadPaint,
    },
    {
      id: "street-river-names",
      type: "symbol",
      ...fromStreets("waterway"),
      minzoom: 9,
      filter: ["all", isLine, isClass("river")],
      layout: {
        ...along,
        "text-size": growing(1, [9, 11], [14, 13]),
        "text-letter-spacing": 0.06,
        "symbol-spacing": 420,
        "text-padding": 10,
      },
      paint: waterPaint,
    },
    {
      id: "street-long-lake-names",
      type: "symbol",
      ...fromStreets("water_name"),
      filter: ["all", isLine, lakes],
      layout: { ...along, "text-size": 12, "text-letter-spacing": 0.04, "symbol-spacing": 600 },
      paint: { ...waterPaint, "text-halo-color": palette.water },
    },
    {
      id: "street-lake-names",
      type: "symbol",
      ...fromStreets("water_name"),
      filter: ["all", isPoint, lakes],
      layout: { ...text, "text-size": 12, "text-letter-spacing": 0.04, "text-max-width": 7 },
      paint: { ...waterPaint, "text-halo-color": palette.water },
    },
  ];
}
