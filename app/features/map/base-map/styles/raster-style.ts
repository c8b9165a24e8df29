import type { StyleSpecification } from "maplibre-gl";
import type { BaseMapSource } from "#domain/map/base-map-source.ts";
import { type MapTheme, mapPalettes } from "#domain/map/map-palettes.ts";
import { mapAttribution } from "./style-parts.ts";

/** A style of raster tiles of 512 CSS pixels. */
export function rasterStyle(
  source: Extract<BaseMapSource, { kind: "raster" }>,
  theme: MapTheme,
): StyleSpecification {
  return {
    version: 8,
    name: `mosdo-raster-${theme}`,
    sources: {
      pictures: {
        type: "raster",
        tiles: [theme === "light" ? source.lightTilesUrl : source.darkTilesUrl],
        tileSize: 512,
        maxzoom: 22,
        attribution: mapAttribution(source.attributions),
      },
    },
    layers: [
      {
        id: "paper",
        type: "background",
        paint: { "background-color": mapPalettes[theme].abroad },
      },
      { id: "pictures", type: "raster", source: "pictures" },
    ],
  };
}
