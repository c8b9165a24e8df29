import type { LayerSpecification } from "maplibre-gl";
import type { Language } from "#domain/text/language.ts";
import { fromStreets, isClass, localName, zoomRamp } from "./street-expressions.ts";
import type { StreetPalette } from "./street-palette.ts";
import { baseMapFont } from "./style-parts.ts";

/**
 * A kind of settlement: its classes in the schema, the zooms at which its name is shown, and the text size.
 */
interface SettlementKind {
  readonly id: string;
  readonly classes: readonly string[];
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly sizes: readonly (readonly [zoom: number, pixels: number])[];
  readonly color: "townText" | "villageText" | "countryText";
  readonly isSpaced?: boolean;
}

/** Lowest rank first: MapLibre places the last layer's names first. */
const settlementKinds: readonly SettlementKind[] = [
  {
    id: "hamlets",
    classes: ["hamlet", "neighbourhood", "isolated_dwelling"],
    minzoom: 13,
    maxzoom: 18,
    sizes: [
      [13, 11],
      [16, 13],
    ],
    color: "villageText",
  },
  {
    id: "suburbs",
    classes: ["suburb", "quarter", "borough"],
    minzoom: 11.5,
    maxzoom: 17,
    sizes: [
      [11, 11],
      [15, 14],
    ],
    color: "villageText",
  },
  {
    id: "villages",
    classes: ["village"],
    minzoom: 9.5,
    maxzoom: 17,
    sizes: [
      [9, 11],
      [12, 13],
      [15, 16],
    ],
    color: "villageText",
  },
  {
    id: "towns",
    classes: ["town"],
    minzoom: 7,
    maxzoom: 16,
    sizes: [
      [7, 11],
      [11, 14],
      [15, 18],
    ],
    color: "townText",
  },
  {
    id: "cities",
    classes: ["city"],
    minzoom: 3.5,
    maxzoom: 15,
    sizes: [
      [4, 11.5],
      [8, 15],
      [11, 18],
      [14, 22],
    ],
    color: "townText",
  },
  {
    id: "countries",
    classes: ["country"],
    minzoom: 0,
    maxzoom: 7,
    sizes: [
      [2, 10],
      [6, 15],
    ],
    color: "countryText",
    isSpaced: true,
  },
];

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
      "text-size": zoomRamp(1, ...sizes),
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
