/** Themes of the map; they follow the device's. */
export const mapThemes = ["light", "dark"] as const;
export type MapTheme = (typeof mapThemes)[number];

/**
 * Colours of the base map and its markers, as `#rrggbb`: the only source for the live map and the drawn
 * picture, but for those of {@link siteTones}.
 */
export interface MapPalette {
  readonly water: string;
  /** Slightly stronger than `water`, because thin lines look weaker than areas. */
  readonly river: string;
  /** Land outside Hungary, where the embedded map has it. */
  readonly abroad: string;
  readonly hungary: string;
  readonly border: string;
  readonly county: string;
  /** Dot of a town; its name has `townText`. */
  readonly townDot: string;
  readonly townText: string;
  readonly villageText: string;
  readonly countyText: string;
  readonly countryText: string;
  readonly waterText: string;
  /** Outline around every name, so that lines below do not cut through it. */
  readonly halo: string;
  /** Land of the street map, and what is on it. */
  readonly land: string;
  readonly town: string;
  readonly wood: string;
  readonly grass: string;
  readonly park: string;
  readonly square: string;
  /** Grounds of schools, hospitals, works and stations. */
  readonly grounds: string;
  readonly building: string;
  readonly buildingEdge: string;
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
  readonly roadText: string;
  /** Landmarks by their group. */
  readonly transitText: string;
  readonly cultureText: string;
  readonly healthText: string;
  readonly greenText: string;
  readonly shopText: string;
  /** An accepted place, and the ring of a cluster. */
  readonly accepted: string;
  /** An accepted place of unknown opening times, and the edge of a closed one. */
  readonly quiet: string;
  /** A closed place. */
  readonly pale: string;
  /** A pending place. */
  readonly pending: string;
  /** Icons on a marker. */
  readonly onMarker: string;
  readonly clusterDisc: string;
  /** Name of the colour of a cluster's count, which may be the operator's. */
  readonly clusterText: "accepted" | "townText";
  /** Dots of the opening status. */
  readonly open: string;
  readonly soon: string;
  readonly closed: string;
  /** The route to a place; its edges have `routeCasing`, so that it stands out from roads and water. */
  readonly route: string;
  readonly routeCasing: string;
  /** A stretch of a way without a toilet. */
  readonly gap: string;
}

/** Colours that follow the operator's where that has one (`domain/branding/site-colour.ts`). */
export const siteTones = ["accepted", "quiet", "pale"] as const satisfies (keyof MapPalette)[];

/**
 * Muted tones: the markers are the strongest colours on the map. The dark theme is designed, not inverted.
 */
export const mapPalettes: Readonly<Record<MapTheme, MapPalette>> = {
  light: {
    water: "#c6dce5",
    river: "#b2d0dc",
    abroad: "#eef0ef",
    hungary: "#fbfbf9",
    border: "#a9b3b6",
    county: "#c6cecf",
    townDot: "#8b979b",
    townText: "#3d484d",
    villageText: "#556167",
    countyText: "#5f6c70",
    countryText: "#566267",
    waterText: "#356172",
    halo: "#fbfbf9",
    land: "#f5f6f3",
    town: "#f0efec",
    wood: "#d9e8d2",
    grass: "#e6efdf",
    park: "#d5e9cd",
    square: "#f4eee2",
    grounds: "#e9e8ec",
    building: "#dfddd9",
    buildingEdge: "#c8c5c0",
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
    roadText: "#556065",
    transitText: "#3b5a86",
    cultureText: "#775940",
    healthText: "#8d4a56",
    greenText: "#3f6746",
    shopText: "#6a5784",
    accepted: "#00707d",
    quiet: "#567c84",
    pale: "#e3eced",
    pending: "#c2331f",
    onMarker: "#ffffff",
    clusterDisc: "#ffffff",
    clusterText: "accepted",
    open: "#1a8a4a",
    soon: "#d58a00",
    closed: "#c62f2f",
    route: "#2b5fc2",
    routeCasing: "#ffffff",
    gap: "#c2331f",
  },
  dark: {
    water: "#113140",
    river: "#1f4f63",
    abroad: "#1b2327",
    hungary: "#232c30",
    border: "#56646a",
    county: "#3d494e",
    townDot: "#77858b",
    townText: "#cdd5d8",
    villageText: "#a9b4b8",
    countyText: "#98a4a9",
    countryText: "#a3afb3",
    waterText: "#86acbb",
    halo: "#1b2327",
    land: "#1e262a",
    town: "#222b2f",
    wood: "#1a2e28",
    grass: "#1f2f2a",
    park: "#1d3a2f",
    square: "#2f3433",
    grounds: "#272d36",
    building: "#303b41",
    buildingEdge: "#3f4c53",
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
    roadText: "#a3aeb3",
    transitText: "#a9bfe0",
    cultureText: "#cdb59c",
    healthText: "#dca7ae",
    greenText: "#9cc3a0",
    shopText: "#c1b2d8",
    accepted: "#63c9d6",
    quiet: "#6b959c",
    pale: "#263a3f",
    pending: "#ff8a75",
    onMarker: "#0d2127",
    clusterDisc: "#1b2327",
    clusterText: "townText",
    open: "#4fd18b",
    soon: "#f2b23c",
    closed: "#ff7b72",
    route: "#8db2ff",
    routeCasing: "#10181c",
    gap: "#ff8a75",
  },
};

/** Line of the operator's own border (docs/product#border), on the live map and in the drawn picture. */
export function ownBorderLine({ accepted }: MapPalette) {
  return { colour: accepted, opacity: 0.55, widthPixels: 1.5 };
}
