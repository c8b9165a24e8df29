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
  /** Land outside Hungary. */
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
  /** An accepted place, and the ring and the count of a cluster. */
  readonly accepted: string;
  /** An accepted place of unknown opening times, and the edge of a closed one. */
  readonly quiet: string;
  /** A closed place. */
  readonly pale: string;
  /** A pending place. */
  readonly pending: string;
  /** Icons on a marker, and a cluster's disc. */
  readonly onMarker: string;
  /** Dots of the opening status. */
  readonly open: string;
  readonly soon: string;
  readonly closed: string;
  /** The route to a place; its edges have `routeCasing`, so that it stands out from roads and water. */
  readonly route: string;
  readonly routeCasing: string;
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
    villageText: "#5a666b",
    countyText: "#5f6c70",
    countryText: "#5f6b70",
    waterText: "#356172",
    halo: "#fbfbf9",
    accepted: "#00707d",
    quiet: "#567c84",
    pale: "#e3eced",
    pending: "#c2331f",
    onMarker: "#ffffff",
    open: "#1a8a4a",
    soon: "#d58a00",
    closed: "#c62f2f",
    route: "#2b5fc2",
    routeCasing: "#ffffff",
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
    accepted: "#63c9d6",
    quiet: "#6b959c",
    pale: "#263a3f",
    pending: "#ff8a75",
    onMarker: "#0d2127",
    open: "#4fd18b",
    soon: "#f2b23c",
    closed: "#ff7b72",
    route: "#8db2ff",
    routeCasing: "#10181c",
  },
};

/** Line of the operator's own border (docs/product#border), on the live map and in the drawn picture. */
export function ownBorderLine({ accepted }: MapPalette) {
  return { colour: accepted, opacity: 0.55, widthPixels: 1.5 };
}
