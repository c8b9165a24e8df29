import type { MapTheme } from "./map-palettes.ts";

/**
 * Source of the base map, from the server to the page (docs/product#map-providers): the product's own files, vector
 * tiles in the product's style, another provider's style, or raster tiles. URLs are absolute, except that of the
 * file that this server delivers.
 */
export type BaseMapSource =
  | { readonly kind: "embedded" }
  | StreetMapSource
  /** One style for both themes. */
  | { readonly kind: "style"; readonly styleUrl: string }
  | {
      readonly kind: "raster";
      /** URL templates with `{z}`, `{x}`, `{y}`; tiles of 512 CSS pixels. */
      readonly tilesUrls: Readonly<Record<MapTheme, string>>;
      readonly attributions: readonly MapAttribution[];
      readonly wordmark: MapWordmark;
    };

/** Vector tiles in the OpenMapTiles schema. */
export interface StreetMapSource {
  readonly kind: "street";
  /** A PMTiles file, read by range requests, or a TileJSON document with the URLs of the tiles. */
  readonly format: "pmtiles" | "tilejson";
  readonly url: string;
  readonly attributions: readonly MapAttribution[];
  /**
   * Whether it covers a part of the world only, which is `covered` in its metadata: elsewhere, and at low zooms,
   * the embedded base map is shown.
   */
  readonly isPart?: boolean;
}

/** Attribution that a source's licence requires on the map. Proper names, the same in every language. */
export interface MapAttribution {
  readonly name: string;
  readonly url: string;
}

/** Logo of a provider whose terms require it on the map, beside the attributions. */
export interface MapWordmark extends MapAttribution {
  /** URL of the picture on this server. */
  readonly picture: string;
}

/** Attributions of the embedded base map in the map's control (NOTICE has the details). */
export const baseMapAttributions: readonly MapAttribution[] = [
  { name: "© OpenStreetMap", url: "https://www.openstreetmap.org/copyright" },
  { name: "GeoNames", url: "https://www.geonames.org/" },
  { name: "Natural Earth", url: "https://www.naturalearthdata.com/" },
];

/** Attributions of a map that is shown with the embedded base map, without those that the embedded map has. */
export function attributionsBeside(attributions: readonly MapAttribution[]): MapAttribution[] {
  const named = new Set(baseMapAttributions.map(({ name }) => name));
  return attributions.filter(({ name }) => !named.has(name));
}

/**
 * Maximum zoom of the embedded base map's accuracy: its lines are exact to about 200 m, and it has no streets. The
 * page has a note beyond it.
 */
export const baseMapMaxUsefulZoom = 11;

/** Zoom at which the base map has faded to a plain background; it fades from {@link baseMapMaxUsefulZoom} on. */
export const baseMapGoneZoom = 12.5;

/** Zooms between which its sea and lakes fade to the tone of the land: from then on their shores are invented ones. */
export const baseMapWaterZooms = { useful: 9.5, gone: 10 } as const;
