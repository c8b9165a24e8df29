import { isRing, reversedLine } from "#server/geometry/line.ts";
import type { UnitBox } from "./cell-store.ts";
import { squareOf, squareUnits } from "./coverage.ts";

/** Both units of a point that the extract does not have: the corner of the world in the southeast. */
export const missingUnit = 2 ** 32 - 1;

/** Points one after the other, x and y in units of the world. */
export type CoastLine = readonly number[];

/** The coast as lines with land on their left and water on their right, seen with north up. */
export interface JoinedCoast {
  /** Rings, and lines that end beyond what the extracts know. */
  readonly lines: readonly CoastLine[];
  /** Squares of the coverage in which such a line ends: its course there is unknown. */
  readonly ends: ReadonlySet<number>;
}

/** Longest gap that is an error in the data, 40 to 80 m. */
const gapUnits = squareUnits / 16;

/** Ways with `natural=coastline` of all extracts. */
export class Coastline {
  readonly #ways = new Map<number, Uint32Array>();

  /**
   * Adds a way; of one in several extracts, the points that any of them has.
   *
   * @param points with {@link missingUnit} in place of missing ones
   */
  addWay(id: number, points: Uint32Array): void {
    const known = this.#ways.get(id);
    if (known?.length !== points.length) {
      // Of two versions of a way, the one with more points.
      if (known === undefined || known.length < points.length) this.#ways.set(id, points);
      return;
    }
    for (const [at, unit] of points.entries()) if (known[at] === missingUnit) known[at] = unit;
  }

  /**
   * The coast as lines. A line between two others that has their opposite direction is reversed, a
   * small gap is closed, and a line that is cut goes on to the border of its extract.
   *
   * @param bounds boxes of the extracts
   */
  join(bounds: readonly UnitBox[]): JoinedCoast {
    const cut = [...this.#ways.values()].flatMap(runsOf);
    let lines = joinDirected(cut);
    if (reverseWrong(lines)) lines = joinDirected(lines);
    lines = closeGaps(lines, bounds);
    const ends = new Set<number>();
    const extended = lines.map((line) => {
      if (isRing(line)) return line;
      const there = beyond(line.slice(-4), bounds);
      const [startX, startY, nextX, nextY] = line;
      const back = beyond([nextX, nextY, startX, startY], bounds);
      for (const [x, y] of [there, back]) ends.add(squareOf(x, y));
      return [...back, ...line, ...there];
    });
    return { lines: extended, ends };
  }
}

/** Lines whose end and beginning are closer to each other than to an extract's border are one. */
function closeGaps(lines: readonly CoastLine[], bounds: readonly UnitBox[]): CoastLine[] {
  const open = lines.filter((line) => !isRing(line));
  const starts = new Set(open);
  const bridges: CoastLine[] = [];
  for (const line of open) {
    const [x, y] = line.slice(-2);
    const limit = Math.min(gapUnits, toBorder([x, y], bounds).distance);
    let nearest: { start: CoastLine | null; distance: number } = { start: null, distance: limit };
    for (const start of starts) {
      const distance = Math.hypot(start[0] - x, start[1] - y);
      // A short line that almost ends where it began is the piece of a cut one.
      if (start === line && start.length < 8) continue;
      if (distance < nearest.distance) nearest = { start, distance };
    }
    if (nearest.start === null) continue;
    starts.delete(nearest.start);
    bridges.push([x, y, nearest.start[0], nearest.start[1]]);
  }
  return bridges.length === 0 ? [...lines] : joinDirected([...lines, ...bridges]);
}

/** Point in the next square beyond the end of a line: across the border nearby, or straight on. */
function beyond(
  [fromX, fromY, x, y]: readonly number[],
  bounds: readonly UnitBox[],
): [x: number, y: number] {
  const { distance, towards } = toBorder([x, y], bounds);
  if (distance < squareUnits / 2) {
    const along = (at: number, by: number) => {
      const square = Math.floor((at + by * distance) / squareUnits);
      if (by === 0) return at;
      return by > 0 ? (square + 1) * squareUnits + 1 : square * squareUnits - 1;
    };
    return [along(x, towards[0]), along(y, towards[1])];
  }
  const [byX, byY] = [x - fromX, y - fromY];
  const edge = (at: number, by: number) =>
    (Math.floor(at / squareUnits) + (by > 0 ? 1 : 0)) * squareUnits;
  const share = (at: number, by: number) =>
    by === 0 ? Number.POSITIVE_INFINITY : (edge(at, by) - at) / by;
  const [shareX, shareY] = [share(x, byX), share(y, byY)];
  const within = (at: number, value: number) => {
    const low = Math.floor(at / squareUnits) * squareUnits;
    return Math.min(low + squareUnits - 1, Math.max(low + 1, Math.round(value)));
  };
  return shareX < shareY
    ? [edge(x, byX) + Math.sign(byX), within(y, y + shareX * byY)]
    : [within(x, x + shareY * byX), edge(y, byY) + Math.sign(byY)];
}

/** Distance of the nearest border of an extract that contains a point, and the direction to it. */
function toBorder(
  [x, y]: readonly [number, number],
  bounds: readonly UnitBox[],
): { distance: number; towards: readonly [x: number, y: number] } {
  let nearest = {
    distance: Number.POSITIVE_INFINITY,
    towards: [0, 0] as readonly [number, number],
  };
  for (const [west, north, east, south] of bounds) {
    if (x < west || x > east || y < north || y > south) continue;
    const sides = [
      { distance: x - west, towards: [-1, 0] },
      { distance: east - x, towards: [1, 0] },
      { distance: y - north, towards: [0, -1] },
      { distance: south - y, towards: [0, 1] },
    ] as const;
    for (const side of sides) if (side.distance < nearest.distance) nearest = side;
  }
  return nearest;
}

/** The pieces of a way between missing points. */
function runsOf(points: Uint32Array): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  const end = () => {
    if (run.length >= 4) runs.push(run);
    run = [];
  };
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at], points[at + 1]];
    if (x === missingUnit && y === missingUnit) end();
    else if (x !== run.at(-2) || y !== run.at(-1)) run.push(x, y);
  }
  end();
  return runs;
}

function startOf(line: CoastLine): string {
  return `${line[0]} ${line[1]}`;
}

function endOf(line: CoastLine): string {
  return `${line.at(-2)} ${line.at(-1)}`;
}

function byEnd(lines: Iterable<CoastLine>, endOfLine: (line: CoastLine) => string) {
  const found = new Map<string, CoastLine[]>();
  for (const line of lines) {
    const there = found.get(endOfLine(line));
    if (there) there.push(line);
    else found.set(endOfLine(line), [line]);
  }
  return found;
}

/** Lines joined where one begins at the end of another. */
function joinDirected(lines: readonly CoastLine[]): CoastLine[] {
  const starts = byEnd(lines, startOf);
  const endings = byEnd(lines, endOf);
  const open = new Set(lines);
  const joined: CoastLine[] = [];
  // From the beginnings of chains first; what is left are rings.
  const heads = lines.filter((line) => !endings.has(startOf(line)));
  for (const first of [...heads, ...lines]) {
    if (!open.delete(first)) continue;
    const chain = [first];
    let last = first;
    while (!isRing(last) && endOf(last) !== startOf(first)) {
      const next = starts.get(endOf(last))?.find((line) => open.has(line));
      if (next === undefined) break;
      open.delete(next);
      chain.push(next);
      last = next;
    }
    joined.push(
      chain.length === 1 ? first : chain.flatMap((line, at) => (at ? line.slice(2) : line)),
    );
  }
  return joined;
}

/** Reverses, in place, lines that begin where a longer one begins and end where a longer one ends. */
function reverseWrong(lines: CoastLine[]): boolean {
  const open = lines.filter((line) => !isRing(line));
  const [starts, endings] = [byEnd(open, startOf), byEnd(open, endOf)];
  let isAny = false;
  for (const [at, line] of lines.entries()) {
    const hasLonger = (others: readonly CoastLine[] = []) =>
      others.some((other) => other !== line && other.length > line.length);
    if (!hasLonger(starts.get(startOf(line))) || !hasLonger(endings.get(endOf(line)))) continue;
    lines[at] = reversedLine(line);
    isAny = true;
  }
  return isAny;
}
