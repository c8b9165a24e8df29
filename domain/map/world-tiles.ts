/** Version of the embedded base map's tiles: begins the digest of their file. Written by basemap/build-base-map.ts. */
export const worldMapVersion = "47399849";

/** Tiles of the embedded base map: URL template on this server, and zoom of the finest ones. */
export const worldTiles = {
  url: `/basemap/world/{z}/{x}/{y}.mvt?v=${worldMapVersion}`,
  maxZoom: 8,
} as const;
