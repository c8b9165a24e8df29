import type { OpenStatus } from "#domain/opening/open-status.ts";

/** Zoom levels between a tile and the cells that become clusters: 16×16 cells, 32 pixels each in MapLibre. */
export const clusterCellZooms = 4;

/**
 * Minimum zoom without clusters (docs/product#markers): places whose markers still touch at this zoom are
 * side by side.
 */
export const firstZoomWithoutClusters = 14;

/** Side of a tile in its own units: the default of the Mapbox vector tile specification. */
export const tileExtent = 4096;

/** One place; x runs east and y south, 0…4095 from the tile's north-west corner. */
export interface TilePoint {
  id: number;
  x: number;
  y: number;
  accepted: boolean;
  status: OpenStatus;
}

/** Two or more places, at the mean of their positions. */
interface TileCluster {
  x: number;
  y: number;
  count: number;
  /** Number of pending places among them; 0 in a visitor's tile. */
  pendingCount: number;
}

/** Content of one map tile. Each place is in exactly one tile of a zoom: there is no buffer. */
export interface PlaceTile {
  points: TilePoint[];
  clusters: TileCluster[];
}
