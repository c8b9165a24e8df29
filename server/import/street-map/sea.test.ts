import { describe, expect, it } from "vitest";
import { latitudeOfWorldY, longitudeOfWorldX } from "#domain/geography/web-mercator.ts";
import { bands, worldUnits } from "./cell-store.ts";
import { Coastline, missingUnit } from "./coastline.ts";
import { Coverage, squareOf, squareUnits } from "./coverage.ts";
import { findSea, type Sea } from "./sea.ts";

/** Point in squares from a corner near the middle of the world, y downward. */
type Point = readonly [x: number, y: number];

const unit = (squares: number) => Math.round(worldUnits / 2 + squares * squareUnits);
const way = (points: readonly Point[]) => Uint32Array.from(points.flat(), unit);
const square = ([x, y]: Point) => squareOf(unit(x), unit(y));

/** All squares of a box. */
function box([west, north]: Point, [east, south]: Point): Set<number> {
  const squares = new Set<number>();
  for (let y = north; y < south; y++) {
    for (let x = west; x < east; x++) squares.add(square([x + 0.5, y + 0.5]));
  }
  return squares;
}

/** Coverage with some squares, and the boxes of its extracts. */
function coverageOf(
  squares: ReadonlySet<number>,
  bounds: readonly (readonly [Point, Point])[] = [],
): Coverage {
  const coverage = new Coverage();
  coverage.addSea({ squares, unsure: [] });
  for (const [[west, north], [east, south]] of bounds) {
    const degrees = [
      longitudeOfWorldX(unit(west) / worldUnits),
      latitudeOfWorldY(unit(south) / worldUnits),
      longitudeOfWorldX(unit(east) / worldUnits),
      latitudeOfWorldY(unit(north) / worldUnits),
    ].map((value) => Math.round(value * 1e7));
    coverage.addBounds(degrees as [number, number, number, number]);
  }
  return coverage;
}

function seaOf(ways: readonly (readonly Point[])[], covered = new Set<number>()): Sea {
  const coastline = new Coastline();
  for (const [id, points] of ways.entries()) coastline.addWay(id, way(points));
  return findSea(coastline.join([]), coverageOf(covered));
}

/** Rings of the sea at the zooms of a band. */
function ringsOf(sea: Sea, band = bands.length - 1): Uint32Array[] {
  return [...sea.areas()].flatMap(([{ outline }, of]) => (of === bands[band] ? outline : []));
}

/** Whether a point is within an odd number of rings. */
function isIn(rings: readonly ArrayLike<number>[], x: number, y: number): boolean {
  let isInside = false;
  for (const ring of rings) {
    for (let at = 2; at < ring.length; at += 2) {
      const [fromX, fromY, toX, toY] = [ring[at - 2], ring[at - 1], ring[at], ring[at + 1]];
      if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) {
        isInside = !isInside;
      }
    }
  }
  return isInside;
}

const isSea = (sea: Sea, [x, y]: Point) => isIn(ringsOf(sea), unit(x), unit(y));

/** Numbers 0…1, the same in each run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Random points at which the sea differs from what it is, in a box. */
function differences(
  sea: Sea,
  isWater: (x: number, y: number) => boolean,
  {
    from: [west, north],
    to: [east, south],
    count = 500,
  }: { from: Point; to: Point; count?: number },
): Point[] {
  const random = randomNumbers(7);
  const rings = ringsOf(sea);
  const wrong: Point[] = [];
  for (let tries = 0; tries < count; tries++) {
    const [x, y] = [west + random() * (east - west), north + random() * (south - north)];
    if (isIn(rings, unit(x), unit(y)) !== isWater(x, y)) wrong.push([x, y]);
  }
  return wrong;
}

/** A ring of some corners around a middle; land is inside. */
function island([x, y]: Point, radius: number, corners = 40): Point[] {
  const ring = Array.from({ length: corners }, (_, at): Point => {
    const [turn, wave] = [(-2 * Math.PI * at) / corners, 1 + 0.3 * Math.sin(at)];
    return [x + Math.cos(turn) * radius * wave, y + Math.sin(turn) * radius * wave];
  });
  return [...ring, ring[0]];
}

/** The squares of rings, of which each is within an odd number of others or not. */
function within(rings: readonly (readonly Point[])[], x: number, y: number): boolean {
  return isIn(rings.map(flatten), x, y);
}

const flattened = new WeakMap<readonly Point[], number[]>();

/** The coordinates of a ring, made once. */
function flatten(ring: readonly Point[]): number[] {
  const known = flattened.get(ring) ?? ring.flat();
  flattened.set(ring, known);
  return known;
}

describe("the sea beside a coast", () => {
  /** Land in the north, sea in the south, with a bay: eastward the land is on the left. */
  const coast: readonly Point[] = [
    [-1, 5.3],
    [3.2, 5.1],
    [3.4, 2.2],
    [5.6, 2.4],
    [5.1, 5.4],
    [11, 5.2],
  ];
  const land = [...coast, [11, -9], [-1, -9], [-1, 5.3]] as readonly Point[];

  it("is on the right of its lines, with bays", () => {
    const sea = seaOf([coast], box([0, 0], [10, 10]));
    expect(
      differences(sea, (x, y) => !within([land], x, y), { from: [0, 0], to: [10, 10] }),
    ).toEqual([]);
  });

  it("has the land of islands, lakes on them with the coast of their own, and islands in these", () => {
    const rings = [island([5, 5], 4), island([5, 5], 2).toReversed(), island([5, 5], 0.7)];
    const sea = seaOf(rings, box([-2, -2], [12, 12]));
    expect(
      differences(sea, (x, y) => !within(rings, x, y), { from: [-2, -2], to: [12, 12] }),
    ).toEqual([]);
  });

  it("is found where a coast leaves the extract on the same side twice", () => {
    const peninsula: Point[] = [
      [12, 3.3],
      [4.4, 3.6],
      [3.5, 5.2],
      [4.2, 6.6],
      [12, 6.3],
    ];
    const sea = seaOf([peninsula], box([0, 0], [10, 10]));
    // Seen from the tip, the land is in the east: the line goes around it with the land on its left.
    const inside = [...peninsula, peninsula[0]];
    expect(
      differences(sea, (x, y) => !within([inside], x, y), { from: [0, 0], to: [10, 10] }),
    ).toEqual([]);
  });

  it("is the same at the corners and sides of squares", () => {
    // Along a side, through corners, and with points on both.
    const steps: Point[] = [
      [-1, 3],
      [2, 3],
      [4, 5],
      [4, 6],
      [6, 6],
      [7, 7],
      [11, 7],
    ];
    const sea = seaOf([steps], box([0, 0], [10, 10]));
    const ring = [...steps, [11, -9], [-1, -9], [-1, 3]] as Point[];
    expect(
      differences(sea, (x, y) => !within([ring], x, y), { from: [0, 0], to: [10, 10] }),
    ).toEqual([]);
  });

  it("is known in the squares around the coast, and where there are streets", () => {
    const sea = seaOf([coast]);
    expect(isSea(sea, [7.5, 8.5])).toBe(true);
    expect(isSea(sea, [7.5, 30])).toBe(false);
    expect(sea.squares.has(square([7.5, 8.5]))).toBe(true);
    expect(isSea(seaOf([coast], box([0, 0], [10, 40])), [7.5, 30])).toBe(true);
  });

  it("has the land around a coast in its squares, as within an island", () => {
    const { squares } = seaOf([island([5, 5], 4)]);
    expect(squares.has(square([5.5, 5.5]))).toBe(true);
    const far = seaOf([coast]).squares;
    expect([square([7.5, 3.5]), square([7.5, -3.5])].map((at) => far.has(at))).toEqual([
      true,
      false,
    ]);
  });

  it("is nothing without a coast", () => {
    const none = seaOf([], box([0, 0], [3, 3]));
    expect([...none.areas()]).toEqual([]);
    expect([...none.squares, ...none.unsure]).toEqual([]);
  });

  it("has small islands in close views only", () => {
    const sea = seaOf([coast, island([8.5, 8.5], 0.05)], box([0, 0], [10, 10]));
    const [far, , near] = [0, 1, 2].map((band) => ringsOf(sea, band));
    const [x, y] = [unit(8.5), unit(8.5)];
    expect(isIn(near, x, y)).toBe(false);
    expect(isIn(far, x, y)).toBe(true);
  });

  it("is the same of several ways, in any order", () => {
    const parts = [coast.slice(3), coast.slice(0, 3), coast.slice(2, 4)];
    expect(
      differences(seaOf(parts, box([0, 0], [10, 10])), (x, y) => !within([land], x, y), {
        from: [0, 0],
        to: [10, 10],
      }),
    ).toEqual([]);
  });
});

describe("the sea of extracts", () => {
  const coast: readonly Point[] = [
    [-3, 5.3],
    [2.2, 5.1],
    [3.4, 3.2],
    [4.8, 3.3],
    [6.6, 4.4],
    [8.2, 5.4],
    [14, 5.2],
  ];
  const land = [...coast, [14, -20], [-3, -20], [-3, 5.3]] as readonly Point[];
  /** The way with the points within some columns. */
  const cut = (from: number, to: number) =>
    Uint32Array.from(
      coast.flatMap(([x, y]) =>
        x >= from && x <= to ? [unit(x), unit(y)] : [missingUnit, missingUnit],
      ),
    );

  it("that share a way are one", () => {
    const coastline = new Coastline();
    coastline.addWay(1, cut(-3, 4));
    coastline.addWay(1, cut(4, 14));
    const coverage = coverageOf(box([0, 0], [10, 10]), [
      [
        [-3, 0],
        [4, 10],
      ],
      [
        [4, 0],
        [14, 10],
      ],
    ]);
    const sea = findSea(coastline.join(coverage.bounds), coverage);
    expect(
      differences(sea, (x, y) => !within([land], x, y), { from: [0, 0], to: [10, 10] }),
    ).toEqual([]);
  });

  it("goes on to the border where a line is cut, and no farther", () => {
    const coastline = new Coastline();
    coastline.addWay(1, cut(2, 8.1));
    const coverage = coverageOf(box([1, 0], [7, 10]), [
      [
        [1.9, 0],
        [6.9, 10],
      ],
    ]);
    const sea = findSea(coastline.join(coverage.bounds), coverage);
    const wrong = differences(sea, (x, y) => !within([land], x, y), {
      from: [2.2, 0],
      to: [6.6, 10],
    });
    expect(wrong).toEqual([]);
    expect(sea.unsure).toEqual(new Set([square([0.5, 5.1]), square([7.5, 4.4])]));
    // The town beside the end is not flooded.
    expect(isSea(sea, [1.5, 2.5])).toBe(false);
    expect(isSea(sea, [0.5, 5.8])).toBe(false);
    expect(isSea(sea, [1.95, 5.8])).toBe(true);
    expect(isSea(sea, [1.85, 5.8])).toBe(false);
    expect(isSea(sea, [6.85, 6.8])).toBe(true);
    expect(isSea(sea, [6.95, 6.8])).toBe(false);
  });

  it("does not flood the land where a line ends within an extract", () => {
    const sea = seaOf([coast.slice(0, 5)], box([-2, -5], [14, 14]));
    expect(isSea(sea, [2.5, 8])).toBe(true);
    expect(isSea(sea, [4, 0])).toBe(false);
    expect(isSea(sea, [12, 0])).toBe(false);
    expect(sea.unsure.size).toBeGreaterThan(0);
  });
});

describe("an archipelago", () => {
  const random = randomNumbers(11);
  /** Land in the north, with bays. */
  const mainland = Array.from({ length: 161 }, (_, at): Point => {
    const x = at / 4 - 5;
    return [x, 9 + 3 * Math.sin(x * 0.9) + 1.5 * Math.sin(x * 2.3 + 1)];
  });
  const isAfar = ([x, y]: Point, distance: number, line: readonly Point[]) =>
    line.every(([toX, toY]) => Math.hypot(toX - x, toY - y) > distance);
  const islands: Point[][] = [];
  const [from, to]: Point[] = [
    [0, 0],
    [30, 20],
  ];
  while (islands.length < 90) {
    const middle: Point = [random() * 34 - 2, random() * 24 - 2];
    const radius = 0.05 + 1.5 * random() ** 3;
    const isSea = !within([[...mainland, [35, -50], [-5, -50], mainland[0]]], ...middle);
    const isFree = [mainland, ...islands].every((line) => isAfar(middle, 1.3 * radius + 0.3, line));
    if (isSea && isFree && !within(islands, ...middle)) islands.push(island(middle, radius));
  }
  const land = [[...mainland, [35, -50], [-5, -50], mainland[0]] as Point[], ...islands];
  const isWater = (x: number, y: number) => !within(land, x, y);
  const isInBox = ([x, y]: Point) => x > from[0] && x < to[0] && y > from[1] && y < to[1];

  /** The sea of the ways that have a point in the box; in one that is cut there, only these points. */
  function seaInBox(lines: readonly (readonly Point[])[], isCut: boolean): Sea {
    const coastline = new Coastline();
    let id = 0;
    for (const line of lines) {
      for (let start = 0; start < line.length - 1; start += 25) {
        const points = line.slice(start, start + 26);
        if (!points.some(isInBox)) continue;
        const known = points.flatMap((point) =>
          isCut && !isInBox(point) ? [missingUnit, missingUnit] : point.map(unit),
        );
        coastline.addWay(++id, Uint32Array.from(known));
      }
    }
    const coverage = coverageOf(box(from, to), [[from, to]]);
    return findSea(coastline.join(coverage.bounds), coverage);
  }

  it("is as it is, up to the border that islands and ways cross", () => {
    expect(differences(seaInBox([mainland, ...islands], false), isWater, { from, to })).toEqual([]);
  });

  it("is so within a border at which its ways are cut, but for what is between their points", () => {
    const wrong = differences(seaInBox([mainland, ...islands], true), isWater, { from, to });
    const depths = wrong.map(([x, y]) => Math.min(x, y, to[0] - x, to[1] - y));
    expect(Math.max(0, ...depths)).toBeLessThan(0.5);
    expect(wrong.length).toBeLessThan(10);
  });

  it("has islands of the wrong direction, which the coast around them contradicts", () => {
    const wrongly = islands.map((ring, at) => (at % 4 === 0 ? ring.toReversed() : ring));
    expect(differences(seaInBox([mainland, ...wrongly], false), isWater, { from, to })).toEqual([]);
  });

  it("has no water in or around islands in its land, as in a river", () => {
    const inland = [island([15, 1.5], 1.2), island([20.5, 1.5], 0.1)];
    const sea = seaInBox([mainland, ...islands, ...inland], false);
    expect(isSea(sea, [20.5, 1.5])).toBe(false);
    expect(differences(sea, isWater, { from, to })).toEqual([]);
  });

  it("has lakes in its land, and islands of either direction in them", () => {
    const lake = island([12, 1], 1.4).toReversed();
    const inLake = island([12, 1], 0.6);
    for (const ring of [inLake, inLake.toReversed()]) {
      const sea = seaInBox([mainland, ...islands, lake, ring], false);
      const isWet = (x: number, y: number) => isWater(x, y) !== within([lake, inLake], x, y);
      expect(differences(sea, isWet, { from, to })).toEqual([]);
    }
  });
});

it("is a lake in a ring of its direction, where no other coast is near", () => {
  const sea = seaOf([island([5, 5], 2).toReversed()]);
  expect(isSea(sea, [5, 5])).toBe(true);
  expect(isSea(sea, [5, 9])).toBe(false);
});

describe("a coast with errors", () => {
  const coast: readonly Point[] = [
    [-1, 5.3],
    [2.2, 5.1],
    [3.4, 3.2],
    [4.8, 3.3],
    [5.1, 5.4],
    [11, 5.2],
  ];
  const land = [...coast, [11, -9], [-1, -9], [-1, 5.3]] as readonly Point[];
  const wrongIn = (ways: readonly (readonly Point[])[]) =>
    differences(seaOf(ways, box([0, 0], [10, 10])), (x, y) => !within([land], x, y), {
      from: [0, 0],
      to: [10, 10],
    });

  it("has a way of the wrong direction reversed", () => {
    expect(wrongIn([coast.slice(0, 3), coast.slice(2, 4).toReversed(), coast.slice(3)])).toEqual(
      [],
    );
  });

  it("has a small gap closed", () => {
    const [x, y] = coast[3];
    expect(wrongIn([coast.slice(0, 4), [[x + 0.04, y], ...coast.slice(4)]]).length).toBeLessThan(4);
  });

  it("is unsure only around a large gap", () => {
    const sea = seaOf([coast.slice(0, 4), coast.slice(4)], box([0, 0], [10, 10]));
    expect(isSea(sea, [0.5, 8.5])).toBe(true);
    expect(isSea(sea, [9.5, 8.5])).toBe(true);
    expect(isSea(sea, [0.5, 0.5])).toBe(false);
    expect(isSea(sea, [9.5, 0.5])).toBe(false);
    expect(sea.unsure.size).toBeGreaterThan(0);
    expect(sea.unsure.size).toBeLessThan(12);
  });

  it("may cross itself", () => {
    const loop = [...coast.slice(0, 3), [3.3, 3.25], [3.35, 3.1], ...coast.slice(3)] as Point[];
    expect(wrongIn([loop]).length).toBeLessThan(20);
  });

  it("is left out where it has one point only, or crosses another one", () => {
    expect(seaOf([[[3, 3]]]).squares.size).toBe(0);
    const sea = seaOf([coast, coast.map(([x, y]): Point => [x, 10.5 - y])], box([0, 0], [10, 10]));
    expect(isSea(sea, [0.5, 0.5])).toBe(false);
  });
});
