import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import { lowerBound } from "./lower-bound.ts";
import type { PlaceColumns } from "./place-columns.ts";
import { mortonBits, mortonKey, unitBits, unitX, unitY } from "./world-units.ts";

/**
 * A tile of the pyramid and the slots of its places: one unbroken range, because slots are in Morton order.
 */
export interface QuadCell {
  /** 0…24. */
  zoom: number;
  /** Column from the west at this zoom. */
  x: number;
  /** Row from the north. */
  y: number;
  /** First slot. */
  from: number;
  /** The slot after the last. */
  to: number;
}

/** The cell of the whole world. */
export function worldCell(columns: PlaceColumns): QuadCell {
  return { zoom: 0, x: 0, y: 0, from: 0, to: columns.size };
}

/** The cell of a tile of zoom 0…24. */
export function cellOfTile(columns: PlaceColumns, zoom: number, x: number, y: number): QuadCell {
  const keys = 4 ** (mortonBits - zoom);
  const firstKey = mortonKey(x, y) * keys;
  const from = firstSlotFrom(columns, firstKey, 0, columns.size);
  return { zoom, x, y, from, to: firstSlotFrom(columns, firstKey + keys, from, columns.size) };
}

/** The quarters of a cell above zoom 24 that hold places, in the order of their slots. */
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
        : firstSlotFrom(columns, firstKey + (quarter + 1) * keys, from, cell.to);
    const x = cell.x * 2 + (quarter & 1);
    const y = cell.y * 2 + (quarter >>> 1);
    if (to > from) quarters.push({ zoom, x, y, from, to });
    from = to;
  }
  return quarters;
}

/** First slot in from…to whose key is not below the given one; `to` where there is none. */
function firstSlotFrom(columns: PlaceColumns, key: number, from: number, to: number): number {
  return lowerBound(from, to, (slot) => columns.keyAt(slot) < key);
}

/** A box in units, edges included, that does not cross the antimeridian. */
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
  const rows = { north: unitY(north), south: unitY(south) };
  const [westX, eastX] = [unitX(west), unitX(east)];
  if (west <= east) return [{ ...rows, west: westX, east: eastX }];
  const lastX = 2 ** unitBits - 1;
  if (westX <= eastX) return [{ ...rows, west: 0, east: lastX }];
  return [
    { ...rows, west: westX, east: lastX },
    { ...rows, west: 0, east: eastX },
  ];
}

/** Whether a point is in the box. */
export function isInUnitBox(box: UnitBox, x: number, y: number): boolean {
  return x >= box.west && x <= box.east && y >= box.north && y <= box.south;
}

/** Position of a cell relative to a box. */
export function placeCell(box: UnitBox, { zoom, x, y }: QuadCell): "outside" | "across" | "inside" {
  const side = 2 ** (unitBits - zoom);
  const [west, north] = [x * side, y * side];
  const [east, south] = [west + side - 1, north + side - 1];
  if (west > box.east || east < box.west || north > box.south || south < box.north) {
    return "outside";
  }
  const isInside = west >= box.west && east <= box.east && north >= box.north && south <= box.south;
  return isInside ? "inside" : "across";
}

/** A range of slots: all of them are in the bounding box (`box` null), or only those in `box`. */
export interface BoxRange {
  from: number;
  /** The slot after the last. */
  to: number;
  box: UnitBox | null;
}

/** Maximum length of a range that is looked through instead of divided further. */
const shortRange = 256;

/** Ranges of slots that together hold each place of a bounding box once; null is the world. */
export function boxRanges(columns: PlaceColumns, bbox: BoundingBox | null): BoxRange[] {
  if (bbox === null) return [{ from: 0, to: columns.size, box: null }];
  return unitBoxes(bbox).flatMap((box) => collectRanges(columns, worldCell(columns), box, []));
}

function collectRanges(columns: PlaceColumns, cell: QuadCell, box: UnitBox, ranges: BoxRange[]) {
  const { from, to } = cell;
  const lie = placeCell(box, cell);
  if (lie === "outside") return ranges;
  if (lie === "inside") ranges.push({ from, to, box: null });
  else if (to - from <= shortRange || cell.zoom === mortonBits) ranges.push({ from, to, box });
  else
    for (const quarter of quarterCells(columns, cell)) collectRanges(columns, quarter, box, ranges);
  return ranges;
}
