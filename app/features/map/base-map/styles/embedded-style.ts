import type { LayerSpecification, StyleSpecification } from "maplibre-gl";
import type { BaseMapAppearance } from "#app/features/map/base-map/base-map-state.ts";
import { baseMapAttributions } from "#domain/map/base-map-source.ts";
import { type MapPalette, mapPalettes } from "#domain/map/map-palettes.ts";
import { fadeOut, riverWidth, settlementDotSize } from "./embedded-expressions.ts";
import { embeddedLabels } from "./embedded-labels.ts";
import { baseMapFonts, mapAttribution } from "./style-parts.ts";

/**
 * Style of the embedded base map for MapLibre: the product's own shapes, names and fonts, nothing from
 * another host, no sprite and no glyph server. A name is in the page's language where it exists in that
 * language.
 */
export function embeddedStyle({ theme, language }: BaseMapAppearance): StyleSpecification {
  const palette = mapPalettes[theme];
  return {
    version: 8,
    name: `mosdo-${theme}`,
    "font-faces": baseMapFonts,
    sources: {
      shapes: {
        type: "geojson",
        data: "/basemap/shapes.json",
        maxzoom: 11,
        tolerance: 0.3,
        attribution: mapAttribution(baseMapAttributions),
      },
      labels: { type: "geojson", data: "/basemap/labels.json", maxzoom: 11 },
    },
    layers: [...embeddedShapes(palette), ...embeddedLabels(palette, language)],
  };
}

const round = { "line-cap": "round", "line-join": "round" } as const;

/** Land and water, lowest first. Where the base map has faded out, the plain land remains as paper. */
function embeddedShapes(palette: MapPalette): LayerSpecification[] {
  return [
    { id: "water", type: "background", paint: { "background-color": palette.water } },
    {
      id: "land",
      type: "fill",
      source: "shapes",
      filter: ["==", ["get", "kind"], "land"],
      paint: { "fill-color": palette.abroad },
    },
    {
      id: "hungary",
      type: "fill",
      source: "shapes",
      filter: ["==", ["get", "kind"], "hungary"],
      paint: { "fill-color": palette.hungary, "fill-opacity": fadeOut() },
    },
    {
      id: "counties",
      type: "line",
      source: "shapes",
      minzoom: 6,
      filter: ["==", ["get", "kind"], "county"],
      layout: round,
      paint: {
        "line-color": palette.county,
        "line-width": ["interpolate", ["linear"], ["zoom"], 6, 0.5, 9, 1.1],
        "line-dasharray": [4, 3],
        "line-opacity": fadeOut(0.9),
      },
    },
    {
      id: "rivers",
      type: "line",
      source: "shapes",
      filter: [
        "all",
        ["==", ["get", "kind"], "river"],
        [">=", ["zoom"], ["match", ["get", "rank"], 1, 3, 2, 6, 7]],
      ],
      layout: round,
      paint: {
        "line-color": palette.river,
        "line-width": riverWidth,
        "line-opacity": fadeOut(),
      },
    },
    {
      id: "lakes",
      type: "fill",
      source: "shapes",
      filter: ["==", ["get", "kind"], "lake"],
      paint: { "fill-color": palette.water, "fill-opacity": fadeOut() },
    },
    {
      id: "borders",
      type: "line",
      source: "shapes",
      filter: ["in", ["get", "kind"], ["literal", ["border", "hungary"]]],
      layout: round,
      paint: {
        "line-color": palette.border,
        "line-width": [
          "interpolate",
          ["linear"],
          ["zoom"],
          4,
          ["match", ["get", "kind"], "hungary", 0.9, 0.5],
          9,
          ["match", ["get", "kind"], "hungary", 1.8, 1.2],
        ],
        "line-opacity": fadeOut(),
      },
    },
    {
      id: "settlement-dots",
      type: "circle",
      source: "labels",
      minzoom: 5,
      filter: [
        "all",
        ["in", ["get", "kind"], ["literal", ["settlement", "capital"]]],
        ["<=", ["get", "zoom"], ["+", ["zoom"], 0.001]],
      ],
      paint: {
        "circle-color": palette.townDot,
        "circle-radius": settlementDotSize,
        "circle-opacity": fadeOut(0.9),
      },
    },
  ];
}
