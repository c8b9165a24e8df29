import { statusInDoubt } from "#domain/opening/open-status.ts";
import type { CombinationMatches, CombinationQuery } from "./place-flags.ts";
import type { PlaceStore } from "./place-store.ts";
import {
  clusterCellZooms,
  firstZoomWithoutClusters,
  type PlaceTile,
  type TilePoint,
  tileExtent,
} from "./place-tile.ts";
import { cellOfTile, type QuadCell, quarterCells } from "./quad-cells.ts";
import { unitBits } from "./world-units.ts";

/** Minimum zoom at which a tile with few places shows all of them; a tile of this zoom is a town. */
const firstZoomOfFew = 10;
const fewPlaces = 32;

/**
 * Content of one tile: a cluster for each cell with several results of a query, a point for each cell with
 * one. The tiles of a zoom together count each result once.
 */
export function cutTile(
  store: PlaceStore,
  tile: { zoom: number; x: number; y: number },
  indexQuery: CombinationQuery,
): PlaceTile {
  const { state } = store.columns;
  const { passing: passes } = store.flags.resultsOf(indexQuery);
  const cell = cellOfTile(store.columns, tile.zoom, tile.x, tile.y);
  if (showsEveryPlace(tile.zoom, cell, state, passes)) return pointsOf(store, cell, passes);
  const result: PlaceTile = { points: [], clusters: [] };
  for (const cellAtZoom of cellsAtZoom(store, cell, tile.zoom + clusterCellZooms)) {
    const { count, pendingCount, firstRow, x, y } = summarize(store, cellAtZoom, passes);
    if (count === 1) result.points.push(pointOf(store, firstRow, tile.zoom));
    else if (count > 1) {
      const position = positionInTile(tile.zoom, Math.floor(x), Math.floor(y));
      result.clusters.push({ ...position, count, pendingCount });
    }
  }
  return result;
}

function showsEveryPlace(
  zoom: number,
  cell: QuadCell,
  state: Uint32Array,
  passes: CombinationMatches,
) {
  if (zoom >= firstZoomWithoutClusters) return true;
  if (zoom < firstZoomOfFew) return false;
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
    if (passes[state[row]] === 1) points.push(pointOf(store, row, cell.zoom));
  }
  return { points, clusters: [] };
}

/** Descendants of a cell at a deeper zoom that hold places. */
function cellsAtZoom(store: PlaceStore, cell: QuadCell, zoom: number): QuadCell[] {
  if (cell.zoom === zoom) return [cell];
  return quarterCells(store.columns, cell).flatMap((quarter) => cellsAtZoom(store, quarter, zoom));
}

/** Number of results in a cell, number of pending ones, row of the first, and their mean position in units. */
function summarize(
  { columns, flags }: PlaceStore,
  { from, to }: QuadCell,
  passes: CombinationMatches,
) {
  const { state, x, y } = columns;
  let count = 0;
  let pendingCount = 0;
  let firstRow = -1;
  let sumX = 0;
  let sumY = 0;
  for (let row = from; row < to; row++) {
    if (passes[state[row]] === 0) continue;
    if (count === 0) firstRow = row;
    count++;
    if (!flags.isAccepted(state[row])) pendingCount++;
    sumX += x[row];
    sumY += y[row];
  }
  return { count, pendingCount, firstRow, x: sumX / count, y: sumY / count };
}

function pointOf(
  { columns, schedules, flags, closed }: PlaceStore,
  row: number,
  zoom: number,
): TilePoint {
  const id = columns.id[row];
  const state = columns.state[row];
  const status = closed.has(id) ? "closed" : schedules.statusOf(columns.schedule[row]);
  return {
    id,
    ...positionInTile(zoom, columns.x[row], columns.y[row]),
    accepted: flags.isAccepted(state),
    status: flags.isDoubted(state) ? statusInDoubt(status) : status,
  };
}

/** Coordinates of a position within its tile of a zoom. */
function positionInTile(zoom: number, x: number, y: number): { x: number; y: number } {
  const side = 2 ** (unitBits - zoom);
  const scale = tileExtent / side;
  return { x: Math.floor((x % side) * scale), y: Math.floor((y % side) * scale) };
}
