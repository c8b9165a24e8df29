import { type MapTheme, mapPalettes } from "./map-palettes.ts";

/** Colours of the street map, as `#rrggbb`: those of the embedded base map, and further ones. */
export interface StreetPalette {
  readonly land: string;
  readonly town: string;
  readonly wood: string;
  readonly grass: string;
  readonly park: string;
  readonly square: string;
  readonly water: string;
  readonly river: string;
  /** Grounds of schools, hospitals, works and stations. */
  readonly grounds: string;
  readonly building: string;
  readonly buildingEdge: string;
  readonly border: string;
  readonly county: string;
  readonly road: string;
  readonly middleRoad: string;
  readonly mainRoad: string;
  readonly motorway: string;
  readonly laneEdge: string;
  readonly roadEdge: string;
  readonly middleRoadEdge: string;
  readonly mainRoadEdge: string;
  readonly motorwayEdge: string;
  readonly path: string;
  readonly steps: string;
  readonly rail: string;
  readonly halo: string;
  readonly townText: string;
  readonly villageText: string;
  readonly countryText: string;
  readonly roadText: string;
  readonly waterText: string;
}

/** Very quiet: the markers are the strongest colours on the map. */
export const streetPalettes: Readonly<Record<MapTheme, StreetPalette>> = {
  light: {
    land: "#f5f6f3",
    town: "#f0efec",
    wood: "#d9e8d2",
    grass: "#e6efdf",
    park: "#d5e9cd",
    square: "#f4eee2",
    water: mapPalettes.light.water,
    river: mapPalettes.light.river,
    grounds: "#e9e8ec",
    building: "#dfddd9",
    buildingEdge: "#c8c5c0",
    border: mapPalettes.light.border,
    county: mapPalettes.light.county,
    road: "#ffffff",
    middleRoad: "#fdf6e1",
    mainRoad: "#fae7b8",
    motorway: "#f4cf93",
    laneEdge: "#dcdfde",
    roadEdge: "#c9cfcf",
    middleRoadEdge: "#cdc5ad",
    mainRoadEdge: "#d0b982",
    motorwayEdge: "#c99c58",
    path: "#b5a58e",
    steps: "#ab987f",
    rail: "#b3bcbf",
    halo: "#fbfbf9",
    townText: mapPalettes.light.townText,
    villageText: "#556167",
    countryText: "#566267",
    roadText: "#556065",
    waterText: mapPalettes.light.waterText,
  },
  dark: {
    land: "#1e262a",
    town: "#222b2f",
    wood: "#1a2e28",
    grass: "#1f2f2a",
    park: "#1d3a2f",
    square: "#2f3433",
    water: mapPalettes.dark.water,
    river: mapPalettes.dark.river,
    grounds: "#272d36",
    building: "#303b41",
    buildingEdge: "#3f4c53",
    border: mapPalettes.dark.border,
    county: mapPalettes.dark.county,
    road: "#3c4850",
    middleRoad: "#4a5354",
    mainRoad: "#5c5b4c",
    motorway: "#6f6245",
    laneEdge: "#222b2f",
    roadEdge: "#151b1f",
    middleRoadEdge: "#151b1f",
    mainRoadEdge: "#15191b",
    motorwayEdge: "#14171a",
    path: "#5a645f",
    steps: "#5c665f",
    rail: "#4d5a61",
    halo: mapPalettes.dark.halo,
    townText: mapPalettes.dark.townText,
    villageText: mapPalettes.dark.villageText,
    countryText: mapPalettes.dark.countryText,
    roadText: "#a3aeb3",
    waterText: mapPalettes.dark.waterText,
  },
};

/** A measure that grows with the zoom: CSS pixels at some zooms, and by how much more from one to the next. */
export interface ZoomRamp {
  readonly base: number;
  readonly stops: readonly (readonly [zoom: number, pixels: number])[];
}

/** Value of a ramp at a zoom, as MapLibre's exponential interpolation gives it; constant outside its stops. */
export function pixelsAt({ base, stops }: ZoomRamp, zoom: number): number {
  const after = stops.findIndex(([from]) => from > zoom);
  if (after === -1) return stops[stops.length - 1][1];
  if (after === 0) return stops[0][1];
  const [[from, low], [to, high]] = [stops[after - 1], stops[after]];
  const share =
    base === 1
      ? (zoom - from) / (to - from)
      : (base ** (zoom - from) - 1) / (base ** (to - from) - 1);
  return low + (high - low) * share;
}

/** A kind of road: its classes in the schema, its minimum zoom, colour and width. */
export interface RoadKind {
  readonly id: string;
  readonly classes: readonly string[];
  readonly minzoom: number;
  readonly color: "road" | "middleRoad" | "mainRoad" | "motorway";
  readonly edge: "laneEdge" | "roadEdge" | "middleRoadEdge" | "mainRoadEdge" | "motorwayEdge";
  readonly width: ZoomRamp;
}

/** The narrowest first, because wider roads cover them. */
export const roadKinds: readonly RoadKind[] = [
  {
    id: "service",
    classes: ["service", "track"],
    minzoom: 14,
    color: "road",
    edge: "laneEdge",
    width: {
      base: 1.4,
      stops: [
        [14, 0.8],
        [16, 3],
        [18, 9],
      ],
    },
  },
  {
    id: "minor",
    classes: ["minor", "busway", "bus_guideway"],
    minzoom: 12,
    color: "road",
    edge: "roadEdge",
    width: {
      base: 1.4,
      stops: [
        [12, 0.6],
        [14, 2.4],
        [16, 7],
        [18, 20],
      ],
    },
  },
  {
    id: "middle",
    classes: ["secondary", "tertiary"],
    minzoom: 9,
    color: "middleRoad",
    edge: "middleRoadEdge",
    width: {
      base: 1.4,
      stops: [
        [9, 0.7],
        [12, 1.8],
        [14, 4],
        [16, 10],
        [18, 24],
      ],
    },
  },
  {
    id: "main",
    classes: ["primary", "trunk"],
    minzoom: 6,
    color: "mainRoad",
    edge: "mainRoadEdge",
    width: {
      base: 1.4,
      stops: [
        [6, 0.6],
        [10, 1.6],
        [14, 5],
        [16, 12],
        [18, 28],
      ],
    },
  },
  {
    id: "motorway",
    classes: ["motorway"],
    minzoom: 5,
    color: "motorway",
    edge: "motorwayEdge",
    width: {
      base: 1.4,
      stops: [
        [5, 0.7],
        [10, 2.2],
        [14, 6],
        [16, 13],
        [18, 30],
      ],
    },
  },
];

/** Width of the line below a road that shows as its edges. */
export function edgeWidth({ width: { base, stops } }: RoadKind): ZoomRamp {
  return { base, stops: stops.map(([zoom, pixels]) => [zoom, pixels + 1.6]) };
}

export const streetWidths = {
  path: {
    base: 1.3,
    stops: [
      [14, 0.8],
      [16, 1.6],
      [18, 3],
    ],
  },
  steps: {
    base: 1.3,
    stops: [
      [15, 2],
      [16, 3],
      [18, 6],
    ],
  },
  rail: {
    base: 1.4,
    stops: [
      [9, 0.6],
      [14, 1.1],
      [18, 3],
    ],
  },
  /** Trams are on streets, which are the stronger lines. */
  tram: {
    base: 1.4,
    stops: [
      [13, 0.5],
      [16, 0.9],
      [18, 1.6],
    ],
  },
  stream: {
    base: 1.3,
    stops: [
      [12, 0.5],
      [18, 3],
    ],
  },
  river: {
    base: 1.3,
    stops: [
      [7, 0.7],
      [12, 2],
      [18, 6],
    ],
  },
} as const satisfies Record<string, ZoomRamp>;

/** Dashes of a path, in its width. */
export const pathDashes = [2.5, 1.5] as const;

/** Dashes of steps, in their width: one for each tread. */
export const stepDashes = [0.35, 0.35] as const;

/** Tunnels are drawn pale. */
export const tunnelOpacity = 0.35;

/** A kind of ground: its layer and classes in the schema, minimum zoom and colour. */
export interface GroundKind {
  readonly id: string;
  readonly layer: "landuse" | "landcover";
  readonly classes: readonly string[];
  /** `subclass` in the schema, where the class is drawn differently by it. */
  readonly subclass?: string;
  readonly minzoom?: number;
  readonly color: "town" | "grounds" | "grass" | "park" | "wood";
}

/** The lowest first. */
export const groundKinds: readonly GroundKind[] = [
  {
    id: "towns",
    layer: "landuse",
    classes: ["residential", "suburb", "neighbourhood", "quarter"],
    color: "town",
  },
  {
    id: "grounds",
    layer: "landuse",
    classes: [
      ...["commercial", "retail", "industrial", "railway", "bus_station", "hospital"],
      ...["school", "college", "university", "kindergarten", "stadium", "military"],
    ],
    minzoom: 11,
    color: "grounds",
  },
  { id: "grass", layer: "landcover", classes: ["grass", "wetland"], color: "grass" },
  {
    id: "greens",
    layer: "landuse",
    classes: ["cemetery", "pitch", "playground", "zoo", "theme_park"],
    minzoom: 11,
    color: "grass",
  },
  { id: "parks", layer: "landcover", classes: ["grass"], subclass: "park", color: "park" },
  { id: "woods", layer: "landcover", classes: ["wood"], color: "wood" },
];

/**
 * A kind of settlement: its classes in the schema, the zooms at which its name is shown, and the text size.
 */
export interface SettlementKind {
  readonly id: string;
  readonly classes: readonly string[];
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly sizes: readonly (readonly [zoom: number, pixels: number])[];
  readonly color: "townText" | "villageText" | "countryText";
  readonly isSpaced?: boolean;
}

/** Lowest rank first: MapLibre places the last layer's names first. */
export const settlementKinds: readonly SettlementKind[] = [
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

/** Zoom from which the tiles take the place of the embedded map. Farther away, the whole land counts. */
export const partZoom = 9;
