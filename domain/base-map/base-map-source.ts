import type { MapAttribution } from "./base-map-attributions.ts";

/**
 * Where the base map comes from, as the page is told (DESIGN §9): our own files, a style of vector tiles,
 * or raster tiles. Addresses are absolute; each has a light and a dark look, which may be the same.
 */
export type BaseMapSource =
  | { readonly kind: "embedded" }
  | { readonly kind: "style"; readonly lightUrl: string; readonly darkUrl: string }
  | {
      readonly kind: "raster";
      /** With `{z}`, `{x}`, `{y}`; tiles of 512 CSS pixels. */
      readonly lightTilesUrl: string;
      readonly darkTilesUrl: string;
      readonly attributions: readonly MapAttribution[];
    };
