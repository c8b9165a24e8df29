import { statusInDoubt } from "#domain/opening/open-status.ts";
import type { CombinationMatches, CombinationQuery } from "./place-query.ts";
import type { PlaceStore } from "./place-store.ts";
import {
  clusterCellZooms,
  clusterReach,
  firstZoomWithoutClusters,
  leastOfCluster,
  type PlaceTile,
  type TilePoint,
  tileExtent,
  tilePixels,
} from "./place-tile.ts";
import { cellOfTile, type QuadCell, quarterCells } from "./quad-cells.ts";
import { unitBits } from "./world-units.ts";

/**
 * Maximum number of places in a tile with few, and the zooms from which such a tile has whole markers in place of
 * small dots, and no clusters: before that the places of a town would be a pile of markers.
 */
const fewPlaces = 32;
const firstZoomOfFew = { withMarkers: 10, withoutClusters: 12 } as const;

/**
 * Content of one tile: a cluster for each cell with {@link leastOfCluster} results of a query or more, else a point
 * for each. The tiles of a zoom together count each result once.
 */
export function cutTile(
  store: PlaceStore,
  tile: { zoom: number; x: number; y: number },
  indexQuery: CombinationQuery,
): PlaceTile {
  const { state } = store.columns;
  const { passing, openNow } = store.flags.resultsOf(indexQuery);
  const cell = cellOfTile(store.columns, tile.zoom, tile.x, tile.y);
  const hasFew = tile.zoom >= firstZoomOfFew.withMarkers && holdsFew(cell, state, passing);
  const isWhole = hasFew && tile.zoom >= firstZoomOfFew.withoutClusters;
  if (isWhole || tile.zoom >= firstZoomWithoutClusters) return pointsOf(store, cell, passing);
  const marks = marksOf(store, passing, openNow);
  const content: PlaceTile = { points: [], clusters: [] };
  for (const cellAtZoom of cellsAtZoom(store, cell, tile.zoom + clusterCellZooms)) {
    const summary = summarize(store, cellAtZoom, marks);
    const { count, openCount, pendingCount, firstRows, ...mean } = summary;
    if (count < leastOfCluster) {
      for (const row of firstRows) content.points.push(pointOf(store, row, tile.zoom, !hasFew));
      continue;
    }
    const { x, y } = positionInTile(tile.zoom, Math.floor(mean.x), Math.floor(mean.y));
    const reach = clusterReach(count) * unitsPerPixel;
    const position = { x: keepInCell(x, reach), y: keepInCell(y, reach) };
    content.clusters.push({ ...position, count, openCount, pendingCount });
  }
  return content;
}

function holdsFew(cell: QuadCell, state: Uint32Array, passes: CombinationMatches): boolean {
  let count = 0;
  for (let row = cell.from; row < cell.to && count <= fewPlaces; row++) {
    count += passes[state[row]];
  }
  return count <= fewPlaces;
}

function pointsOf(store: PlaceStore, cell: QuadCell, passes: CombinationMatches): PlaceTile {
  const { state } = store.columns;
  const points: TilePoint[] = [];
  for (let row = cell.from; row < cell.to; row++) {
    if (passes[state[row]] === 1) points.push(pointOf(store, row, cell.zoom, false));
  }
  return { points, clusters: [] };
}

/** Descendants of a cell at a deeper zoom that hold places. */
function cellsAtZoom(store: PlaceStore, cell: QuadCell, zoom: number): QuadCell[] {
  if (cell.zoom === zoom) return [cell];
  return quarterCells(store.columns, cell).flatMap((quarter) => cellsAtZoom(store, quarter, zoom));
}

const mark = { passing: 1, open: 2, pending: 4 } as const;

/** For each state what a cluster counts of a place in it: one lookup a place, where a tile may hold all of them. */
function marksOf({ flags }: PlaceStore, passing: CombinationMatches, openNow: CombinationMatches) {
  return passing.map((passes, state) => {
    if (passes === 0) return 0;
    const isPending = !flags.isAccepted(state);
    return mark.passing | (openNow[state] * mark.open) | (isPending ? mark.pending : 0);
  });
}

/**
 * Number of results in a cell, of open and of pending ones, their mean position in units, and the rows of the first,
 * which are all where there are too few for a cluster.
 */
function summarize({ columns }: PlaceStore, { from, to }: QuadCell, marks: Uint8Array) {
  const { state, x, y } = columns;
  const firstRows: number[] = [];
  let count = 0;
  let openCount = 0;
  let pendingCount = 0;
  let sumX = 0;
  let sumY = 0;
  for (let row = from; row < to; row++) {
    const marked = marks[state[row]];
    if (marked === 0) continue;
    if (count < leastOfCluster) firstRows.push(row);
    count++;
    openCount += (marked & mark.open) >>> 1;
    pendingCount += (marked & mark.pending) >>> 2;
    sumX += x[row];
    sumY += y[row];
  }
  return { count, openCount, pendingCount, firstRows, x: sumX / count, y: sumY / count };
}

function pointOf(
  { columns, schedules, likely, flags, closed }: PlaceStore,
  row: number,
  zoom: number,
  isSmall: boolean,
): TilePoint {
  const id = columns.id[row];
  const state = columns.state[row];
  const status = closed.has(id) ? "closed" : schedules.statusOf(columns.schedule[row]);
  const isDoubted = flags.isDoubted(state);
  const found = status === "none" && !isDoubted ? likely.foundAt(columns.likely[row]) : null;
  return {
    id,
    ...positionInTile(zoom, columns.x[row], columns.y[row]),
    accepted: flags.isAccepted(state),
    status: isDoubted ? statusInDoubt(status) : status,
    ...(found !== null && { likely: found }),
    isSmall,
  };
}

/** Coordinates of a position within its tile of a zoom. */
function positionInTile(zoom: number, x: number, y: number): { x: number; y: number } {
  const side = 2 ** (unitBits - zoom);
  const scale = tileExtent / side;
  return { x: Math.floor((x % side) * scale), y: Math.floor((y % side) * scale) };
}

const unitsPerPixel = tileExtent / tilePixels;
const cellSide = tileExtent / 2 ** clusterCellZooms;

/** A coordinate at least `reach` away from both edges of its cell. */
function keepInCell(coordinate: number, reach: number): number {
  const edge = Math.floor(coordinate / cellSide) * cellSide;
  return Math.min(Math.max(coordinate, edge + reach), edge + cellSide - reach);
}
