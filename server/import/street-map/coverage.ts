import { latitudeOfWorldY, longitudeOfWorldX } from "#domain/geography/web-mercator.ts";
import { type PlacedFeature, worldUnits } from "./cell-store.ts";

/** Zoom of the squares that the covered area is made of: some 3 km across in Hungary. */
const squareZoom = 13;
const across = 2 ** squareZoom;
const squareUnits = worldUnits / across;

/** Box in degrees. */
export type CoveredBox = readonly [west: number, south: number, east: number, north: number];

/** Layers that are nearly everywhere where there are people, and never far beyond an extract's edge. */
const marking: ReadonlySet<string> = new Set([
  "transportation",
  "building",
  "housenumber",
  "place",
]);

/** Area that a street map shows, gathered from its features. */
export class Coverage {
  readonly #squares = new Set<number>();

  add({ layer, properties, outline }: PlacedFeature): void {
    if (!marking.has(layer) || properties.class === "ferry") return;
    for (const points of outline) {
      for (let at = 0; at < points.length; at += 2) {
        const x = Math.floor(points[at] / squareUnits);
        const y = Math.floor(points[at + 1] / squareUnits);
        this.#squares.add(y * across + x);
      }
    }
  }

  /**
   * Boxes side by side that make up the area, from north to south. Squares that others enclose, such as the
   * middle of a forest, belong to it.
   */
  boxes(): CoveredBox[] {
    const rows = this.#rows();
    const boxes: CoveredBox[] = [];
    /** Runs of the row above, by their ends, with the row at which they began. */
    let open = new Map<string, number>();
    const end = (run: string, from: number, to: number) => {
      const [first, last] = run.split(" ").map(Number);
      boxes.push(boxOf(first, from, last, to));
    };
    let above = Number.NaN;
    for (const [y, runs] of rows) {
      const names = new Set(runs.map((run) => run.join(" ")));
      const going = new Map<string, number>();
      for (const [run, from] of open) {
        if (y === above + 1 && names.has(run)) going.set(run, from);
        else end(run, from, above);
      }
      for (const run of names) if (!going.has(run)) going.set(run, y);
      open = going;
      above = y;
    }
    for (const [run, from] of open) end(run, from, above);
    return boxes;
  }

  /** Runs of squares in each row, holes filled. */
  #rows(): Map<number, [first: number, last: number][]> {
    const filled = this.#filled();
    const rows = new Map<number, [number, number][]>();
    for (const square of [...filled].sort((one, other) => one - other)) {
      const [x, y] = [square % across, Math.floor(square / across)];
      const runs = rows.get(y) ?? [];
      const last = runs.at(-1);
      if (last?.[1] === x - 1) last[1] = x;
      else runs.push([x, x]);
      rows.set(y, runs);
    }
    return rows;
  }

  /** The squares, and those from which no way leads out between them. */
  #filled(): Set<number> {
    const squares = this.#squares;
    if (squares.size === 0) return squares;
    let [west, north, east, south] = [across, across, 0, 0];
    for (const square of squares) {
      const [x, y] = [square % across, Math.floor(square / across)];
      [west, east] = [Math.min(west, x), Math.max(east, x)];
      [north, south] = [Math.min(north, y), Math.max(south, y)];
    }
    // From outside, one square around all of them.
    const outside = new Set<number>();
    const waiting: [number, number][] = [[west - 1, north - 1]];
    while (waiting.length > 0) {
      const [x, y] = waiting.pop()!;
      const square = y * across + x;
      const isBeyond = x < west - 1 || x > east + 1 || y < north - 1 || y > south + 1;
      if (isBeyond || outside.has(square) || squares.has(square)) continue;
      outside.add(square);
      waiting.push([x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]);
    }
    const filled = new Set<number>();
    for (let y = north; y <= south; y++) {
      for (let x = west; x <= east; x++) {
        const square = y * across + x;
        if (!outside.has(square)) filled.add(square);
      }
    }
    return filled;
  }
}

function boxOf(firstX: number, firstY: number, lastX: number, lastY: number): CoveredBox {
  return [
    longitudeOfWorldX(firstX / across),
    latitudeOfWorldY((lastY + 1) / across),
    longitudeOfWorldX((lastX + 1) / across),
    latitudeOfWorldY(firstY / across),
  ];
}
