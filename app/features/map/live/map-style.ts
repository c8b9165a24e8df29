import type { GeoJSONSourceSpecification, StyleSpecification } from "maplibre-gl";
import type { BaseMap, BaseMapLook } from "#app/features/map/base-map/base-map-state.ts";
import { baseMapFonts } from "#app/features/map/base-map/styles/style-parts.ts";
import { type ChosenMarker, chosenSource, placeLayers, placeSource } from "./place-layers.ts";
import { placeTileScheme } from "./place-tiles.ts";
import { routeFeatures, routeLayers, routeSource, type ShownRoute } from "./route.ts";

/** Inputs of the map's style. */
export interface MapLook extends BaseMapLook {
  /** The filters as a query string, such as `?open=1`; empty without any. */
  readonly filterSearch: string;
  readonly chosen: ChosenMarker | null;
  /** The line to the chosen place. */
  readonly route: ShownRoute | null;
}

/** Style of any base map with the places on it. */
export function mapStyle(baseMap: BaseMap, look: MapLook): StyleSpecification {
  const base = baseMap.style(look);
  return {
    ...base,
    "font-faces": { ...base["font-faces"], ...baseMapFonts },
    sources: {
      ...base.sources,
      [placeSource]: { type: "vector", tiles: [placeTiles(look)], maxzoom: 18 },
      [routeSource]: { type: "geojson", data: routeFeatures(look.route) },
      [chosenSource]: { type: "geojson", data: chosenFeatures(look.chosen) },
    },
    layers: [...base.layers, ...routeLayers(look.theme), ...placeLayers(look.theme)],
  };
}

/** Address under which the map asks `PlaceTiles` for the places' tiles. */
export function placeTiles({ filterSearch }: Pick<MapLook, "filterSearch">): string {
  return `${placeTileScheme}://{z}/{x}/{y}.mvt${filterSearch}`;
}

/** The chosen place as a feature with the properties of a tile's place. */
export function chosenFeatures(
  chosen: ChosenMarker | null,
): Exclude<GeoJSONSourceSpecification["data"], string> {
  if (!chosen) return { type: "FeatureCollection", features: [] };
  const { id, coordinates, accepted, status } = chosen;
  return {
    type: "Feature",
    geometry: { type: "Point", coordinates: [...coordinates] },
    properties: { id, accepted, open: status },
  };
}
