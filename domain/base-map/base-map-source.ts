import type { MapAttribution } from "./base-map-attributions.ts";

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
