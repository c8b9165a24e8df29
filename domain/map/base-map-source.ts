/**
 * Source of the base map, as the server tells the page (docs/product#map-levels): the product's own files,
 * vector tiles drawn in the product's style, another provider's style, or raster tiles. Addresses are
 * absolute, except for the file that this server delivers.
 */
export type BaseMapSource =
  | { readonly kind: "embedded" }
  | StreetMapSource
  /** One style for both themes. */
  | { readonly kind: "style"; readonly styleUrl: string }
  | {
      readonly kind: "raster";
      /** Address with `{z}`, `{x}`, `{y}`; tiles of 512 CSS pixels. */
      readonly lightTilesUrl: string;
      readonly darkTilesUrl: string;
      readonly attributions: readonly MapAttribution[];
      readonly wordmark: MapWordmark;
    };

/** Vector tiles in the OpenMapTiles schema. */
export interface StreetMapSource {
  readonly kind: "street";
  /** A PMTiles file that is read in ranges, or a TileJSON document that names the tiles. */
  readonly format: "pmtiles" | "tilejson";
  readonly url: string;
  readonly attributions: readonly MapAttribution[];
  /**
   * Whether it shows a part of the world alone, which its metadata names as `covered`: elsewhere, and from far
   * away, the embedded base map is seen.
   */
  readonly isPart?: boolean;
}

/** A source whose licence requires its name on the map. Proper names, the same in every language. */
export interface MapAttribution {
  readonly name: string;
  readonly url: string;
}

/** Sign of a provider whose terms require it on the map, beside the attributions. */
export interface MapWordmark extends MapAttribution {
  /** Address of the picture on this server. */
  readonly picture: string;
}

/** Attributions of the embedded base map in the map's control (NOTICE says what each source gave). */
export const baseMapAttributions: readonly MapAttribution[] = [
  { name: "© OpenStreetMap", url: "https://www.openstreetmap.org/copyright" },
  { name: "GeoNames", url: "https://www.geonames.org/" },
  { name: "Natural Earth", url: "https://www.naturalearthdata.com/" },
];

/** Attributions of a map that is shown with the embedded base map, but for those that are named with that already. */
export function attributionsBeside(attributions: readonly MapAttribution[]): MapAttribution[] {
  const named = new Set(baseMapAttributions.map(({ name }) => name));
  return attributions.filter(({ name }) => !named.has(name));
}

/**
 * Maximum zoom at which the embedded base map is still true: its lines are exact to about 200 m, and it has
 * no streets. The page says so beyond it.
 */
export const baseMapMaxUsefulZoom = 11;

/** Zoom at which the base map has faded to plain paper; it fades from {@link baseMapMaxUsefulZoom} on. */
export const baseMapGoneZoom = 12.5;
