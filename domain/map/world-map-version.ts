/** Version of the embedded base map's tiles: begins the digest of their file. Written by basemap/build-base-map.ts. */
export const worldMapVersion = "d7c2091c";
