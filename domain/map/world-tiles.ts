import { worldMapVersion } from "./world-map-version.ts";

/** Tiles of the embedded base map: URL template on this server, and zoom of the finest ones. */
export const worldTiles = {
  url: `/basemap/world/{z}/{x}/{y}.mvt?v=${worldMapVersion}`,
  maxZoom: 8,
} as const;
