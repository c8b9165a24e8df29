import type { OpenStatus } from "#domain/opening/open-status.ts";

/** Side of a tile in its own units, as in the Mapbox vector tile specification's default. */
export const tileExtent = 4096;

/** A cluster gathers a cell this many zooms below its tile: 16×16 cells, 32 pixels each in MapLibre. */
export const clusterCellZooms = 4;

/** From this zoom on every place is a point: two that still touch are truly side by side. */
export const firstZoomWithoutClusters = 14;

/** One place; x runs east and y south, 0…4095 from the tile's north-west corner. */
export interface TilePoint {
  id: number;
  x: number;
  y: number;
  accepted: boolean;
  status: OpenStatus;
}

/** Two or more places, drawn at the mean of their positions. */
interface TileCluster {
  x: number;
  y: number;
  count: number;
  /** How many of them wait for acceptance; 0 in what visitors see. */
  waiting: number;
}

/** What one map tile shows. Each place is in exactly one tile of a zoom: there is no buffer. */
export interface PlaceTile {
  points: TilePoint[];
  clusters: TileCluster[];
}
