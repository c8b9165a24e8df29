/** Zoom levels between a tile and the cells that become clusters: 16×16 cells, 32 pixels each in MapLibre. */
export const clusterCellZooms = 4;

/**
 * Minimum zoom without clusters (docs/product#markers): places whose markers still touch at this zoom are
 * side by side.
 */
export const firstZoomWithoutClusters = 14;
