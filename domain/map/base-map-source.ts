/**
 * Where the base map comes from, as the page is told (docs/product#map-levels): our own files, vector
 * tiles that we draw in our own style, somebody's style as it is, or raster tiles. Addresses are
 * absolute, but for the file that we serve ourselves.
 */
export type BaseMapSource =
  | { readonly kind: "embedded" }
  | StreetMapSource
  /** One style for the light and the dark look. */
  | { readonly kind: "style"; readonly styleUrl: string }
  | {
      readonly kind: "raster";
      /** With `{z}`, `{x}`, `{y}`; tiles of 512 CSS pixels. */
      readonly lightTilesUrl: string;
      readonly darkTilesUrl: string;
      readonly attributions: readonly MapAttribution[];
    };

/** Vector tiles in the OpenMapTiles schema. */
export interface StreetMapSource {
  readonly kind: "street";
  /** A PMTiles file that is read piece by piece, or a TileJSON document that names the tiles. */
  readonly format: "pmtiles" | "tilejson";
  readonly url: string;
  readonly attributions: readonly MapAttribution[];
}

/** A source of the base map that its licence wants named on the map. Proper names, the same in every language. */
export interface MapAttribution {
  readonly name: string;
  readonly url: string;
}

/** What the map's attribution control shows while the base map is in use (NOTICE says what each gave). */
export const baseMapAttributions: readonly MapAttribution[] = [
  { name: "© OpenStreetMap", url: "https://www.openstreetmap.org/copyright" },
  { name: "GeoNames", url: "https://www.geonames.org/" },
  { name: "Natural Earth", url: "https://www.naturalearthdata.com/" },
];

/**
 * The closest zoom at which the base map still tells the truth: its lines are good to about 200 m, and it
 * knows no streets. Beyond it the page says so.
 */
export const baseMapMaxUsefulZoom = 11;

/** From {@link baseMapMaxUsefulZoom} to this zoom the base map fades to plain paper. */
export const baseMapGoneZoom = 12.5;
