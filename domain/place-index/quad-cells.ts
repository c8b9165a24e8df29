import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import { lowerBound } from "./lower-bound.ts";
import type { CombinationMatches, PlaceQuery } from "./place-query.ts";
import type { PlaceColumns, PlaceStore } from "./place-store.ts";
import { mortonBits, mortonKey, unitBits, unitX, unitY } from "./world-units.ts";

/** Tile of the pyramid and the rows of its places: one contiguous range, because rows are in Morton order. */
export interface QuadCell {
  /** 0…24. */
  zoom: number;
  /** Tile column from the west at this zoom. */
  x: number;
  /** Tile row from the north. */
  y: number;
  /** First row of the columns. */
  from: number;
  /** Row after the last. */
  to: number;
}

export function worldCell(columns: PlaceColumns): QuadCell {
  return { zoom: 0, x: 0, y: 0, from: 0, to: columns.size };
}

export function cellOfTile(columns: PlaceColumns, zoom: number, x: number, y: number): QuadCell {
  const keys = 4 ** (mortonBits - zoom);
  const firstKey = mortonKey(x, y) * keys;
  const from = firstRowFrom(columns, firstKey, 0, columns.size);
  return { zoom, x, y, from, to: firstRowFrom(columns, firstKey + keys, from, columns.size) };
}

/** Quarters of a cell above zoom 24 that hold places, in the order of their rows. */
export function quarterCells(columns: PlaceColumns, cell: QuadCell): QuadCell[] {
  const zoom = cell.zoom + 1;
  const keys = 4 ** (mortonBits - zoom);
  const firstKey = mortonKey(cell.x * 2, cell.y * 2) * keys;
  const quarters: QuadCell[] = [];
  let from = cell.from;
  for (let quarter = 0; quarter < 4 && from < cell.to; quarter++) {
    const to =
      quarter === 3
        ? cell.to
        : firstRowFrom(columns, firstKey + (quarter + 1) * keys, from, cell.to);
    const x = cell.x * 2 + (quarter & 1);
    const y = cell.y * 2 + (quarter >>> 1);
    if (to > from) quarters.push({ zoom, x, y, from, to });
    from = to;
  }
  return quarters;
}

/** First row in from…to whose key is not below the given one; `to` where there is none. */
function firstRowFrom(columns: PlaceColumns, key: number, from: number, to: number): number {
  return lowerBound(from, to, (row) => columns.keyAt(row) < key);
}

/** Box in units, edges included, that does not cross the antimeridian. */
export interface UnitBox {
  west: number;
  north: number;
  east: number;
  south: number;
}

/**
 * Splits a bounding box into one box, or two where it crosses the antimeridian (w > e). They share no place.
 * A place within a unit (9 mm) of an edge counts as on it.
 */
export function unitBoxes({ west, south, east, north }: BoundingBox): UnitBox[] {
  const edges = { north: unitY(north), south: unitY(south) };
  const [westX, eastX] = [unitX(west), unitX(east)];
  if (west <= east) return [{ ...edges, west: westX, east: eastX }];
  const lastX = 2 ** unitBits - 1;
  if (westX <= eastX) return [{ ...edges, west: 0, east: lastX }];
  return [
    { ...edges, west: westX, east: lastX },
    { ...edges, west: 0, east: eastX },
  ];
}

export function isInUnitBox(box: UnitBox, x: number, y: number): boolean {
  return x >= box.west && x <= box.east && y >= box.north && y <= box.south;
}

export function relationToBox(
  box: UnitBox,
  { zoom, x, y }: QuadCell,
): "outside" | "across" | "inside" {
  const side = 2 ** (unitBits - zoom);
  const [west, north] = [x * side, y * side];
  const [east, south] = [west + side - 1, north + side - 1];
  if (west > box.east || east < box.west || north > box.south || south < box.north) {
    return "outside";
  }
  const isInside = west >= box.west && east <= box.east && north >= box.north && south <= box.south;
  return isInside ? "inside" : "across";
}

/** Range of rows: all of them are in the bounding box (`box` null), or only those in `box`. */
export interface BoxRange {
  from: number;
  /** Row after the last. */
  to: number;
  box: UnitBox | null;
}

/** Maximum length of a range that is scanned instead of divided further. */
const shortRange = 256;

/** Ranges of rows that together hold each place of a bounding box once; null is the world. */
export function boxRanges(columns: PlaceColumns, bbox: BoundingBox | null): BoxRange[] {
  if (bbox === null) return [{ from: 0, to: columns.size, box: null }];
  return unitBoxes(bbox).flatMap((box) => collectRanges(columns, worldCell(columns), box, []));
}

function collectRanges(columns: PlaceColumns, cell: QuadCell, box: UnitBox, ranges: BoxRange[]) {
  const { from, to } = cell;
  const relation = relationToBox(box, cell);
  if (relation === "outside") return ranges;
  if (relation === "inside") ranges.push({ from, to, box: null });
  else if (to - from <= shortRange || cell.zoom === mortonBits) ranges.push({ from, to, box });
  else
    for (const quarter of quarterCells(columns, cell)) collectRanges(columns, quarter, box, ranges);
  return ranges;
}

/** Rows of all results of a query, ascending; `total` is their number. */
export function matchingRows(
  { columns, flags }: PlaceStore,
  indexQuery: PlaceQuery,
  total: number,
): Uint32Array {
  const { state, x, y } = columns;
  const { passing } = flags.resultsOf(indexQuery);
  const rows = new Uint32Array(total);
  let count = 0;
  for (const { from, to, box } of boxRanges(columns, indexQuery.bbox)) {
    for (let row = from; row < to; row++) {
      if (passing[state[row]] === 0) continue;
      if (box === null || isInUnitBox(box, x[row], y[row])) rows[count++] = row;
    }
  }
  return rows;
}

/** Number of places of the ranges in each state: enough to count the results of any filters. */
export function tallyStates(
  { columns, flags }: PlaceStore,
  ranges: readonly BoxRange[],
): Uint32Array {
  const { state, x, y } = columns;
  const tally = new Uint32Array(flags.stateCount);
  for (const { from, to, box } of ranges) {
    for (let row = from; row < to; row++) {
      if (box === null || isInUnitBox(box, x[row], y[row])) tally[state[row]]++;
    }
  }
  return tally;
}

/** Sum of a tally over the states that are marked 1. States beyond the tally have no places. */
export function sumStates(tally: Uint32Array, marks: CombinationMatches): number {
  let sum = 0;
  for (let state = 0; state < tally.length; state++) sum += tally[state] * marks[state];
  return sum;
}
