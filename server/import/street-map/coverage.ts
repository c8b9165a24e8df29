import { latitudeOfWorldY, longitudeOfWorldX } from "#domain/geography/web-mercator.ts";
import type { BoundsE7 } from "#server/import/osm/osm-file.ts";
import { type PlacedFeature, type UnitBox, unitsOf, worldUnits } from "./cell-store.ts";

/** Zoom of the squares of the covered area: some 800 m across in Hungary. */
export const squareZoom = 15;
export const squaresAcross = 2 ** squareZoom;
const across = squaresAcross;
export const squareUnits = worldUnits / across;

/** Number of the square with a point, in units of the world. */
export function squareOf(x: number, y: number): number {
  return Math.floor(y / squareUnits) * across + Math.floor(x / squareUnits);
}

/** Side of a square, from its corner in the northwest to the right or down. */
export interface SquareSide {
  readonly x: number;
  readonly y: number;
  readonly isVertical: boolean;
}

/** Box in degrees. */
export type CoveredBox = readonly [west: number, south: number, east: number, north: number];

/** Layers that are nearly everywhere in populated areas, and never far beyond an extract's edge. */
const marking: ReadonlySet<string> = new Set([
  "transportation",
  "building",
  "housenumber",
  "place",
]);

/** Area that a street map shows, gathered from its features. */
export class Coverage {
  readonly #squares = new Set<number>();
  /** Boxes of the extracts, outside which nothing is known; empty without limits. */
  #bounds: UnitBox[] | null = [];
  readonly #cutBounds: UnitBox[] = [];
  #isFilled = false;

  get bounds(): readonly UnitBox[] {
    return this.#bounds ?? [];
  }

  /**
   * Adds the box of an extract; with one that has none, or an empty one, the area has no limits.
   *
   * @param isCut whether its ways end there
   */
  addBounds(bounds: BoundsE7 | null, isCut = false): void {
    if (bounds === null || bounds[0] >= bounds[2] || bounds[1] >= bounds[3]) {
      this.#bounds = null;
      return;
    }
    const box = unitBoxOf(bounds);
    this.#bounds?.push(box);
    if (isCut) this.#cutBounds.push(box);
  }

  add({ layer, properties, outline }: PlacedFeature): void {
    if (!marking.has(layer) || properties.class === "ferry") return;
    for (const points of outline) {
      this.#mark(points[0], points[1]);
      for (let at = 2; at < points.length; at += 2) {
        this.#markLine(points[at - 2], points[at - 1], points[at], points[at + 1]);
      }
    }
  }

  /** Marks the squares along a line except its first, by points less than half a square apart. */
  #markLine(fromX: number, fromY: number, toX: number, toY: number): void {
    const [byX, byY] = [toX - fromX, toY - fromY];
    const steps = Math.ceil((Math.max(Math.abs(byX), Math.abs(byY)) / squareUnits) * 2);
    for (let step = 1; step < steps; step++) {
      this.#mark(fromX + (byX * step) / steps, fromY + (byY * step) / steps);
    }
    this.#mark(toX, toY);
  }

  #mark(x: number, y: number): void {
    this.#squares.add(squareOf(x, y));
  }

  /**
   * The squares of the features, and those that they enclose, such as the middle of a forest.
   * Features are added before.
   */
  squares(): ReadonlySet<number> {
    if (!this.#isFilled) for (const square of [...this.#enclosed()]) this.#squares.add(square);
    this.#isFilled = true;
    return this.#squares;
  }

  /** Adds the squares of a known sea, and takes away those of which too little is known. */
  addSea({ squares, unsure }: { squares: Iterable<number>; unsure: Iterable<number> }): void {
    this.squares();
    for (const square of squares) this.#squares.add(square);
    for (const square of unsure) this.#squares.delete(square);
  }

  /** Straight lines along the edge of the area, of the sides that `isWanted` admits. */
  edges(isWanted: (side: SquareSide) => boolean): Uint32Array[] {
    const squares = this.squares();
    const sides: SquareSide[] = [];
    for (const square of squares) {
      const [x, y] = [square % across, Math.floor(square / across)];
      if (!squares.has(square - across)) sides.push({ x, y, isVertical: false });
      if (!squares.has(square + across)) sides.push({ x, y: y + 1, isVertical: false });
      if (!squares.has(square - 1)) sides.push({ x, y, isVertical: true });
      if (!squares.has(square + 1)) sides.push({ x: x + 1, y, isVertical: true });
    }
    const { bounds } = this;
    const isKnown = (side: SquareSide) => bounds.length === 0 || isSideWithin(side, bounds);
    return joinStraight(sides.filter((side) => isKnown(side) && isWanted(side)));
  }

  /** Lines along the bounds of extracts that are cut there, where no other extract goes on. */
  cuts(): Uint32Array[] {
    if (this.#bounds === null) return [];
    const squares = this.squares();
    return this.#cutBounds.flatMap((box) => {
      const others = this.bounds.filter((other) => other !== box);
      return box.flatMap((at, side) => {
        const isVertical = side % 2 === 0;
        const point = (along: number, across = at) =>
          (isVertical ? [across, along] : [along, across]) as [x: number, y: number];
        const pieces = isVertical ? piecesOf(box[1], box[3]) : piecesOf(box[0], box[2]);
        return pieces.flatMap(([from, to]) => {
          const middle = (from + to) / 2;
          const [x, y] = point(middle);
          const isCovered = squares.has(squareOf(...point(middle, side < 2 ? at : at - 1)));
          const isShared = others.some((other) => isBoxWithin([x, y, x, y], other));
          return isCovered && !isShared ? [Uint32Array.of(...point(from), ...point(to))] : [];
        });
      });
    });
  }

  /** Boxes side by side that form the area, from north to south. */
  boxes(): CoveredBox[] {
    const rows = rowsOf(this.squares());
    const boxes: CoveredBox[] = [];
    /** Runs of the row above, by their ends, with the row at which they began. */
    let open = new Map<string, number>();
    const end = (run: string, from: number, to: number) => {
      const [first, last] = run.split(" ").map(Number);
      const units = [first, from, last + 1, to + 1].map((at) => at * squareUnits);
      const box = units as unknown as UnitBox;
      boxes.push(...boxesWithin(box, this.bounds).map(degreesOf));
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

  /**
   * Squares that the marked ones enclose: those of the gaps in rows from which no other gaps lead outside. The cost
   * follows the number of marked squares, however far apart they are.
   */
  *#enclosed(): Generator<number> {
    const gaps = new Gaps();
    const inner: { y: number; from: number; to: number; gap: number }[] = [];
    let above: { y: number; gaps: Gap[] } | null = null;
    for (const [y, runs] of rowsOf(this.#squares)) {
      const here: Gap[] = [{ from: Number.NEGATIVE_INFINITY, to: runs[0][0] - 1, id: outside }];
      for (const [index, [, last]] of runs.entries()) {
        const [next] = runs[index + 1] ?? [Number.POSITIVE_INFINITY];
        here.push({
          from: last + 1,
          to: next - 1,
          id: index + 1 < runs.length ? gaps.add() : outside,
        });
      }
      for (const { from, to, id } of here) if (id !== outside) inner.push({ y, from, to, gap: id });
      if (above?.y === y - 1) gaps.joinTouching(above.gaps, here);
      else gaps.joinOutside([...(above?.gaps ?? []), ...here]);
      above = { y, gaps: here };
    }
    gaps.joinOutside(above?.gaps ?? []);
    for (const { y, from, to, gap } of inner) {
      if (gaps.isOutside(gap)) continue;
      for (let x = from; x <= to; x++) yield y * across + x;
    }
  }
}

/** Runs of squares in each row that has any, from north to south. */
function rowsOf(squares: Iterable<number>): Map<number, [first: number, last: number][]> {
  const rows = new Map<number, [number, number][]>();
  for (const square of Float64Array.from(squares).sort()) {
    const [x, y] = [square % across, Math.floor(square / across)];
    const runs = rows.get(y) ?? [];
    const last = runs.at(-1);
    if (last?.[1] === x - 1) last[1] = x;
    else runs.push([x, x]);
    rows.set(y, runs);
  }
  return rows;
}

/** Gap between squares in a row, by its first and last square. */
interface Gap {
  readonly from: number;
  readonly to: number;
  readonly id: number;
}

/** Id of all that is outside. */
const outside = 0;

/** Disjoint sets of gaps that lead to each other. */
class Gaps {
  /** Another gap of the set, or the gap itself, by id. */
  readonly #parents = [outside];

  /** @returns the id of a gap that is a set of its own */
  add(): number {
    return this.#parents.push(this.#parents.length) - 1;
  }

  joinOutside(gaps: readonly Gap[]): void {
    for (const { id } of gaps) this.#join(id, outside);
  }

  /** Joins the gaps of two rows, one above the other, that have a side in common. */
  joinTouching(above: readonly Gap[], below: readonly Gap[]): void {
    for (let [one, other] = [0, 0]; one < above.length && other < below.length; ) {
      const [upper, lower] = [above[one], below[other]];
      if (upper.from <= lower.to && lower.from <= upper.to) this.#join(upper.id, lower.id);
      if (upper.to < lower.to) one++;
      else other++;
    }
  }

  isOutside(id: number): boolean {
    return this.#find(id) === this.#find(outside);
  }

  #join(one: number, other: number): void {
    this.#parents[this.#find(one)] = this.#find(other);
  }

  #find(id: number): number {
    const parents = this.#parents;
    let at = id;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }
}

/** The parts of a range of units in each row or column of squares. */
function piecesOf(from: number, to: number): [from: number, to: number][] {
  const pieces: [number, number][] = [];
  for (let start = from; start < to; ) {
    const end = Math.min(to, (Math.floor(start / squareUnits) + 1) * squareUnits);
    pieces.push([start, end]);
    start = end;
  }
  return pieces;
}

/** Lines of sides that continue each other in one direction. */
function joinStraight(sides: readonly SquareSide[]): Uint32Array[] {
  const lines: Uint32Array[] = [];
  for (const isVertical of [false, true]) {
    // Along the line and across it.
    const placed = sides
      .filter((side) => side.isVertical === isVertical)
      .map(({ x, y }) => (isVertical ? ([y, x] as const) : ([x, y] as const)))
      .sort((one, other) => one[1] - other[1] || one[0] - other[0]);
    let [from, to, beside] = [Number.NaN, Number.NaN, Number.NaN];
    const end = () => {
      if (Number.isNaN(from)) return;
      const points = isVertical ? [beside, from, beside, to] : [from, beside, to, beside];
      lines.push(Uint32Array.from(points, (at) => Math.min(worldUnits - 1, at * squareUnits)));
    };
    for (const [at, across] of placed) {
      if (at !== to || across !== beside) {
        end();
        [from, beside] = [at, across];
      }
      to = at + 1;
    }
    end();
  }
  return lines;
}

/** The parts of a box that are in the bounds; all of it without any. Parts of overlapping bounds overlap. */
export function boxesWithin(box: UnitBox, bounds: readonly UnitBox[]): UnitBox[] {
  const isWhole = bounds.length === 0 || bounds.some((of) => isBoxWithin(box, of));
  if (isWhole) return [box];
  return bounds
    .map(
      ([west, north, east, south]): UnitBox => [
        Math.max(box[0], west),
        Math.max(box[1], north),
        Math.min(box[2], east),
        Math.min(box[3], south),
      ],
    )
    .filter(([west, north, east, south]) => west < east && north < south);
}

function isBoxWithin([left, top, right, bottom]: UnitBox, [west, north, east, south]: UnitBox) {
  return left >= west && right <= east && top >= north && bottom <= south;
}

function isSideWithin({ x, y, isVertical }: SquareSide, bounds: readonly UnitBox[]): boolean {
  const [toX, toY] = isVertical ? [x, y + 1] : [x + 1, y];
  const box: UnitBox = [x * squareUnits, y * squareUnits, toX * squareUnits, toY * squareUnits];
  return bounds.some((of) => isBoxWithin(box, of));
}

function unitBoxOf([west, south, east, north]: BoundsE7): UnitBox {
  const [left, top] = unitsOf(west / 1e7, north / 1e7);
  return [left, top, ...unitsOf(east / 1e7, south / 1e7)];
}

function degreesOf([west, north, east, south]: UnitBox): CoveredBox {
  return [
    longitudeOfWorldX(west / worldUnits),
    latitudeOfWorldY(south / worldUnits),
    longitudeOfWorldX(east / worldUnits),
    latitudeOfWorldY(north / worldUnits),
  ];
}
