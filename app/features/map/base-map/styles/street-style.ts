import type { StyleSpecification, VectorSourceSpecification } from "maplibre-gl";
import type { BaseMapAppearance } from "#app/features/map/base-map/base-map-state.ts";
import type { MapAttribution } from "#domain/map/base-map-source.ts";
import { streetPalettes } from "#domain/map/street-map-theme.ts";
import { streetAreas } from "./street-areas.ts";
import { streetSource } from "./street-expressions.ts";
import { streetLabels } from "./street-labels.ts";
import { streetLandmarks, streetStations } from "./street-landmarks.ts";
import { streetPlaces } from "./street-places.ts";
import { streetRoads } from "./street-roads.ts";
import { baseMapFonts, mapAttribution } from "./style-parts.ts";

/** URL and extent of vector tiles in the OpenMapTiles schema. */
export type StreetTiles = Pick<VectorSourceSpecification, "tiles" | "maxzoom" | "bounds">;

/**
 * The product's style for vector tiles in the OpenMapTiles schema (https://openmaptiles.org/schema/): areas,
 * roads, borders and names in very quiet tones, without a sprite or a glyph server.
 */
export function streetStyle(
  { theme, language }: BaseMapAppearance,
  tiles: StreetTiles,
  attributions: readonly MapAttribution[],
): StyleSpecification {
  const palette = streetPalettes[theme];
  // Lowest rank first: a house number gives way to a landmark, that to the name of a street, and that to a station.
  const [houseNumbers, ...labels] = streetLabels(palette, language);
  return {
    version: 8,
    name: `mosdo-streets-${theme}`,
    "font-faces": baseMapFonts,
    sources: {
      [streetSource]: { type: "vector", ...tiles, attribution: mapAttribution(attributions) },
    },
    layers: [
      ...streetAreas(palette),
      ...streetRoads(palette),
      houseNumbers,
      ...streetLandmarks(theme, language),
      ...labels,
      ...streetStations(theme, language),
      ...streetPlaces(palette, language),
    ],
  };
}
