import type {
  ExpressionSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";
import type { MapPalette } from "#domain/map/map-palettes.ts";
import type { Language } from "#domain/text/language.ts";
import { fadeOutNames, layerOf, settlementTextSize } from "./embedded-expressions.ts";
import { baseMapFont } from "./style-parts.ts";

type Layout = NonNullable<SymbolLayerSpecification["layout"]>;

/** Names, lowest rank first: MapLibre places the last layer's first. */
export function embeddedLabels(palette: MapPalette, language: Language): LayerSpecification[] {
  const name: ExpressionSpecification = ["coalesce", ["get", language], ["get", "en"]];
  const text = { "text-field": name, "text-font": [baseMapFont] } satisfies Layout;
  const halo = { "text-halo-color": palette.halo, "text-halo-width": 1.4, "text-halo-blur": 0.4 };
  const isShown: ExpressionSpecification = ["<=", ["get", "zoom"], ["+", ["zoom"], 0.001]];
  return [
    {
      id: "district-names",
      type: "symbol",
      ...layerOf("label"),
      minzoom: 10.3,
      filter: ["==", ["get", "kind"], "district"],
      layout: { ...text, "text-size": 11, "text-padding": 6 },
      paint: { ...halo, "text-color": palette.villageText, "text-opacity": fadeOutNames },
    },
    {
      id: "county-names",
      type: "symbol",
      ...layerOf("label"),
      minzoom: 7.6,
      maxzoom: 10,
      filter: ["==", ["get", "kind"], "county"],
      layout: {
        ...text,
        "text-size": ["interpolate", ["linear"], ["zoom"], 7.5, 10.5, 10, 13],
        "text-transform": "uppercase",
        "text-letter-spacing": 0.12,
        "text-max-width": 9,
        "text-padding": 8,
      },
      paint: { ...halo, "text-color": palette.countyText },
    },
    {
      id: "river-names",
      type: "symbol",
      ...layerOf("river"),
      minzoom: 6.5,
      filter: [">=", ["zoom"], ["match", ["get", "rank"], 1, 6, 2, 8, 9]],
      layout: {
        ...text,
        "symbol-placement": "line",
        "symbol-spacing": 420,
        "text-size": ["interpolate", ["linear"], ["zoom"], 7, 10.5, 11, 13],
        "text-letter-spacing": 0.06,
        "text-max-angle": 32,
        "text-offset": [0, -0.7],
        "text-padding": 12,
      },
      paint: { ...halo, "text-color": palette.waterText, "text-opacity": fadeOutNames },
    },
    {
      id: "lake-names",
      type: "symbol",
      ...layerOf("label"),
      filter: ["all", ["==", ["get", "kind"], "lake"], isShown],
      layout: { ...text, "text-size": 12, "text-letter-spacing": 0.04, "text-max-width": 7 },
      paint: {
        ...halo,
        "text-halo-color": palette.water,
        "text-color": palette.waterText,
        "text-opacity": fadeOutNames,
      },
    },
    {
      id: "settlement-names",
      type: "symbol",
      ...layerOf("label"),
      filter: ["all", ["in", ["get", "kind"], ["literal", ["settlement", "capital"]]], isShown],
      layout: {
        ...text,
        "text-size": settlementTextSize,
        "text-variable-anchor-offset": [
          "top",
          [0, 0.4],
          "left",
          [0.5, 0],
          "right",
          [-0.5, 0],
          "bottom",
          [0, -0.4],
          // Beside a cluster's disc, where one covers the town.
          "top",
          [0, 1.8],
          "left",
          [1.9, 0],
          "right",
          [-1.9, 0],
          "bottom",
          [0, -1.8],
        ],
        "text-justify": "auto",
        "text-max-width": 8,
        "text-padding": 4,
        "symbol-sort-key": ["get", "zoom"],
      },
      paint: {
        ...halo,
        // To the last zoom: where the land around is gone, a town's name still says where one is.
        "text-color": ["step", ["get", "zoom"], palette.townText, 9, palette.villageText],
      },
    },
    {
      id: "country-names",
      type: "symbol",
      ...layerOf("label"),
      maxzoom: 7,
      filter: ["all", ["==", ["get", "kind"], "country"], isShown],
      layout: {
        ...text,
        "text-size": ["interpolate", ["linear"], ["zoom"], 2, 10, 6, 15],
        "text-transform": "uppercase",
        "text-letter-spacing": 0.16,
        "text-max-width": 8,
        "text-padding": 6,
      },
      paint: { ...halo, "text-color": palette.countryText },
    },
  ];
}
