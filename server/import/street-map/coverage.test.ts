import { expect, it } from "vitest";
import { type PlacedFeature, worldUnits } from "./cell-store.ts";
import { Coverage } from "./coverage.ts";

const width = worldUnits / 2 ** 15;

/** Coverage of squares by column and row, from the middle of the world. */
function covering(...squares: readonly (readonly [x: number, y: number])[]): Coverage {
  const coverage = new Coverage();
  for (const [x, y] of squares) coverage.add(featureAt([x, y]));
  return coverage;
}

const featureAt = ([x, y]: readonly [number, number], layer = "transportation", kind = "minor") =>
  ({
    layer,
    properties: { class: kind },
    outline: [Uint32Array.from([x, y].map((at) => worldUnits / 2 + (at + 0.5) * width))],
  }) as unknown as PlacedFeature;

/** Columns and rows of the boxes: first column, first row, last column, last row. */
const boxesOf = (coverage: Coverage) =>
  coverage.boxes().map(([west, south, east, north]) => {
    const column = (longitude: number) => Math.round((longitude / 360) * 2 ** 15);
    const row = (latitude: number) =>
      Math.round(
        (-Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI)) * 2 ** 15,
      );
    return [column(west), row(north), column(east) - 1, row(south) - 1];
  });

it("is empty without features", () => {
  expect(covering().boxes()).toEqual([]);
});

it("makes one box of a rectangle", () => {
  expect(boxesOf(covering([0, 0], [1, 0], [0, 1], [1, 1]))).toEqual([[0, 0, 1, 1]]);
});

it("makes boxes of runs that differ", () => {
  expect(boxesOf(covering([0, 0], [0, 1], [1, 1], [3, 1]))).toEqual([
    [0, 0, 0, 0],
    [0, 1, 1, 1],
    [3, 1, 3, 1],
  ]);
});

it("fills enclosed squares, and none that are open to a side", () => {
  const ring = [
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [1, 2],
    [2, 2],
  ] as const;
  expect(boxesOf(covering(...ring))).toEqual([[0, 0, 2, 2]]);
  expect(boxesOf(covering(...ring.slice(0, 6), [2, 2]))).toEqual([
    [0, 0, 2, 0],
    [0, 1, 0, 2],
    [2, 1, 2, 2],
  ]);
});

it("fills what winding squares enclose, and not what a gap of theirs leads out of", () => {
  const winding = ["#####", "#   #", "# # #", "# ###", "#   #", "#####"];
  const squaresIn = (rows: readonly string[]) =>
    rows.flatMap((row, y) =>
      [...row].flatMap((letter, x) => (letter === "#" ? [[x, y] as const] : [])),
    );
  expect(covering(...squaresIn(winding)).squares().size).toBe(30);
  const open = winding.with(5, "# ###");
  expect(covering(...squaresIn(open)).squares().size).toBe(squaresIn(open).length);
});

it("costs what its squares cost, however far apart they are", () => {
  const far = [
    [-16_000, -16_000],
    [16_000, 16_000],
  ] as const;
  // A grid of all squares between them would have a thousand million.
  expect(boxesOf(covering(...far))).toHaveLength(2);
});

it("ignores features that lead far off", () => {
  const coverage = covering([0, 0]);
  coverage.add(featureAt([5, 5], "transportation", "ferry"));
  coverage.add(featureAt([6, 6], "boundary"));
  coverage.add(featureAt([7, 7], "waterway"));
  expect(boxesOf(coverage)).toEqual([[0, 0, 0, 0]]);
});

it("includes the squares that a long line crosses between its points", () => {
  const coverage = new Coverage();
  const middle = worldUnits / 2 + width / 2;
  const line = { ...featureAt([0, 0]), outline: [[middle, middle, middle + 4 * width, middle]] };
  coverage.add(line as unknown as PlacedFeature);
  expect(boxesOf(coverage)).toEqual([[0, 0, 4, 0]]);
});

it("ends at the bounds of its extracts, unless one has none", () => {
  const coverage = covering([0, 0], [1, 0], [3, 0]);
  const degrees = (columns: number) => Math.round((columns / 2 ** 15) * 360 * 1e7);
  coverage.addBounds([degrees(0.5), degrees(-9), degrees(2.5), degrees(9)]);
  const [west, , east] = coverage.boxes()[0];
  expect([west, east].map((longitude) => (longitude / 360) * 2 ** 15)).toEqual([
    expect.closeTo(0.5, 3),
    expect.closeTo(2, 3),
  ]);
  expect(coverage.boxes()).toHaveLength(1);
  coverage.addBounds([0, 0, 0, 0]);
  expect(coverage.boxes()).toHaveLength(2);
});

it("has cuts along the bounds of cut extracts, where it is covered and no other one goes on", () => {
  const degrees = (columns: number) => Math.round((columns / 2 ** 15) * 360 * 1e7);
  const boundsOf = (west: number, east: number) =>
    [degrees(west), degrees(-0.25), degrees(east), degrees(9)] as const;
  const cuts = (coverage: Coverage) =>
    coverage
      .cuts()
      .map((line) => [...line].map((at) => ((at - worldUnits / 2) / width).toFixed(2)).join(" "))
      .toSorted();
  const coverage = covering([0, 0], [1, 0]);
  coverage.addBounds(boundsOf(0.5, 1.5), true);
  expect(cuts(coverage)).toEqual([
    "0.50 0.00 0.50 0.25",
    "0.50 0.25 1.00 0.25",
    "1.00 0.25 1.50 0.25",
    "1.50 0.00 1.50 0.25",
  ]);
  coverage.addBounds(boundsOf(1.5, 9));
  expect(cuts(coverage)).toEqual([
    "0.50 0.00 0.50 0.25",
    "0.50 0.25 1.00 0.25",
    "1.00 0.25 1.50 0.25",
  ]);
  coverage.addBounds(null);
  expect(cuts(coverage)).toEqual([]);
});

it("has an edge of straight lines, of the wanted sides within the bounds", () => {
  const lines = (coverage: Coverage, isWanted = () => true) =>
    coverage
      .edges(isWanted)
      .map((line) => [...line].map((at) => (at - worldUnits / 2) / width).join(" "))
      .toSorted();
  const coverage = covering([0, 0], [1, 0]);
  expect(lines(coverage)).toEqual(["0 0 0 1", "0 0 2 0", "0 1 2 1", "2 0 2 1"]);
  expect(lines(coverage, () => false)).toEqual([]);
  const degrees = (columns: number) => Math.round((columns / 2 ** 15) * 360 * 1e7);
  coverage.addBounds([degrees(-1), degrees(-9), degrees(1.5), degrees(9)]);
  expect(lines(coverage)).toEqual(["0 0 0 1", "0 0 1 0", "0 1 1 1"]);
});
