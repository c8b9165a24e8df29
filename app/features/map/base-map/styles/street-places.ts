import type { LayerSpecification } from "maplibre-gl";
import { type StreetPalette, settlementKinds } from "#domain/map/street-map-theme.ts";
import type { Language } from "#domain/text/language.ts";
import { fromStreets, isClass, localName, zoomRamp } from "./street-expressions.ts";
import { baseMapFont } from "./style-parts.ts";

/** Names of settlements and countries. */
export function streetPlaces(palette: StreetPalette, language: Language): LayerSpecification[] {
  return settlementKinds.map(({ id, classes, minzoom, maxzoom, sizes, color, isSpaced }) => ({
    id: `street-names-of-${id}`,
    type: "symbol",
    ...fromStreets("place"),
    minzoom,
    maxzoom,
    filter: isClass(...classes),
    layout: {
      "text-field": localName(language),
      "text-font": [baseMapFont],
      "text-size": zoomRamp({ base: 1, stops: sizes }),
      "text-max-width": 8,
      "text-padding": 5,
      // In the middle of the town, or beside a cluster's disc that is there.
      "text-variable-anchor-offset": [
        "center",
        [0, 0],
        "top",
        [0, 1.6],
        "left",
        [1.7, 0],
        "right",
        [-1.7, 0],
        "bottom",
        [0, -1.6],
      ],
      "text-justify": "auto",
      "symbol-sort-key": ["coalesce", ["get", "rank"], 20],
      ...(isSpaced ? { "text-transform": "uppercase", "text-letter-spacing": 0.16 } : {}),
    },
    paint: {
      "text-color": palette[color],
      "text-halo-color": palette.halo,
      "text-halo-width": 1.4,
      "text-halo-blur": 0.4,
    },
  }));
}
