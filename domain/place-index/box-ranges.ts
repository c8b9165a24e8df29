import type { BoundingBox } from "../bounding-box.ts";
import { mortonBits } from "./morton-key.ts";
import type { PlaceColumns } from "./place-columns.ts";
import { type QuadCell, quarterCells, worldCell } from "./quad-cell.ts";
import { placeCell, type UnitBox, unitBoxes } from "./unit-box.ts";

/** A range of slots: all of them in the box (`box` null), or those that lie in `box`. */
export interface BoxRange {
  from: number;
  /** The slot after the last. */
  to: number;
  box: UnitBox | null;
}

/** Ranges this short are looked through rather than divided further. */
const shortRange = 256;

/** The ranges of slots that together hold each place of a bounding box once; null is the world. */
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
