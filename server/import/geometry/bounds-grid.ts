import type { Coordinates } from "#domain/coordinates.ts";
import type { Bounds } from "./line.ts";

/** Cells of a tenth of a degree: some 11 by 8 km in Hungary. */
const cellsPerDegree = 10;

/** Finds what lies around a point without asking everything. */
export class BoundsGrid<Item> {
  readonly #cells = new Map<number, Item[]>();

  add(item: Item, [west, south, east, north]: Bounds): void {
    for (let column = toCell(west); column <= toCell(east); column++) {
      for (let row = toCell(south); row <= toCell(north); row++) {
        const key = keyOf(column, row);
        const items = this.#cells.get(key);
        if (items === undefined) this.#cells.set(key, [item]);
        else items.push(item);
      }
    }
  }

  /** Everything whose bounds share the point's cell, and so all whose bounds contain it. */
  around([longitude, latitude]: Coordinates): readonly Item[] {
    return this.#cells.get(keyOf(toCell(longitude), toCell(latitude))) ?? [];
  }
}

function toCell(degrees: number): number {
  return Math.floor(degrees * cellsPerDegree);
}

function keyOf(column: number, row: number): number {
  return column * 10_000 + row;
}
