import type { OpenStatus } from "#domain/opening/open-status.ts";

/** Side of a tile on the screen at its own zoom, in CSS pixels; up to twice that before the next zoom. */
export const tilePixels = 512;

/**
 * Zoom levels between a tile and the cells that become clusters: 4×4 cells of 128 pixels, so a phone's screen of
 * 390×844 pixels touches at most 5×8 of them.
 */
export const clusterCellZooms = 2;

/** Minimum number of places in a cluster; the places of a cell with fewer are small dots. */
export const leastOfCluster = 5;

/** Radius of a cluster's disc, without its ring, in CSS pixels, from each count on. */
export const clusterRadiusSteps = [
  [0, 14],
  [10, 16],
  [50, 19],
  [200, 22],
  [1_000, 26],
  [5_000, 30],
] as const;

export function clusterRadius(count: number): number {
  return clusterRadiusSteps.findLast(([from]) => count >= from)?.[1] ?? clusterRadiusSteps[0][1];
}

/** Width of the ring around a disc, and radius of the small dot of a place, both with their edges, in CSS pixels. */
export const clusterRingPixels = 4;
export const smallDotPixels = 8;

/**
 * Minimum distance, in CSS pixels, of a cluster's point from the edges of its cell. So no disc touches another one,
 * nor the small dots of the next cell (docs/product#markers).
 */
export function clusterReach(count: number): number {
  return clusterRadius(count) + clusterRingPixels + smallDotPixels;
}

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
  /** Whether visitors found it open at this hour, or closed; absent where that or more is known. */
  likely?: boolean;
  /** Whether it is shown as a small dot, since places near it are clusters. */
  isSmall: boolean;
}

/** Places of one cell, at the mean of their positions, moved into the cell by {@link clusterReach}. */
interface TileCluster {
  x: number;
  y: number;
  count: number;
  /** Number of places among them that are open in this minute. */
  openCount: number;
  /** Number of pending places among them; 0 in a visitor's tile. */
  pendingCount: number;
}

/** Content of one map tile. Each place is in exactly one tile of a zoom: there is no buffer. */
export interface PlaceTile {
  points: TilePoint[];
  clusters: TileCluster[];
}
