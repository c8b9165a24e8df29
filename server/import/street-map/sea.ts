import { clipRingToBox, isRing, reversedLine } from "#server/geometry/line.ts";
import { type Band, bands, boxOf, type PlacedFeature, type UnitBox } from "./cell-store.ts";
import type { CoastLine, JoinedCoast } from "./coastline.ts";
import {
  squaresAcross as across,
  boxesWithin,
  type Coverage,
  type SquareSide,
  squareUnits,
  squareZoom,
} from "./coverage.ts";
import { areaZoom } from "./read-street-features.ts";

/** The sea of a street map. */
export interface Sea {
  /** Areas of water with class `ocean`, and the zooms for which each is made. */
  areas(): Generator<readonly [feature: PlacedFeature, band: Band]>;
  /** Squares of the coverage with a known coast, and those of sea or land around it. */
  readonly squares: ReadonlySet<number>;
  /** Squares in which the coast is known in part only. */
  readonly unsure: ReadonlySet<number>;
  /** Whether there is land all along a side of a square. */
  readonly isLandAlong: (side: SquareSide) => boolean;
}

/** Point where the coast crosses a side of a square. */
interface Crossing {
  /** Units of the world along the side's axis. */
  readonly at: number;
  /** Whether the water is behind it, to the right or down. */
  readonly isWaterAfter: boolean;
  /** Index of the line. */
  readonly line: number;
}

type Label = "land" | "water" | "unknown";

/** Squares by which the sea is known around a coast: some 2 km. */
const reachSquares = 4;

/** Zoom of the blocks into which the sea is cut for the zooms of a band: each of few rings. */
const blockZooms = [8, 11, 13] as const;

/**
 * Finds the sea on a grid of squares (docs/decisions/049): the lines are cut at the sides of the
 * squares. A crossed side tells for both its corners whether they are land or water; what they say
 * spreads along sides that are not crossed, the nearest first, over the covered area and
 * {@link reachSquares} around. Rings that it contradicts are put right. A square is known where its corners and
 * sides agree and no line ends in it. The areas end at the bounds of the extracts.
 */
export function findSea(coast: JoinedCoast, coverage: Coverage): Sea {
  const { grid, sides, labels } = labelCoast(coast, coverage.squares());
  const { ends } = coast;
  const squares = new Set<number>();
  const wet = new Set<number>();
  const unsure = new Set<number>(ends);
  for (const square of squaresAround(labels)) {
    const state = ends.has(square) ? "unsure" : stateOf(square, { grid, sides, labels });
    if (state === "unsure") unsure.add(square);
    if (state === "sea" || state === "coast" || state === "land") squares.add(square);
    if (state === "sea" || state === "coast") wet.add(square);
  }
  return {
    squares,
    unsure,
    *areas() {
      let id = 0;
      for (const [at, band] of bands.entries()) {
        for (const rings of cutBlocks({ grid, sides, labels, squares: wet }, blockZooms[at])) {
          const visible = rings.filter((ring) => areaZoom([ring]) <= band.last);
          for (const outline of partsWithin(visible, coverage.bounds)) {
            yield [{ ...ocean, id: --id, outline }, band];
          }
        }
      }
    },
    isLandAlong(side) {
      const [from, to] = cornersOf(side);
      return (
        !sides.has(sideKey(side)) && labels.get(from) !== "water" && labels.get(to) !== "water"
      );
    },
  };
}

const ocean = {
  layer: "water",
  type: "area",
  minZoom: 0,
  properties: { class: "ocean" },
} as const;

/** Sorted crossings of each crossed side; null where they contradict each other. */
type Sides = ReadonlyMap<number, readonly Crossing[] | null>;

function sideKey({ x, y, isVertical }: SquareSide): number {
  return cornerAt(x, y) * 2 + (isVertical ? 1 : 0);
}

function cornerAt(x: number, y: number): number {
  return y * (across + 1) + x;
}

function cornersOf({ x, y, isVertical }: SquareSide): [from: number, to: number] {
  return [cornerAt(x, y), isVertical ? cornerAt(x, y + 1) : cornerAt(x + 1, y)];
}

/** Lines of the coast by square, and their crossings of sides. */
class CoastGrid {
  readonly pieces = new Map<number, number[][]>();
  readonly #crossings = new Map<number, Crossing[]>();

  add(line: CoastLine, index: number): void {
    let [fromX, fromY] = [line[0], line[1]];
    let [column, row] = [columnOf(fromX), columnOf(fromY)];
    let piece = [fromX, fromY];
    const end = () => {
      const square = row * across + column;
      const there = this.pieces.get(square);
      if (there) there.push(piece);
      else this.pieces.set(square, [piece]);
    };
    for (let at = 2; at < line.length; at += 2) {
      const [toX, toY] = [line[at], line[at + 1]];
      for (const { share, by, isVertical } of stepsOf([fromX, fromY], [toX, toY])) {
        const side = isVertical
          ? { x: column + (by > 0 ? 1 : 0), y: row, isVertical }
          : { x: column, y: row + (by > 0 ? 1 : 0), isVertical };
        const x = isVertical ? side.x * squareUnits : within(column, fromX + share * (toX - fromX));
        const y = isVertical ? within(row, fromY + share * (toY - fromY)) : side.y * squareUnits;
        piece.push(x, y);
        end();
        piece = [x, y];
        // Water is on the right: southward of a line to the east, westward of one to the south.
        const isWaterAfter = isVertical === by > 0;
        this.#cross(sideKey(side), { at: isVertical ? y : x, isWaterAfter, line: index });
        if (isVertical) column += by;
        else row += by;
      }
      piece.push(toX, toY);
      [fromX, fromY] = [toX, toY];
    }
    end();
  }

  sortSides(directions: RingDirections): Sides {
    const sides = new Map<number, Crossing[] | null>();
    for (const [key, crossings] of this.#crossings) {
      crossings.sort((one, other) => one.at - other.at);
      const sorted: Crossing[] = [];
      for (const crossing of crossings) {
        const last = sorted.at(-1);
        const isThere = last?.at === crossing.at && last.isWaterAfter !== crossing.isWaterAfter;
        // A spit that is narrower than a unit.
        if (isThere) sorted.pop();
        else sorted.push(crossing);
      }
      let isAgreed = true;
      for (let at = 1; at < sorted.length; at++) {
        const [before, after] = [afterOf(sorted[at - 1]), beforeOf(sorted[at])];
        directions.compare(before, after);
        if (before.isWater !== after.isWater) isAgreed = false;
      }
      if (!isAgreed) sides.set(key, null);
      else if (sorted.length > 0) sides.set(key, sorted);
    }
    return sides;
  }

  #cross(key: number, crossing: Crossing): void {
    const there = this.#crossings.get(key);
    if (there) there.push(crossing);
    else this.#crossings.set(key, [crossing]);
  }
}

function columnOf(unit: number): number {
  return Math.floor(unit / squareUnits);
}

/** Rounded unit in a column, not on its sides. */
function within(column: number, unit: number): number {
  const low = column * squareUnits;
  return Math.min(low + squareUnits - 1, Math.max(low + 1, Math.round(unit)));
}

/** Steps from square to square along a segment, in its order. */
function stepsOf(from: readonly [number, number], to: readonly [number, number]) {
  const steps: { share: number; by: 1 | -1; isVertical: boolean }[] = [];
  for (const axis of [0, 1] as const) {
    const [first, last] = [columnOf(from[axis]), columnOf(to[axis])];
    const by = last > first ? 1 : -1;
    for (let column = first; column !== last; column += by) {
      const side = (column + (by > 0 ? 1 : 0)) * squareUnits;
      const share = (side - from[axis]) / (to[axis] - from[axis]);
      steps.push({ share, by, isVertical: axis === 0 });
    }
  }
  return steps.length < 2 ? steps : steps.sort((one, other) => one.share - other.share);
}

/** Maximum number of times that rings are put right: a lake on an island, and an island in that, go one by one. */
const maxRounds = 8;

/** The coast on the grid, and the labels of the corners of squares. */
function labelCoast({ lines, ends }: JoinedCoast, covered: ReadonlySet<number>): LabelledGrid {
  let current = lines;
  for (let round = 1; ; round++) {
    const directions = new RingDirections(current);
    const grid = new CoastGrid();
    for (const [index, line] of current.entries()) grid.add(line, index);
    const sides = grid.sortSides(directions);
    const labels = spreadLabels(sides, { ends, covered, directions });
    const contradicted = directions.contradicted();
    if (contradicted.size === 0 || round === maxRounds) return { grid, sides, labels };
    current = current.flatMap((line, index) => {
      const state = contradicted.get(index);
      if (state === "left out") return [];
      return [state === "reversed" ? reversedLine(line) : line];
    });
  }
}

function beforeOf({ line, isWaterAfter }: Crossing): Claim {
  return { line, isWater: !isWaterAfter };
}

function afterOf({ line, isWaterAfter }: Crossing): Claim {
  return { line, isWater: isWaterAfter };
}

interface Spreading {
  readonly ends: ReadonlySet<number>;
  readonly covered: ReadonlySet<number>;
  readonly directions: RingDirections;
}

/** Labels of the corners of squares. Where claims of two lines meet, their directions are compared. */
function spreadLabels(sides: Sides, { ends, covered, directions }: Spreading): Map<number, Label> {
  const labels = new Map<number, Label>();
  const claims = new Map<number, Claim>();
  for (const [key, crossings] of sides) {
    if (crossings === null) continue;
    const [from, to] = cornersOf(sideAt(key));
    const says = (corner: number, claim: Claim) => {
      const other = claims.get(corner);
      if (other) directions.compare(claim, other);
      else claims.set(corner, claim);
      const label = claim.isWater ? "water" : "land";
      const known = labels.get(corner) ?? label;
      labels.set(corner, known === label ? label : "unknown");
    };
    says(from, beforeOf(crossings[0]));
    says(to, afterOf(crossings[crossings.length - 1]));
  }
  for (const square of ends) {
    for (const corner of squareCorners(square)) {
      if (!labels.has(corner)) labels.set(corner, "unknown");
    }
  }
  let front = [...labels.keys()];
  for (let step = 1; front.length > 0; step++) {
    const next: number[] = [];
    for (const corner of front) {
      for (const [side, other] of sidesFrom(corner)) {
        if (sides.has(side)) continue;
        const claim = claims.get(corner);
        if (labels.has(other)) {
          const met = claims.get(other);
          if (claim && met) directions.compare(claim, met);
          continue;
        }
        if (step > reachSquares && !squaresAt(other).some((square) => covered.has(square)))
          continue;
        labels.set(other, labels.get(corner)!);
        if (claim) claims.set(other, claim);
        next.push(other);
      }
    }
    front = next;
  }
  return labels;
}

function sideAt(key: number): SquareSide {
  const corner = Math.floor(key / 2);
  return {
    x: corner % (across + 1),
    y: Math.floor(corner / (across + 1)),
    isVertical: key % 2 === 1,
  };
}

/** The sides that begin or end at a corner, with the corner at their other end. */
function* sidesFrom(corner: number): Generator<readonly [side: number, other: number]> {
  const [x, y] = [corner % (across + 1), Math.floor(corner / (across + 1))];
  if (x < across) yield [corner * 2, corner + 1];
  if (x > 0) yield [(corner - 1) * 2, corner - 1];
  if (y < across) yield [corner * 2 + 1, corner + across + 1];
  if (y > 0) yield [(corner - across - 1) * 2 + 1, corner - across - 1];
}

/** The squares that meet at a corner. */
function squaresAt(corner: number): number[] {
  const [x, y] = [corner % (across + 1), Math.floor(corner / (across + 1))];
  const squares: number[] = [];
  for (const column of [x - 1, x]) {
    for (const row of [y - 1, y]) {
      const isInWorld = Math.min(column, row) >= 0 && Math.max(column, row) < across;
      if (isInWorld) squares.push(row * across + column);
    }
  }
  return squares;
}

function squareCorners(square: number): number[] {
  const [x, y] = [square % across, Math.floor(square / across)];
  return [cornerAt(x, y), cornerAt(x + 1, y), cornerAt(x, y + 1), cornerAt(x + 1, y + 1)];
}

/** The sides of a square clockwise, and whether that is their direction. */
function squareSides(square: number): (SquareSide & { isForward: boolean; neighbour: number })[] {
  const [x, y] = [square % across, Math.floor(square / across)];
  return [
    { x, y, isVertical: false, isForward: true, neighbour: square - across },
    { x: x + 1, y, isVertical: true, isForward: true, neighbour: square + 1 },
    { x, y: y + 1, isVertical: false, isForward: false, neighbour: square + across },
    { x, y, isVertical: true, isForward: false, neighbour: square - 1 },
  ];
}

function squaresAround(labels: ReadonlyMap<number, Label>): Set<number> {
  const squares = new Set<number>();
  for (const corner of labels.keys()) for (const square of squaresAt(corner)) squares.add(square);
  return squares;
}

interface LabelledGrid {
  readonly grid: CoastGrid;
  readonly sides: Sides;
  readonly labels: ReadonlyMap<number, Label>;
}

/** What is in a square; other ones are those far from a coast. */
function stateOf(
  square: number,
  { grid, sides, labels }: LabelledGrid,
): "sea" | "land" | "coast" | "unsure" | "other" {
  let [waters, known] = [0, 0];
  for (const corner of squareCorners(square)) {
    const label = labels.get(corner);
    if (label === "water") waters++;
    if (label === "water" || label === "land") known++;
  }
  if (!grid.pieces.has(square)) {
    if (known < 4) return "other";
    if (waters === 0) return "land";
    return waters === 4 ? "sea" : "unsure";
  }
  const isAgreed = squareSides(square).every((side) => {
    const crossings = sides.get(sideKey(side));
    const [from, to] = cornersOf(side).map((corner) => labels.get(corner) === "water");
    if (crossings === undefined) return from === to;
    if (crossings === null) return false;
    return (
      from !== crossings[0].isWaterAfter && to === crossings[crossings.length - 1].isWaterAfter
    );
  });
  if (!isAgreed || known < 4) return "unsure";
  // Islands in land are land.
  return waters === 0 && grid.pieces.get(square)!.every(isIsland) ? "land" : "coast";
}

/** Rings of the water in each block of known squares, clockwise, those of islands the other way. */
function* cutBlocks(
  { grid, sides, labels, squares }: LabelledGrid & { squares: ReadonlySet<number> },
  zoom: number,
): Generator<Uint32Array[]> {
  const width = 2 ** (squareZoom - zoom);
  const blockOf = (square: number) =>
    Math.floor(Math.floor(square / across) / width) * across +
    Math.floor((square % across) / width);
  const blocks = new Map<number, number[]>();
  for (const square of squares) {
    const block = blocks.get(blockOf(square));
    if (block) block.push(square);
    else blocks.set(blockOf(square), [square]);
  }
  for (const [block, inBlock] of blocks) {
    const edges: (readonly number[])[] = [];
    for (const square of inBlock) {
      edges.push(...(grid.pieces.get(square) ?? []));
      for (const { neighbour, ...side } of squareSides(square)) {
        if (squares.has(neighbour) && blockOf(neighbour) === block) continue;
        edges.push(...waterAlong(side, sides.get(sideKey(side)) ?? [], labels));
      }
    }
    yield joinRingsOf(edges);
  }
}

/** The parts of a side with water, in its clockwise direction around its square. */
function waterAlong(
  side: SquareSide & { isForward: boolean },
  crossings: readonly Crossing[],
  labels: ReadonlyMap<number, Label>,
): number[][] {
  const [x, y] = [side.x * squareUnits, side.y * squareUnits];
  const point = (at: number) => (side.isVertical ? [x, at] : [at, y]);
  const first = side.isVertical ? y : x;
  const parts: number[][] = [];
  let from = labels.get(cornersOf(side)[0]) === "water" ? first : null;
  const end = (at: number) => {
    if (from === null) return;
    parts.push(side.isForward ? [...point(from), ...point(at)] : [...point(at), ...point(from)]);
    from = null;
  };
  for (const { at, isWaterAfter } of crossings) {
    if (isWaterAfter) from = at;
    else end(at);
  }
  end(first + squareUnits);
  return parts;
}

/** Rings of directed lines. A line whose continuation is missing ends its ring. */
function joinRingsOf(lines: readonly (readonly number[])[]): Uint32Array[] {
  // Unique within a block, the largest of which are 2^24 units wide.
  const keyOf = (x: number, y: number) => (x % 2 ** 26) * 2 ** 26 + (y % 2 ** 26);
  const starts = new Map<number, (readonly number[])[]>();
  for (const line of lines) {
    const key = keyOf(line[0], line[1]);
    const there = starts.get(key);
    if (there) there.push(line);
    else starts.set(key, [line]);
  }
  const rings: Uint32Array[] = [];
  const done = new Set<readonly number[]>();
  for (const first of lines) {
    const ring: number[] = [];
    for (let line: readonly number[] | undefined = first; line && !done.has(line); ) {
      done.add(line);
      for (let at = ring.length === 0 ? 0 : 2; at < line.length; at++) ring.push(line[at]);
      const [x, y] = [ring[ring.length - 2], ring[ring.length - 1]];
      if (x === ring[0] && y === ring[1]) break;
      line = starts.get(keyOf(x, y))?.find((next) => !done.has(next));
    }
    if (ring.length < 6) continue;
    if (ring[0] !== ring.at(-2) || ring[1] !== ring.at(-1)) ring.push(ring[0], ring[1]);
    if (ring.length >= 8) rings.push(Uint32Array.from(ring));
  }
  return rings;
}

/** The parts of an area that are in the bounds of the extracts. */
function partsWithin(rings: readonly Uint32Array[], bounds: readonly UnitBox[]): Uint32Array[][] {
  if (rings.length === 0) return [];
  const box = boxOf(rings);
  return boxesWithin(box, bounds)
    .map((part) => (part === box ? [...rings] : rings.flatMap((ring) => clipRing(ring, part))))
    .filter(({ length }) => length > 0);
}

/** The part of a ring in a box; nothing outside. */
function clipRing(ring: Uint32Array, box: UnitBox): Uint32Array[] {
  const points = clipRingToBox(ring.subarray(2), box).map(Math.round);
  return points.length < 6 ? [] : [Uint32Array.from([...points, points[0], points[1]])];
}

/** What a line of the coast says of a place beside it. */
interface Claim {
  /** Index of the line. */
  readonly line: number;
  readonly isWater: boolean;
}

interface Ring {
  /** Whether the ring has water around it and land inside: an island. */
  readonly isIsland: boolean;
  /** Area of its box, in units of the world. */
  readonly area: number;
  /** By other lines, how much more often their claims around the ring agree with its own than not. */
  readonly agreements: Map<number, number>;
}

/** Rings of a coast that most of what is said around them contradicts. A ring far from any other is as it says. */
class RingDirections {
  readonly #rings = new Map<number, Ring>();

  constructor(lines: readonly CoastLine[]) {
    for (const [index, line] of lines.entries()) {
      if (!isRing(line)) continue;
      const [west, north, east, south] = boxOf([Uint32Array.from(line)]);
      const area = (east - west) * (south - north);
      this.#rings.set(index, { isIsland: isIsland(line), area, agreements: new Map() });
    }
  }

  /** Compares what two lines say of a place. */
  compare(one: Claim, other: Claim): void {
    if (one.line === other.line) return;
    this.#compareAround(one, other);
    this.#compareAround(other, one);
  }

  /** Notes what another line says where a ring's own claim is that around it. */
  #compareAround(own: Claim, { line, isWater }: Claim): void {
    const ring = this.#rings.get(own.line);
    if (ring?.isIsland !== own.isWater) return;
    const difference = own.isWater === isWater ? 1 : -1;
    ring.agreements.set(line, (ring.agreements.get(line) ?? 0) + difference);
  }

  /**
   * The contradicted rings to put right first: those that an uncontradicted line contradicts, else of each two a lake
   * before an island and the smaller before the larger. Lakes in water are islands of the wrong direction. Islands in
   * land, as in a river above the end of the coast, are land in land.
   */
  contradicted(): Map<number, "reversed" | "left out"> {
    const found = new Map<number, readonly number[]>();
    for (const [index, { agreements }] of this.#rings) {
      const sum = [...agreements.values()].reduce((total, agreement) => total + agreement, 0);
      const against = [...agreements].filter(([, agreement]) => agreement < 0);
      if (sum < 0)
        found.set(
          index,
          against.map(([line]) => line),
        );
    }
    const all = [...found];
    const clear = all.filter(([, lines]) => lines.some((line) => !found.has(line)));
    const wrong =
      clear.length > 0
        ? clear
        : all.filter(([index, lines]) => lines.every((line) => this.#isBefore(index, line)));
    return new Map(
      wrong.map(([index]) => [index, this.#rings.get(index)!.isIsland ? "left out" : "reversed"]),
    );
  }

  /** Whether a ring is put right before another one. */
  #isBefore(index: number, other: number): boolean {
    const [ring, against] = [this.#rings.get(index)!, this.#rings.get(other)!];
    return ring.isIsland === against.isIsland ? ring.area < against.area : against.isIsland;
  }
}

/** Whether a line is a ring with land inside, on its left, seen with north up. */
function isIsland(ring: CoastLine): boolean {
  if (!isRing(ring)) return false;
  // Relative to its first point, against rounding errors.
  const [originX, originY] = ring;
  let area = 0;
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [fromX, fromY] = [ring[at] - originX, ring[at + 1] - originY];
    const [toX, toY] = [ring[at + 2] - originX, ring[at + 3] - originY];
    area += fromX * toY - toX * fromY;
  }
  // The units grow downward.
  return area < 0;
}
