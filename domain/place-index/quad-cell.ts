import { mortonBits, mortonKey } from "./morton-key.ts";
import type { PlaceColumns } from "./place-columns.ts";

/** A tile of the pyramid and the slots of its places: one unbroken range, since slots stand in Morton order. */
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

/** The cell that is the whole world. */
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

/** The quarters of a cell above zoom 24 that hold any places, in the order of their slots. */
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

/** The first slot in from…to whose key is not below the given one; `to` where there is none. */
function firstSlotFrom(columns: PlaceColumns, key: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (columns.keyAt(middle) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
