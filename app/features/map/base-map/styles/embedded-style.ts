import type { LayerSpecification, LineLayerSpecification, StyleSpecification } from "maplibre-gl";
import type { BaseMapAppearance } from "#app/features/map/base-map/base-map-state.ts";
import { baseMapAttributions } from "#domain/map/base-map-source.ts";
import { type MapPalette, mapPalettes } from "#domain/map/map-palettes.ts";
import { worldTiles } from "#domain/map/world-tiles.ts";
import {
  fadeOut,
  fadeWater,
  layerOf,
  riverWidth,
  settlementDotSize,
  worldSource,
} from "./embedded-expressions.ts";
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
      [worldSource]: {
        type: "vector",
        tiles: [worldTiles.url],
        maxzoom: worldTiles.maxZoom,
        attribution: mapAttribution(baseMapAttributions),
      },
    },
    layers: [...embeddedShapes(palette), ...embeddedLabels(palette, language)],
  };
}

/** Borders as lines, with their widths in pixels at zoom 4 and 9. */
function borderLines(
  id: string,
  layer: string,
  palette: MapPalette,
  [at4, at9]: readonly [number, number],
): LineLayerSpecification {
  return {
    id,
    type: "line",
    ...layerOf(layer),
    layout: round,
    paint: {
      "line-color": palette.border,
      "line-width": ["interpolate", ["linear"], ["zoom"], 4, at4, 9, at9],
      "line-opacity": fadeOut(),
    },
  };
}

const round = { "line-cap": "round", "line-join": "round" } as const;

/** Land and water, lowest first. Where the base map has faded out, the plain land remains as paper. */
function embeddedShapes(palette: MapPalette): LayerSpecification[] {
  return [
    {
      id: "water",
      type: "background",
      // No coast is better than a coarse one.
      paint: { "background-color": fadeWater(palette.water, palette.abroad) },
    },
    {
      id: "land",
      type: "fill",
      ...layerOf("land"),
      paint: { "fill-color": palette.abroad },
    },
    {
      id: "hungary",
      type: "fill",
      ...layerOf("hungary"),
      paint: { "fill-color": palette.hungary, "fill-opacity": fadeOut() },
    },
    {
      id: "counties",
      type: "line",
      ...layerOf("county"),
      minzoom: 6,
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
      ...layerOf("river"),
      filter: [">=", ["zoom"], ["match", ["get", "rank"], 1, 3, 2, 6, 7]],
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
      ...layerOf("lake"),
      paint: { "fill-color": palette.water, "fill-opacity": fadeWater(1, 0) },
    },
    borderLines("borders", "border", palette, [0.5, 1.2]),
    borderLines("hungary-border", "hungary", palette, [0.9, 1.8]),
    {
      id: "settlement-dots",
      type: "circle",
      ...layerOf("label"),
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
