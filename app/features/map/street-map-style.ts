import type { StyleSpecification, VectorSourceSpecification } from "maplibre-gl";
import type { MapAttribution } from "#domain/base-map/base-map-attributions.ts";
import type { BaseMapLook } from "./base-map.ts";
import { baseMapFonts } from "./base-map-fonts.ts";
import { mapAttribution } from "./map-attribution.ts";
import { streetMapAreaLayers } from "./street-map-area-layers.ts";
import { streetMapLabelLayers } from "./street-map-label-layers.ts";
import { streetMapPalettes } from "./street-map-palette.ts";
import { streetMapPlaceLayers } from "./street-map-place-layers.ts";
import { streetMapRoadLayers } from "./street-map-road-layers.ts";
import { streetSource } from "./street-source.ts";

/** Where vector tiles in the OpenMapTiles schema are. */
export type StreetTiles = Pick<VectorSourceSpecification, "tiles" | "maxzoom" | "bounds">;

/**
 * Our own style for vector tiles in the OpenMapTiles schema (https://openmaptiles.org/schema/): areas,
 * roads, borders and names in very quiet tones, without a sprite or a glyph server.
 */
export function streetMapStyle(
  { theme, language }: BaseMapLook,
  tiles: StreetTiles,
  attributions: readonly MapAttribution[],
): StyleSpecification {
  const palette = streetMapPalettes[theme];
  return {
    version: 8,
    name: `mosdo-streets-${theme}`,
    "font-faces": baseMapFonts,
    sources: {
      [streetSource]: { type: "vector", ...tiles, attribution: mapAttribution(attributions) },
    },
    layers: [
      ...streetMapAreaLayers(palette),
      ...streetMapRoadLayers(palette),
      ...streetMapLabelLayers(palette, language),
      ...streetMapPlaceLayers(palette, language),
    ],
  };
}
