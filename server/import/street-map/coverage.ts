import { latitudeOfWorldY, longitudeOfWorldX } from "#domain/geography/web-mercator.ts";
import type { BoundsE7 } from "#server/import/pbf/osm-pbf-file.ts";
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

/** States of a square during the search for enclosed ones. */
const [unknown, outside, covered] = [0, 1, 2];

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
    if (!this.#isFilled) for (const square of this.#enclosed()) this.#squares.add(square);
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
    const rows = this.#rows();
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

  /** Runs of squares in each row. */
  #rows(): Map<number, [first: number, last: number][]> {
    const filled = this.squares();
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

  /** The marked squares, and those that they enclose. */
  #enclosed(): Set<number> {
    const squares = this.#squares;
    if (squares.size === 0) return squares;
    let [west, north, east, south] = [across, across, 0, 0];
    for (const square of squares) {
      const [x, y] = [square % across, Math.floor(square / across)];
      [west, east] = [Math.min(west, x), Math.max(east, x)];
      [north, south] = [Math.min(north, y), Math.max(south, y)];
    }
    // One more square on each side leads around all of them.
    [west, north] = [west - 1, north - 1];
    const [width, height] = [east - west + 2, south - north + 2];
    const states = new Uint8Array(width * height);
    const at = (x: number, y: number) => (y - north) * width + (x - west);
    for (const square of squares)
      states[at(square % across, Math.floor(square / across))] = covered;
    const queue = [0];
    states[0] = outside;
    const visit = (place: number) => {
      if (states[place] !== unknown) return;
      states[place] = outside;
      queue.push(place);
    };
    while (queue.length > 0) {
      const place = queue.pop()!;
      const x = place % width;
      if (x > 0) visit(place - 1);
      if (x < width - 1) visit(place + 1);
      if (place >= width) visit(place - width);
      if (place < width * (height - 1)) visit(place + width);
    }
    const filled = new Set<number>();
    for (let y = north; y < north + height; y++) {
      for (let x = west; x < west + width; x++) {
        if (states[at(x, y)] !== outside) filled.add(y * across + x);
      }
    }
    return filled;
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
