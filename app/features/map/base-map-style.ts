import type { StyleSpecification } from "maplibre-gl";
import { baseMapAttributions } from "#domain/base-map/base-map-attributions.ts";
import { mapPalettes } from "#domain/base-map/palette.ts";
import type { BaseMapLook } from "./base-map.ts";
import { baseMapFonts } from "./base-map-fonts.ts";
import { baseMapLabelLayers } from "./base-map-label-layers.ts";
import { baseMapShapeLayers } from "./base-map-shape-layers.ts";
import { mapAttribution } from "./map-attribution.ts";

/**
 * The style of the embedded base map for MapLibre: our own shapes, names and fonts, nothing from another
 * host, no sprite and no glyph server. Names are in the language where it has one of its own.
 */
export function baseMapStyle({ theme, language }: BaseMapLook): StyleSpecification {
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
    layers: [...baseMapShapeLayers(palette), ...baseMapLabelLayers(palette, language)],
  };
}
