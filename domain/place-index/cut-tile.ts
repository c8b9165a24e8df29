import { statusInDoubt } from "#domain/opening/open-status.ts";
import { clusterCellZooms, firstZoomWithoutClusters } from "./clusters.ts";
import type { CombinationMatches, CombinationQuery } from "./place-flags.ts";
import type { PlaceStore } from "./place-store.ts";
import { type PlaceTile, type TilePoint, tileExtent } from "./place-tile.ts";
import { cellOfTile, type QuadCell, quarterCells } from "./quad-cells.ts";
import { unitBits } from "./world-units.ts";

/** Minimum zoom (a tile is a town) at which a tile with few places shows all of them. */
const firstZoomOfFew = 10;
const fewPlaces = 32;

/**
 * The content of one tile: a cluster for each cell with several answers to a question, a point for each cell
 * with one. The tiles of a zoom together count each answer once.
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
  for (const part of partsOf(store, cell, tile.zoom + clusterCellZooms)) {
    const { count, waiting, firstSlot, x, y } = summarize(store, part, passes);
    if (count === 1) result.points.push(pointOf(store, firstSlot, tile.zoom));
    else if (count > 1) {
      const position = positionInTile(tile.zoom, Math.floor(x), Math.floor(y));
      result.clusters.push({ ...position, count, waiting });
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
  for (let slot = cell.from; slot < cell.to && count <= fewPlaces; slot++) {
    count += passes[state[slot]];
  }
  return count <= fewPlaces;
}

function pointsOf(store: PlaceStore, cell: QuadCell, passes: CombinationMatches): PlaceTile {
  const { state } = store.columns;
  const points: TilePoint[] = [];
  for (let slot = cell.from; slot < cell.to; slot++) {
    if (passes[state[slot]] === 1) points.push(pointOf(store, slot, cell.zoom));
  }
  return { points, clusters: [] };
}

/** The parts of a cell at a deeper zoom that hold places. */
function partsOf(store: PlaceStore, cell: QuadCell, zoom: number): QuadCell[] {
  if (cell.zoom === zoom) return [cell];
  return quarterCells(store.columns, cell).flatMap((quarter) => partsOf(store, quarter, zoom));
}

/** Number of a cell's answers, number of them that wait, the first one, and their mean position in units. */
function summarize(
  { columns, flags }: PlaceStore,
  { from, to }: QuadCell,
  passes: CombinationMatches,
) {
  const { state, x, y } = columns;
  let count = 0;
  let waiting = 0;
  let firstSlot = -1;
  let sumX = 0;
  let sumY = 0;
  for (let slot = from; slot < to; slot++) {
    if (passes[state[slot]] === 0) continue;
    if (count === 0) firstSlot = slot;
    count++;
    if (!flags.isAccepted(state[slot])) waiting++;
    sumX += x[slot];
    sumY += y[slot];
  }
  return { count, waiting, firstSlot, x: sumX / count, y: sumY / count };
}

function pointOf(
  { columns, schedules, flags, closed }: PlaceStore,
  slot: number,
  zoom: number,
): TilePoint {
  const id = columns.id[slot];
  const state = columns.state[slot];
  const status = closed.has(id) ? "closed" : schedules.statusOf(columns.schedule[slot]);
  return {
    id,
    ...positionInTile(zoom, columns.x[slot], columns.y[slot]),
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
