import type { BoundingBox } from "../bounding-box.ts";
import type { QuadCell } from "./quad-cell.ts";
import { unitBits, unitX, unitY } from "./world-units.ts";

/** A box in units, edges included, that doesn't cross the antimeridian. */
export interface UnitBox {
  west: number;
  north: number;
  east: number;
  south: number;
}

/**
 * The one or two boxes that a bounding box is; two where it crosses the antimeridian (w > e). They
 * share no place. A place within a unit (9 mm) of an edge counts as on it.
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

/** How a cell lies to a box. */
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
